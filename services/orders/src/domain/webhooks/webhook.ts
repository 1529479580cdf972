import type { AccountId } from '@parcelyard/service-kit/ids';

/** The URL to which an account's events are sent; one per account. */
export interface Webhook {
  accountId: AccountId;
  /** Absent: removed. */
  url?: string | undefined;
  /** The secret stays when the URL is removed. */
  signingSecret?: string | undefined;
  /** The previous secret. It also signs until `until`, so that receivers can change to the new secret. */
  previousSecret?: { text: string; until: Date } | undefined;
  /** True when the sealing key of the secret no longer exists. Nothing may be sent until there is another secret. */
  secretIsLost?: boolean;
}

/** One replica's turn at the deliveries of one account. */
export interface WebhookTurn {
  accountId: AccountId;
  /** The lease's number. A replica that takes over has a different number. */
  fence: number;
  /** Increases with each delivery that becomes due. A turn does not end if the number has increased during the turn. */
  dispatchVersion: number;
  /** Whether the last attempts failed. If so, the account has one attempt at a time. */
  failing: boolean;
}

export const SECRET_PREFIX = 'whsec_';

/** How many milliseconds a replaced secret still signs. @see [REST-W13] */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1_000;

/** Returns the secrets that sign a delivery at that moment, newest first. */
export const signingSecretsAt = (
  { signingSecret, previousSecret }: Pick<Webhook, 'signingSecret' | 'previousSecret'>,
  now: Date,
): string[] =>
  [signingSecret, previousSecret && previousSecret.until > now ? previousSecret.text : undefined].filter(
    (secret) => secret !== undefined,
  );
