import type { AccountId } from '@parcelyard/service-kit/ids';

/** Where an account wants its events sent; one per account. */
export interface Webhook {
  accountId: AccountId;
  /** Absent: removed. */
  url?: string | undefined;
  /** Outlives the URL. */
  signingSecret?: string | undefined;
  /** There is a secret whose key is gone: nothing may be sent before there is another. */
  secretIsLost?: boolean;
}

/** One replica's turn at the deliveries of one account. */
export interface WebhookTurn {
  accountId: AccountId;
  /** Of the lease: whoever has taken over has another number. */
  fence: number;
  /** Grows with each delivery that becomes due, so that a turn which missed one does not end. */
  dispatchVersion: number;
  /** Whether the last attempts failed: such an account has one attempt at a time. */
  failing: boolean;
}

export const SECRET_PREFIX = 'whsec_';
