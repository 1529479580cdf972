import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';
import { freePort } from './free-ports';

/**
 * Runs the built product as `make up` does, with its own data, which are removed afterwards.
 * @param parent folder for the data
 */
export async function withLocalStack<Result>(
  environment: Readonly<Record<string, string>>,
  work: (dataDir: string) => Promise<Result>,
  parent = tmpdir(),
): Promise<Result> {
  const dataDir = await mkdtemp(join(parent, 'parcelyard-stack-'));
  const child = spawn(process.execPath, ['dist/local-stack.mjs'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      ...environment,
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await eventually(() => {
      if (!existsSync(join(dataDir, 'stack.json'))) throw new Error('The stack is not ready.');
    }, 60_000);
    return await work(dataDir);
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}
