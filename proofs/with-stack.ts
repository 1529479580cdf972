import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';

/** What a judge needs of `stack.json`. */
export interface RunningStack {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly demo: { readonly accessToken: string; readonly email: string; readonly password: string };
}

/** The product as `make up` runs it, on data of its own that goes with it. */
export async function withStack<Result>(
  work: (stack: RunningStack) => Promise<Result>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parcelyard-proof-'));
  const port = String(await freePort());
  const child = spawn(process.execPath, ['dist/local-stack.mjs'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      ...environment,
      PORT: port,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const file = join(dataDir, 'stack.json');
  try {
    await eventually(() => {
      if (!existsSync(file)) throw new Error('The stack is not ready.');
    }, 60_000);
    return await work(JSON.parse(readFileSync(file, 'utf8')) as RunningStack);
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}
