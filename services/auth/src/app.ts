import { setTimeout } from 'node:timers/promises';
import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { serviceVariables } from '@parcelyard/service-kit/config';
import { databaseChecks } from '@parcelyard/service-kit/diagnosis/database-checks';
import type { Check } from '@parcelyard/service-kit/diagnosis/finding';
import { idCheck } from '@parcelyard/service-kit/diagnosis/id-check';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import {
  createIdKeeper,
  type IdKeeper,
  type IdKeepingBilling,
} from '@parcelyard/service-kit/mongo/id-keeper';
import { runMigrations } from '@parcelyard/service-kit/mongo/run-migrations';
import { createSequences } from '@parcelyard/service-kit/mongo/sequences';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { createAbuseMetrics } from './adapters/abuse-metrics';
import { createArgon2Passwords } from './adapters/crypto/argon2-passwords';
import { createAccountSealer, createTokenSecrets } from './adapters/crypto/token-secrets';
import { createHandlers } from './adapters/grpc/create-handlers';
import { claimShare } from './adapters/mongo/claim-share';
import { createStores, indexes, type Stores } from './adapters/mongo/create-stores';
import { spreadStores } from './adapters/mongo/spread-stores';
import { watchDatabase } from './adapters/mongo/watch-database';
import { type AuthConfig, quotasOf } from './config';
import { migrations } from './migrations/migrations';
import { createAttemptSignIn } from './use-cases/attempt-sign-in';
import { KnownTokens } from './use-cases/known-tokens';

export interface AuthDependencies {
  config: Omit<AuthConfig, keyof typeof serviceVariables | 'MONGODB_DB'>;
  mongo: MongoConnection;
  /** Connections to the databases in MONGODB_FURTHER_URIS. */
  further?: readonly MongoConnection[];
  clock: Clock;
  logger: Logger;
  clients: { billing: IdKeepingBilling };
  /** Pauses for some milliseconds. Tests give another function. */
  pause?: (ms: number) => Promise<void>;
}

/** The maximum number of tokens that this process remembers from earlier requests. Each takes 100 to 200 bytes. */
const MAX_KNOWN_TOKENS = 50_000;

export async function createAuthApp({
  config,
  mongo,
  further = [],
  clock,
  logger,
  clients,
  pause = (ms) => setTimeout(ms),
}: AuthDependencies): Promise<ServiceApp<typeof AuthDefinition>> {
  if (further.length !== config.MONGODB_FURTHER_URIS.length) {
    throw new Error('MONGODB_FURTHER_URIS is allowed only when auth runs as a separate program.');
  }
  const connections = [mongo, ...further];
  const keepers: IdKeeper[] = [];
  const each: Stores[] = [];
  for (const [database, { db }] of connections.entries()) {
    const share = { database, databases: connections.length };
    const ids = createIdKeeper(database === 0 ? 'auth' : `auth-${database + 1}`, clients.billing);
    await claimShare(db, share, ids);
    await runMigrations(db, migrations, { clock, logger });
    await ensureIndexes(db, indexes);
    keepers.push(ids);
    each.push(createStores(db, createSequences(db, ids), share));
  }
  const watched = further.length === 0 ? [] : connections.map(watchDatabase);
  const stores = further.length === 0 ? (each[0] as Stores) : spreadStores(watched, each);
  const queue = new BoundedQueue({
    concurrency: config.PASSWORDS_AT_ONCE,
    waiting: config.PASSWORDS_WAITING,
  });
  const metrics = createAbuseMetrics(queue);
  const passwords = createArgon2Passwords(queue);
  const quotas = quotasOf(config);
  const counting = {
    windows: stores.windows,
    secrets: createTokenSecrets(config.TOKEN_KEYS, connections.length),
    countUse: metrics.countUse,
    clock,
  };
  return {
    definition: AuthDefinition,
    handlers: createHandlers({
      ...stores,
      ...counting,
      quotas,
      passwords,
      attempt: createAttemptSignIn({ ...counting, passwords, quota: quotas.sign_in }),
      known: new KnownTokens(MAX_KNOWN_TOKENS),
      accessTokenLifetimeSeconds: config.ACCESS_TOKEN_TTL_S,
      linkLifetimeSeconds: config.VERIFICATION_LINK_TTL_S,
      lifetimes: {
        code: config.OAUTH_CODE_TTL_S,
        access: config.OAUTH_ACCESS_TTL_S,
        refresh: config.OAUTH_REFRESH_TTL_S,
      },
      refreshCollectMs: config.OAUTH_REFRESH_COLLECT_MS,
      pause,
      reportReplay: (kind, app) =>
        logger.warn(
          { kind, ...app },
          'a used code or token was used again: all tokens of the app are revoked',
        ),
      answers: createAccountSealer(config.TOKEN_KEYS, 'rest-answer'),
    }),
    checks: connections.flatMap(({ db }, place) => {
      const ids = idCheck(db, keepers[place] as IdKeeper);
      // The first database is checked by the service kit.
      return place === 0 ? [ids] : [...databaseChecks(db), ids].map(ofDatabase(place + 1));
    }),
    // When one of several databases is unreachable, the service stays ready. It refuses only requests for accounts of
    // the unreachable database.
    notReady: async () =>
      (await Promise.all(connections.map((one) => one.isReachable()))).includes(true) ? [] : ['mongodb'],
    metrics: metrics.all,
    stop: async () => {
      for (const database of watched) database.stop();
    },
  };
}

const ofDatabase =
  (number: number) =>
  (check: Check): Check => ({ ...check, name: `${check.name} (database ${number})` });
