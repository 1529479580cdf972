import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * Ends the stack that scenarios shared (`e2e/support/share-stack.ts`), and waits until the stack has ended.
 * @public The tag tells knip that this export is used: Jest's configuration contains the file's path.
 */
export default async function endSharedStack() {
  const folder = process.env.SHARED_STACK;
  const pidFile = join(folder, 'pid');
  if (existsSync(pidFile)) {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    for (let signal = 'SIGTERM'; send(pid, signal); signal = 0) await setTimeout(50);
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Sends the signal to the process.
 * @returns whether the process still exists
 */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}
