import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = join(resolve(__dirname, '../..'), 'dist/shipctl.mjs');

/** `shipctl` against the stack of this data folder; fails with what it printed when it exits non-zero. */
export async function shipctl<T = Record<string, unknown>>(dataDir: string, ...args: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as T;
}

export interface NewAccount {
  accountId: number;
  email: string;
  accessToken: string;
}

let counter = 0;

/** A fresh account; options as `shipctl account create` takes them, such as `--balance`, `100`. */
export function createAccount(dataDir: string, ...options: string[]): Promise<NewAccount> {
  counter += 1;
  const email = `user${process.pid}-${counter}@example.com`;
  return shipctl<NewAccount>(
    dataDir,
    'account',
    'create',
    '--email',
    email,
    '--password',
    'correct horse battery',
    ...options,
  );
}
