import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { type RunningStack, readStack } from './start-stack';

/**
 * Returns the stack that is shared by all scenarios that need only their own accounts. The first scenario of a run
 * starts the stack; `scripts/end-shared-stack.mjs` ends it after the last scenario. A void is refunded after a second.
 * All scenarios share one network, so the stack allows a thousand failed sign-ins from a network. For one e-mail
 * address, it allows ten as usual.
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

/**
 * Returns true only for the first worker. The first worker creates the folder, and a folder can be created only once.
 */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, 'begun'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Starts the stack, which continues to run after this worker has ended. */
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
