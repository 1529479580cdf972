import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { RunningServer } from './other-server';

const START_TIMEOUT_MS = 60_000;

/** Starts a server program. The program prints the URI on which it listens as its first line of output. */
export async function startServer(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<RunningServer> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  const lines = createInterface(child.stdout);
  try {
    const line = once(lines, 'line', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
    const [uri] = await Promise.race([line, ended.then(() => [undefined])]);
    if (typeof uri !== 'string') throw new Error(`${program} ended before it listened`);
    return { uri, stop };
  } catch (error) {
    child.kill();
    throw error;
  }
}
