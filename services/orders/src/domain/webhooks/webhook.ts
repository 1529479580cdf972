import type { AccountId } from '@parcelyard/service-kit/ids';

/** Where an account's events are sent. An account has one URL. */
export interface Webhook {
  accountId: AccountId;
  /** Absent when the URL was removed. */
  url?: string | undefined;
  /** The secret stays when the URL is removed. */
  signingSecret?: string | undefined;
  /**
   * The replaced secret. Until `until`, events are signed with it and with the new secret, so that receivers have time
   * to change.
   */
  previousSecret?: { text: string; until: Date } | undefined;
  /** True when the secret can no longer be decrypted. Each attempt fails until there is a new secret. */
  secretIsLost?: boolean;
}

/** The right of one process to send the events of one account, until its lease ends. */
export interface WebhookTurn {
  accountId: AccountId;
  /** The lease's number. It changes when another process takes over. */
  fence: number;
  /**
   * Increases when an event becomes due. If it increases while a process sends events, the process looks for due events
   * again before it ends.
   */
  dispatchVersion: number;
  /** Whether the last attempts failed. If so, only one attempt runs at a time. */
  failing: boolean;
}

export const SECRET_PREFIX = 'whsec_';

/** How long events are also signed with a replaced secret. @see [REST-W13] */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1_000;

/** Returns the secrets with which an event is signed at the time `now`, newest first. */
export const signingSecretsAt = (
  { signingSecret, previousSecret }: Pick<Webhook, 'signingSecret' | 'previousSecret'>,
  now: Date,
): string[] =>
  [signingSecret, previousSecret && previousSecret.until > now ? previousSecret.text : undefined].filter(
    (secret) => secret !== undefined,
  );
