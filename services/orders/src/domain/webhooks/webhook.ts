import type { AccountId } from '@parcelyard/service-kit/ids';

/** Where an account's events are sent; one per account. */
export interface Webhook {
  accountId: AccountId;
  /** Absent: removed. */
  url?: string | undefined;
  /** Kept when the URL is removed. */
  signingSecret?: string | undefined;
  /** The previous secret, which also signs until then, so that receivers can change to the new one. */
  previousSecret?: { text: string; until: Date } | undefined;
  /** The key of the secret is gone: nothing may be sent before there is another secret. */
  secretIsLost?: boolean;
}

/** One replica's turn at the deliveries of one account. */
export interface WebhookTurn {
  accountId: AccountId;
  /** The lease's number; a replica that takes over has another one. */
  fence: number;
  /** Grows with each delivery that becomes due, so that a turn that missed one does not end. */
  dispatchVersion: number;
  /** Whether the last attempts failed: then the account has one attempt at a time. */
  failing: boolean;
}

export const SECRET_PREFIX = 'whsec_';

/** Milliseconds that a replaced secret still signs. @see [REST-W13] */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1_000;

/** The secrets that sign a delivery at that moment, newest first. */
export const signingSecretsAt = (
  { signingSecret, previousSecret }: Pick<Webhook, 'signingSecret' | 'previousSecret'>,
  now: Date,
): string[] =>
  [signingSecret, previousSecret && previousSecret.until > now ? previousSecret.text : undefined].filter(
    (secret) => secret !== undefined,
  );
