import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningProgram {
  readonly name: string;
  pid(): number;
  /** The content of the line that the program prints on stdout when it is ready, such as `admin: "127.0.0.1:4711"`. */
  ready(): Readonly<Record<string, string>>;
  /** Sends SIGTERM, waits for the end, starts the program again and waits until it serves. */
  restart(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** @throws Error when the program had ended before this call, or ended with an error */
  stop(): Promise<void>;
  output(): string;
}

/**
 * Starts a built program in a process.
 * @param checkout the folder whose `dist` has the program; by default the current folder
 */
export async function startProgram(
  name: string,
  environment: Readonly<Record<string, string>>,
  checkout = process.cwd(),
): Promise<RunningProgram> {
  let child: ChildProcess;
  let line: Record<string, string> = {};
  let printed = '';
  const start = async () => {
    child = spawn(process.execPath, [join(checkout, 'dist', `${name}.mjs`)], {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${name} ended while it started:\n${printed}`);
    });
    const ready = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (text) => {
        line = JSON.parse(text) as Record<string, string>;
        resolve();
      });
    });
    await Promise.race([ready, ended]);
    ended.catch(() => undefined);
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${name} had ended by itself:\n${printed}`);
    const ended = once(child, 'exit');
    // A program that a failed test has stopped (SIGSTOP) would otherwise never receive SIGTERM.
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`${name} ended with code ${code}:\n${printed}`);
  };
  await start();
  return {
    name,
    pid: () => child.pid as number,
    ready: () => line,
    restart: async () => {
      await stop();
      await start();
    },
    signal: (signal) => void child.kill(signal),
    stop,
    output: () => printed,
  };
}
