import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { commandOn } from './cores';

export interface Program {
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a built program and waits until `isReady`. If the start fails, the program's log goes to this process's
 * stderr.
 * @param core on which the program and all its child processes run
 */
export async function startProgram(
  file: string,
  environment: Record<string, string>,
  isReady: () => boolean | Promise<boolean>,
  core?: number,
): Promise<Program> {
  const [command, ...words] = commandOn(core, process.execPath);
  const child: ChildProcess = spawn(command, [...words, file], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const giveUpAt = Date.now() + 60_000;
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${file} ended with code ${child.exitCode}.`);
    if (Date.now() > giveUpAt) {
      child.kill('SIGTERM');
      throw new Error(`${file} was not ready within a minute.`);
    }
    await pause(50);
  }
  return {
    pid: child.pid as number,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export function readJson<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

export async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
