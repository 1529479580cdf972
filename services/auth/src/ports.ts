import type { Clock } from '@parcelyard/service-kit/clock';
import type { AbuseMetrics } from './adapters/abuse-metrics';
import type { Passwords } from './adapters/crypto/argon2-passwords';
import type { AccountSealer, TokenSecrets } from './adapters/crypto/token-secrets';
import type { AccountStore } from './adapters/mongo/account-store';
import type { ActivityStore } from './adapters/mongo/activity-store';
import type { ConnectedAppStore } from './adapters/mongo/connected-app-store';
import type { ConsentStore } from './adapters/mongo/consent-store';
import type { IdempotencyStore } from './adapters/mongo/idempotency-store';
import type { QuotaWindows } from './adapters/mongo/quota-windows';
import type { SessionStore } from './adapters/mongo/session-store';
import type { TokenRequestWindows } from './adapters/mongo/token-request-windows';
import type { TokenStore } from './adapters/mongo/token-store';
import type { OAuthLifetimes } from './domain/oauth-grant';
import type { Quota, Quotas } from './domain/quota';

/** The ports of the use cases; each of them names those that it needs. */
export interface AuthPorts {
  readonly secrets: TokenSecrets;
  readonly accounts: AccountStore;
  readonly apps: ConnectedAppStore;
  readonly countUse: AbuseMetrics['countUse'];
  readonly lifetimes: OAuthLifetimes;
  readonly passwords: Passwords;
  readonly tokens: TokenStore;
  readonly windows: QuotaWindows;
  readonly accessTokenLifetimeSeconds: number;
  readonly activity: ActivityStore;
  readonly answers: AccountSealer;
  readonly consents: ConsentStore;
  readonly idempotency: IdempotencyStore;
  readonly linkLifetimeSeconds: number;
  readonly quota: Quota;
  readonly quotas: Quotas;
  /** Milliseconds that a refresh waits for others with the same token before it is answered. */
  readonly refreshCollectMs: number;
  readonly sessions: SessionStore;
  readonly tokenRequestWindows: TokenRequestWindows;
  readonly clock: Clock;
}
