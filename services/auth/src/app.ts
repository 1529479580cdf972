import { AuthDefinition } from '@parcelyard/contracts/auth';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { createAesTokenSecrets } from './adapters/crypto/aes-token-secrets';
import { createArgon2Passwords } from './adapters/crypto/argon2-passwords';
import { createAuthHandlers } from './adapters/grpc/auth-handlers';
import { accountIndexes, createAccountStore } from './adapters/mongo/account-store';
import { createTokenStore, tokenIndexes } from './adapters/mongo/token-store';
import type { AuthConfig } from './config';
import { authorizeRequests } from './use-cases/authorize-requests';
import { createAccount } from './use-cases/create-account';
import { getAccount } from './use-cases/get-account';
import { replaceAccessToken } from './use-cases/replace-access-token';
import { showAccessToken } from './use-cases/show-access-token';
import { verifyPassword } from './use-cases/verify-password';

export interface AuthDependencies {
  config: Pick<AuthConfig, 'TOKEN_KEYS' | 'ACCESS_TOKEN_TTL_S'>;
  mongo: MongoConnection;
  clock: Clock;
}

export async function createAuthApp({
  config,
  mongo,
  clock,
}: AuthDependencies): Promise<ServiceApp<typeof AuthDefinition>> {
  await ensureIndexes(mongo.db, { ...accountIndexes, ...tokenIndexes });
  const accounts = createAccountStore(mongo.db);
  const tokens = createTokenStore(mongo.db);
  const passwords = createArgon2Passwords();
  const secrets = createAesTokenSecrets(config.TOKEN_KEYS);
  const accessTokens = { accounts, tokens, secrets, clock, lifetimeSeconds: config.ACCESS_TOKEN_TTL_S };
  return {
    definition: AuthDefinition,
    handlers: createAuthHandlers({
      authorizeRequests: authorizeRequests({ tokens, secrets, clock }),
      createAccount: createAccount({ accounts, passwords, clock }),
      getAccount: getAccount({ accounts }),
      verifyPassword: verifyPassword({ accounts, passwords }),
      showAccessToken: showAccessToken(accessTokens),
      replaceAccessToken: replaceAccessToken(accessTokens),
    }),
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    stop: async () => undefined,
  };
}
