import { randomBytes } from 'node:crypto';
import { type AuthDefinition, AuthDefinition as definition } from '@parcelyard/contracts/auth';
import { type KeyRing, parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { createLogger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createAuthApp } from '../../src/app';

export interface AuthUnderTest {
  database: TestDatabase;
  clock: FakeClock;
  auth: RpcClient<typeof AuthDefinition>;
  /** Another process of the service on the same database. */
  anotherProcess(keys?: KeyRing, mongo?: MongoConnection): Promise<RpcClient<typeof AuthDefinition>>;
  keys: { current: string; ring: KeyRing };
  /** A fresh account with its id. */
  anAccount(): Promise<number>;
  /** Lines of the log so far. */
  logged: readonly string[];
  stop(): Promise<void>;
}

export const ACCESS_TOKEN_TTL_S = 15_552_000;
const OAUTH_LIFETIMES = {
  OAUTH_CODE_TTL_S: 300,
  OAUTH_ACCESS_TTL_S: 86_400,
  OAUTH_REFRESH_TTL_S: 15_552_000,
};
export const PASSWORD = 'correct horse battery';

export async function startAuth(): Promise<AuthUnderTest> {
  const database = await startTestDatabase();
  const clock = new FakeClock();
  const current = `k1:${randomBytes(32).toString('base64url')}`;
  const ring = parseKeyRing(current);
  const logged: string[] = [];
  const logger = createLogger('auth', 'info', { write: (line: string) => logged.push(line) });
  const anotherProcess = async (keys = ring, mongo: MongoConnection = database) => {
    const config = { TOKEN_KEYS: keys, ACCESS_TOKEN_TTL_S, ...OAUTH_LIFETIMES };
    const app = await createAuthApp({ config, mongo, clock, logger });
    return createLocalClient(definition, app.handlers);
  };
  const auth = await anotherProcess();
  let accounts = 0;
  const anAccount = async () => {
    accounts += 1;
    const email = `owner${accounts}@example.com`;
    const { accountId } = await auth.createAccount({
      email,
      password: PASSWORD,
      firstName: '',
      lastName: '',
      company: '',
    });
    return accountId;
  };
  return {
    database,
    clock,
    auth,
    anotherProcess,
    keys: { current, ring },
    anAccount,
    logged,
    stop: database.close,
  };
}
