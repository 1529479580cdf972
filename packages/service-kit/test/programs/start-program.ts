import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Program {
  readonly process: ChildProcess;
  /** The log lines so far, parsed. */
  readonly lines: Record<string, unknown>[];
  /** The exit code, or the signal that ended the process. */
  readonly ended: Promise<number | string>;
}

const esbuild = require.resolve('esbuild/bin/esbuild');

/** Bundles one of the programs next to this file and starts it, as the project starts its services. */
export function startProgram(name: string, environment: Record<string, string> = {}): Program {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-program-'));
  const bundle = join(folder, 'program.cjs');
  const entry = resolve(__dirname, `${name}.ts`);
  const flags = ['--bundle', '--platform=node', '--format=cjs', '--log-level=error', `--outfile=${bundle}`];
  execFileSync(esbuild, [entry, ...flags]);
  const child = spawn(process.execPath, [bundle], {
    env: { ...environment, PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: Record<string, unknown>[] = [];
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const whole = (rest + text).split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) lines.push(JSON.parse(line) as Record<string, unknown>);
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    rmSync(folder, { recursive: true, force: true });
    return (code ?? signal) as number | string;
  });
  return { process: child, lines, ended };
}
