import type { AccountId } from '@parcelyard/service-kit/ids';

/** Where an account wants its events sent; one per account. */
export interface Webhook {
  accountId: AccountId;
  /** Absent: removed. */
  url?: string | undefined;
  /** Outlives the URL. */
  signingSecret?: string | undefined;
  /** The one before, which signs along until then, so that receivers can take over the new one. */
  previousSecret?: { text: string; until: Date } | undefined;
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

/** Milliseconds that a secret signs along after it was replaced. @see [REST-W13] */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1_000;

/** What signs a delivery at that moment, newest first. */
export const signingSecretsAt = (
  { signingSecret, previousSecret }: Pick<Webhook, 'signingSecret' | 'previousSecret'>,
  now: Date,
): string[] =>
  [signingSecret, previousSecret && previousSecret.until > now ? previousSecret.text : undefined].filter(
    (secret) => secret !== undefined,
  );
