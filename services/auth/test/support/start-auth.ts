import { randomBytes } from 'node:crypto';
import { type AuthDefinition, AuthDefinition as definition } from '@parcelyard/contracts/auth';
import { loadConfig } from '@parcelyard/service-kit/config';
import { type KeyRing, parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { createLogger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { Meeting } from '@parcelyard/testing/meeting';
import { createMemoryIdKeeper } from '@parcelyard/testing/memory-id-keeper';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createAuthApp } from '../../src/app';
import { authVariables } from '../../src/config';

export interface AuthUnderTest {
  database: TestDatabase;
  further: readonly TestDatabase[];
  clock: FakeClock;
  auth: RpcClient<typeof AuthDefinition>;
  anotherProcess(
    keys?: KeyRing,
    mongo?: MongoConnection,
    others?: readonly MongoConnection[],
    variables?: Record<string, string>,
  ): Promise<RpcClient<typeof AuthDefinition>>;
  keys: { current: string; ring: KeyRing };
  /** Where refreshes wait for other refreshes with the same token. */
  refreshes: Meeting;
  anAccount(): Promise<number>;
  metrics(): Promise<readonly { name: string; value: number; labels: Readonly<Record<string, unknown>> }[]>;
  logged: readonly string[];
  stop(): Promise<void>;
}

export const ACCESS_TOKEN_TTL_S = 15_552_000;
export const PASSWORD = 'correct horse battery';

export async function startAuth(
  environment: Record<string, string> = {},
  databases = 1,
): Promise<AuthUnderTest> {
  const database = await startTestDatabase();
  const further: TestDatabase[] = [];
  while (further.length < databases - 1) further.push(await startTestDatabase());
  const clock = new FakeClock();
  const current = `k1:${randomBytes(32).toString('base64url')}`;
  const ring = parseKeyRing(current);
  const clients = { billing: createMemoryIdKeeper() };
  const refreshes = new Meeting();
  const logged: string[] = [];
  const logger = createLogger('auth', 'info', { write: (line: string) => logged.push(line) });
  const anotherProcess = async (
    keys = ring,
    mongo: MongoConnection = database,
    others: readonly MongoConnection[] = further,
    variables: Record<string, string> = {},
  ) => {
    const defaults = {
      MONGODB_URI: 'mongodb://nowhere',
      MONGODB_FURTHER_URIS: further.map(({ uri }) => uri).join(' '),
      BILLING_ADDRESS: 'not-used',
      TOKEN_KEYS: current,
      ...environment,
      ...variables,
    };
    const config = { ...loadConfig(authVariables, defaults), TOKEN_KEYS: keys };
    const pause = refreshes.join;
    const app = await createAuthApp({ config, mongo, further: others, clock, logger, clients, pause });
    apps.push(app);
    return createLocalClient(definition, app.handlers, { defaultTimeoutMs: 60_000 });
  };
  const apps: ServiceApp<typeof AuthDefinition>[] = [];
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
      unverified: false,
    });
    return accountId;
  };
  return {
    database,
    further,
    clock,
    auth,
    anotherProcess,
    keys: { current, ring },
    refreshes,
    anAccount,
    logged,
    metrics: async () =>
      (await Promise.all(apps.flatMap(({ metrics = [] }) => metrics.map((m) => m.get())))).flatMap(
        ({ name, values }) => values.map(({ value, labels }) => ({ name, value, labels })),
      ),
    stop: async () => {
      for (const app of apps) await app.stop();
      for (const one of [database, ...further]) await one.close();
    },
  };
}
