import { setTimeout as pause } from 'node:timers/promises';
import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { serviceVariables } from '@parcelyard/service-kit/config';
import { idCheck } from '@parcelyard/service-kit/diagnosis/id-check';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { createIdKeeper, type IdKeepingBilling } from '@parcelyard/service-kit/mongo/id-keeper';
import { runMigrations } from '@parcelyard/service-kit/mongo/run-migrations';
import { createSequences } from '@parcelyard/service-kit/mongo/sequences';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { createAbuseMetrics } from './adapters/abuse-metrics';
import { createArgon2Passwords } from './adapters/crypto/argon2-passwords';
import { createAccountSealer, createTokenSecrets } from './adapters/crypto/token-secrets';
import { createHandlers } from './adapters/grpc/create-handlers';
import { accountIndexes, createAccountStore } from './adapters/mongo/account-store';
import { activityIndexes, createActivityStore } from './adapters/mongo/activity-store';
import { connectedAppIndexes, createConnectedAppStore } from './adapters/mongo/connected-app-store';
import { consentIndexes, createConsentStore } from './adapters/mongo/consent-store';
import { createIdempotencyStore, idempotencyIndexes } from './adapters/mongo/idempotency-store';
import { createQuotaWindows, quotaWindowIndexes } from './adapters/mongo/quota-windows';
import { createSessionStore, sessionIndexes } from './adapters/mongo/session-store';
import { createTokenRequestWindows, tokenRequestWindowIndexes } from './adapters/mongo/token-request-windows';
import { createTokenStore, tokenIndexes } from './adapters/mongo/token-store';
import { type AuthConfig, quotasOf } from './config';
import { migrations } from './migrations/migrations';
import { createAttemptSignIn } from './use-cases/attempt-sign-in';
import { KnownTokens } from './use-cases/known-tokens';

export interface AuthDependencies {
  config: Omit<AuthConfig, keyof typeof serviceVariables | 'MONGODB_DB'>;
  mongo: MongoConnection;
  clock: Clock;
  logger: Logger;
  clients: { billing: IdKeepingBilling };
}

/** 100 to 200 bytes each. */
const MAX_KNOWN_TOKENS = 50_000;

export async function createAuthApp({
  config,
  mongo,
  clock,
  logger,
  clients,
}: AuthDependencies): Promise<ServiceApp<typeof AuthDefinition>> {
  await runMigrations(mongo.db, migrations, { clock, logger });
  await ensureIndexes(mongo.db, {
    ...accountIndexes,
    ...tokenIndexes,
    ...connectedAppIndexes,
    ...consentIndexes,
    ...tokenRequestWindowIndexes,
    ...sessionIndexes,
    ...quotaWindowIndexes,
    ...idempotencyIndexes,
    ...activityIndexes,
  });
  const queue = new BoundedQueue({
    concurrency: config.PASSWORDS_AT_ONCE,
    waiting: config.PASSWORDS_WAITING,
  });
  const metrics = createAbuseMetrics(queue);
  const passwords = createArgon2Passwords(queue);
  const quotas = quotasOf(config);
  const ids = createIdKeeper('auth', clients.billing);
  const counting = {
    windows: createQuotaWindows(mongo.db),
    secrets: createTokenSecrets(config.TOKEN_KEYS),
    countUse: metrics.countUse,
    clock,
  };
  return {
    definition: AuthDefinition,
    handlers: createHandlers({
      ...counting,
      quotas,
      passwords,
      attempt: createAttemptSignIn({ ...counting, passwords, quota: quotas.sign_in }),
      accounts: createAccountStore(mongo.db, createSequences(mongo.db, ids)),
      tokens: createTokenStore(mongo.db),
      known: new KnownTokens(MAX_KNOWN_TOKENS),
      accessTokenLifetimeSeconds: config.ACCESS_TOKEN_TTL_S,
      linkLifetimeSeconds: config.VERIFICATION_LINK_TTL_S,
      apps: createConnectedAppStore(mongo.db),
      consents: createConsentStore(mongo.db),
      tokenRequestWindows: createTokenRequestWindows(mongo.db),
      lifetimes: {
        code: config.OAUTH_CODE_TTL_S,
        access: config.OAUTH_ACCESS_TTL_S,
        refresh: config.OAUTH_REFRESH_TTL_S,
      },
      refreshCollectMs: config.OAUTH_REFRESH_COLLECT_MS,
      pause: (ms) => pause(ms),
      reportReplay: (kind, app) =>
        logger.warn({ kind, ...app }, 'a used code or token came again: all that the app had is revoked'),
      sessions: createSessionStore(mongo.db),
      idempotency: createIdempotencyStore(mongo.db),
      answers: createAccountSealer(config.TOKEN_KEYS, 'rest-answer'),
      activity: createActivityStore(mongo.db),
    }),
    checks: [idCheck(mongo.db, ids)],
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    metrics: metrics.all,
    stop: async () => undefined,
  };
}
