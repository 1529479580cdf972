import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import type { Db } from 'mongodb';
import type { Share } from '../../domain/home';
import { type AccountStore, accountIndexes, createAccountStore } from './account-store';
import { type ActivityStore, activityIndexes, createActivityStore } from './activity-store';
import { type ConnectedAppStore, connectedAppIndexes, createConnectedAppStore } from './connected-app-store';
import { type ConsentStore, consentIndexes, createConsentStore } from './consent-store';
import { createIdempotencyStore, type IdempotencyStore, idempotencyIndexes } from './idempotency-store';
import { createQuotaWindows, type QuotaWindows, quotaWindowIndexes } from './quota-windows';
import { createSessionStore, type SessionStore, sessionIndexes } from './session-store';
import {
  createTokenRequestWindows,
  type TokenRequestWindows,
  tokenRequestWindowIndexes,
} from './token-request-windows';
import { createTokenStore, type TokenStore, tokenIndexes } from './token-store';

export const indexes: IndexPlan = {
  ...accountIndexes,
  ...tokenIndexes,
  ...connectedAppIndexes,
  ...consentIndexes,
  ...tokenRequestWindowIndexes,
  ...sessionIndexes,
  ...quotaWindowIndexes,
  ...idempotencyIndexes,
  ...activityIndexes,
};

export interface Stores {
  readonly accounts: AccountStore;
  readonly tokens: TokenStore;
  readonly apps: ConnectedAppStore;
  readonly consents: ConsentStore;
  readonly tokenRequestWindows: TokenRequestWindows;
  readonly sessions: SessionStore;
  readonly windows: QuotaWindows;
  readonly idempotency: IdempotencyStore;
  readonly activity: ActivityStore;
}

export function createStores(db: Db, sequences: Sequences, share: Share): Stores {
  return {
    accounts: createAccountStore(db, sequences, share),
    tokens: createTokenStore(db),
    apps: createConnectedAppStore(db),
    consents: createConsentStore(db),
    tokenRequestWindows: createTokenRequestWindows(db),
    sessions: createSessionStore(db),
    windows: createQuotaWindows(db),
    idempotency: createIdempotencyStore(db),
    activity: createActivityStore(db),
  };
}
