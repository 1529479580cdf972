import type { Clock } from '@parcelyard/service-kit/clock';
import type { AbuseMetrics } from './adapters/abuse-metrics';
import type { Passwords } from './adapters/crypto/argon2-passwords';
import type { AccountSealer, TokenSecrets } from './adapters/crypto/token-secrets';
import type { Stores } from './adapters/mongo/create-stores';
import type { OAuthLifetimes } from './domain/oauth-grant';
import type { Quotas } from './domain/quota';

/** What the use cases need: stores, keys, clock and more. Each use case names the parts that it uses. */
export interface AuthPorts extends Stores {
  readonly secrets: TokenSecrets;
  readonly countUse: AbuseMetrics['countUse'];
  readonly lifetimes: OAuthLifetimes;
  readonly passwords: Passwords;
  readonly accessTokenLifetimeSeconds: number;
  readonly answers: AccountSealer;
  readonly linkLifetimeSeconds: number;
  readonly quotas: Quotas;
  /** How long a request for new tokens waits, in milliseconds, for other requests with the same refresh token. */
  readonly refreshCollectMs: number;
  readonly clock: Clock;
}
