import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { type RunningStack, readStack } from './start-stack';

/**
 * One stack for every scenario that needs nothing but accounts of its own. The first of a run that asks starts it;
 * `scripts/end-shared-stack.mjs` ends it after the last. Voids are refunded after a second. Its scenarios share one
 * network, so a thousand sign-ins may fail there; ten of them for one e-mail, as everywhere.
 */
export async function shareStack(): Promise<RunningStack> {
  const folder = process.env.SHARED_STACK as string;
  const dataDir = join(folder, 'data');
  if (isFirst(folder)) await begin(folder, dataDir);
  await eventually(async () => {
    if (!existsSync(join(dataDir, 'stack.json')))
      throw new Error(`The shared stack is not ready.\n${readFileSync(join(folder, 'output'), 'utf8')}`);
    expect((await fetch(readStack(dataDir).mcpUrl)).status).toBe(405);
  });
  return { dataDir, file: () => readStack(dataDir) };
}

/** A folder is made once, whichever worker comes first. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, 'begun'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** It outlives the worker that starts it. */
async function begin(folder: string, dataDir: string): Promise<void> {
  const { PATH, HOME } = process.env;
  const stack = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    VOID_REFUND_DELAY_S: '1',
    QUOTA_SIGN_IN: '1000/10/900',
  };
  const output = openSync(join(folder, 'output'), 'a');
  const child = spawn(process.execPath, ['dist/local-stack.mjs'], {
    env: { PATH, HOME, LOG_LEVEL: 'warn', ...stack },
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  writeFileSync(join(folder, 'pid'), String(child.pid));
  child.unref();
}
