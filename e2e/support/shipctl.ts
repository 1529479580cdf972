import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runShipctl as runHere } from '@parcelyard/cli/run-shipctl';

const run = promisify(execFile);

/**
 * Runs `shipctl` for the stack of this data folder. Fails with the output of the command if the command exits non-zero.
 */
export const shipctl = <T = Record<string, unknown>>(dataDir: string, ...args: string[]): Promise<T> =>
  runShipctl<T>({ DATA_DIR: dataDir }, ...args);

/** Runs `shipctl` with this environment, like an operator who knows the services' addresses. */
export async function runShipctl<T = Record<string, unknown>>(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<T> {
  const { stdout, exitCode } = await printShipctl(environment, ...args);
  if (exitCode !== 0) throw Object.assign(new Error(`shipctl ${args.join(' ')}: ${stdout}`), { stdout });
  return JSON.parse(stdout) as T;
}

/**
 * Runs `shipctl` and returns its unchanged output, whether the command succeeds or not. It runs in this process,
 * because a separate process uses half a second of the processor, and scenarios call it hundreds of times.
 */
export async function printShipctl(environment: Readonly<Record<string, string>>, ...args: string[]) {
  const { output, exitCode } = await runHere(args, environment);
  return { stdout: typeof output === 'string' ? output : JSON.stringify(output, null, 2), exitCode };
}

export async function runShipctlOf<T = Record<string, unknown>>(
  checkout: string,
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<T> {
  const { stdout } = await run(process.execPath, [join(checkout, 'dist/shipctl.mjs'), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as T;
}

export interface NewAccount {
  accountId: number;
  email: string;
  accessToken: string;
}

/** Creates a new account. The options are those of `shipctl account create`, such as `--balance`, `100`. */
export const createAccount = (dataDir: string, ...options: string[]): Promise<NewAccount> =>
  createAccountWith({ DATA_DIR: dataDir }, ...options);

export function createAccountWith(
  environment: Readonly<Record<string, string>>,
  ...options: string[]
): Promise<NewAccount> {
  const email = `user-${randomBytes(6).toString('hex')}@example.com`;
  return runShipctl<NewAccount>(
    environment,
    'account',
    'create',
    '--email',
    email,
    '--password',
    'correct horse battery',
    ...options,
  );
}
