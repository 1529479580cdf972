import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';

/** The built product on data of its own that goes with it. */
export async function withOwnStack<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parcelyard-evals-'));
  const child = spawn(process.execPath, ['dist/local-stack.mjs'], {
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn' },
      ...{ PORT: String(await freePort()), DATA_DIR: dataDir, VOID_REFUND_DELAY_S: '1' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await eventually(() => {
      if (!existsSync(join(dataDir, 'stack.json'))) throw new Error('The stack is not ready.');
    }, 60_000);
    return await work(dataDir);
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}
