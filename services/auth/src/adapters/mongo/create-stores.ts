import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import type { Db } from 'mongodb';
import type { Share } from '../../domain/home';
import type { AuthPorts } from '../../ports';
import { accountIndexes, createAccountStore } from './account-store';
import { activityIndexes, createActivityStore } from './activity-store';
import { connectedAppIndexes, createConnectedAppStore } from './connected-app-store';
import { consentIndexes, createConsentStore } from './consent-store';
import { createIdempotencyStore, idempotencyIndexes } from './idempotency-store';
import { createQuotaWindows, quotaWindowIndexes } from './quota-windows';
import { createSessionStore, sessionIndexes } from './session-store';
import { createTokenRequestWindows, tokenRequestWindowIndexes } from './token-request-windows';
import { createTokenStore, tokenIndexes } from './token-store';

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

export type Stores = Pick<
  AuthPorts,
  | 'accounts'
  | 'tokens'
  | 'apps'
  | 'consents'
  | 'tokenRequestWindows'
  | 'sessions'
  | 'windows'
  | 'idempotency'
  | 'activity'
>;

/** Everything that one database keeps. */
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
