import { spawn } from 'node:child_process';

interface Options {
  readonly cwd: string;
  /** Environment variables in addition to `PATH` and `HOME`, which every program gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface Ran {
  readonly code: number | null;
  /** The text of stdout and stderr, in the order received. */
  readonly output: string;
}

/** Runs one program to its end, with the system's own Python first on PATH. */
export async function runCode(command: string, args: readonly string[], options: Options): Promise<Ran> {
  const { cwd, env, input = '' } = options;
  const inherited = { PATH: `/usr/bin:/bin:${process.env.PATH}`, HOME: process.env.HOME ?? cwd };
  const child = spawn(command, args, { cwd, env: { ...inherited, ...env }, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  // A program that ends without reading its input causes an error here. The error is ignored, because most programs
  // read no input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  return { code, output };
}
