import { createHash } from 'node:crypto';
import { type DueDocument, deferring, finishing, requesting } from '@parcelyard/due-work/leased-collection';
import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { joinAccounts } from '@parcelyard/service-kit/join-accounts';
import { repeatIfDuplicate } from '@parcelyard/service-kit/mongo/repeat-if-duplicate';
import { openIfReadable, type TextSealer } from '@parcelyard/service-kit/text-sealer';
import type { Db, Filter, UpdateFilter } from 'mongodb';
import type { Webhook, WebhookTurn } from '../../domain/webhooks/webhook';
import { fromStoredText, type StoredSealedText, toStoredText } from './stored-sealed-text';
import { WEBHOOKS } from './webhook-indexes';

/** An account's webhook. `dueAt` is the earliest time at which one of the account's deliveries is due. */
export interface WebhookDocument extends DueDocument {
  v: 1;
  url?: string;
  secret?: StoredSealedText;
  /** After the secret was replaced, events are also signed with the previous secret until this time. */
  previousSecret?: StoredSealedText & { until: Date };
  failing: boolean;
  createdAt: Date;
  /** When the URL was set or removed. */
  changedAt: Date;
}

interface Dependencies {
  db: Db;
  sealer: TextSealer;
  /** Called with the time at which an account's next delivery is due. */
  onDue(at: Date): void;
}

/**
 * How often saving a secret is tried. If two callers save the first secret at once, one update matches nothing; at the
 * second try, that caller finds the secret.
 */
const ROUNDS = 3;

/** Stores webhooks, and when each account's deliveries are due. */
export function createWebhookStore({ db, sealer, onDue }: Dependencies) {
  const collection = db.collection<WebhookDocument>(WEBHOOKS);

  const unseal = (accountId: number, secret: StoredSealedText | undefined): string | undefined =>
    secret && openIfReadable(sealer, fromStoredText(secret), secretBoundTo(accountId));

  const open = ({ accountId, secret }: Pick<WebhookDocument, 'accountId' | 'secret'>) =>
    unseal(accountId, secret);

  const openPrevious = ({ accountId, previousSecret }: WebhookDocument): Webhook['previousSecret'] => {
    const text = unseal(accountId, previousSecret);
    return previousSecret && text !== undefined ? { text, until: previousSecret.until } : undefined;
  };

  const seal = (accountId: number, text: string): StoredSealedText =>
    toStoredText(sealer.seal(text, secretBoundTo(accountId)));

  const put = (filter: Filter<WebhookDocument>, update: UpdateFilter<WebhookDocument>, at: Date) =>
    collection.updateOne(
      filter,
      { ...update, $setOnInsert: { v: 1, failing: false, createdAt: at } },
      { upsert: true },
    );

  const findOne = joinAccounts({
    send: async (accountIds: readonly AccountId[]) => {
      const $in = [...new Set(accountIds)];
      const found = await collection.find({ accountId: { $in } }).toArray();
      const byAccount = new Map(found.map((document) => [document.accountId, document]));
      return accountIds.map((accountId) => byAccount.get(accountId));
    },
    accountOf: (accountId) => accountId,
    maxBatch: 100,
    repeats: true,
  });

  return {
    /**
     * Finds the webhook. A batch calls this for many labels at the same time. Calls that come while a look-up is
     * running wait for its end, and then share one new look-up.
     */
    find: async (accountId: AccountId): Promise<Webhook | undefined> => {
      const found = await findOne(accountId);
      if (!found) return undefined;
      const signingSecret = open(found);
      const secretIsLost = found.secret !== undefined && signingSecret === undefined;
      return { accountId, url: found.url, signingSecret, previousSecret: openPrevious(found), secretIsLost };
    },

    /** Sets the URL. The secret stays. */
    register: async (accountId: AccountId, url: string, changedAt: Date): Promise<void> => {
      const update = { $set: { url, changedAt }, $inc: { requests: 1 } };
      await repeatIfDuplicate(() => put({ accountId }, update, changedAt));
    },

    /**
     * Returns the account's secret. If there is none, saves and returns `fresh`. A secret that can no longer be read
     * stays, because the operator may add its key again. For such a secret, returns undefined.
     */
    keepSecret: async (accountId: AccountId, fresh: string): Promise<string | undefined> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const found = await collection.findOne({ accountId }, { projection: { accountId: 1, secret: 1 } });
        if (found?.secret) return open(found);
        const { matchedCount } = await collection.updateOne(
          { accountId, secret: { $exists: false } },
          { $set: { secret: seal(accountId, fresh) } },
        );
        if (matchedCount === 1) return fresh;
      }
      throw new Error(`Webhook of account ${accountId}: the secret changed ${ROUNDS} times in a row.`);
    },

    /**
     * Replaces the account's secret. Until the time `until`, events are also signed with the old secret, if that can
     * still be read.
     * @param replacesSha256 digest of the secret to replace; if absent, any secret is replaced
     * @returns undefined, with nothing changed, when another caller has replaced the secret
     */
    rotateSecret: async (
      accountId: AccountId,
      fresh: string,
      until: Date,
      replacesSha256?: string,
    ): Promise<{ previousUntil: Date | undefined } | undefined> => {
      const found = await collection.findOne({ accountId });
      if (!found) return undefined;
      if (replacesSha256 !== undefined && digestOf(open(found) ?? '') !== replacesSha256) return undefined;
      const sameSecret = found.secret
        ? { 'secret.sealed': found.secret.sealed }
        : { secret: { $exists: false } };
      const previousSecret =
        found.secret && open(found) !== undefined ? { ...found.secret, until } : undefined;
      const { matchedCount } = await collection.updateOne(
        { accountId, ...sameSecret } as Filter<WebhookDocument>,
        { $set: { secret: seal(accountId, fresh), ...(previousSecret && { previousSecret }) } },
      );
      return matchedCount === 1 ? { previousUntil: previousSecret?.until } : undefined;
    },

    /** Removes the URL and keeps the secret. */
    remove: async (accountId: AccountId, changedAt: Date): Promise<void> => {
      await collection.updateOne(
        { accountId, url: { $exists: true } },
        requesting(changedAt, { $unset: { url: '' }, $set: { changedAt } }),
      );
      onDue(changedAt);
    },

    /**
     * Makes the account's webhook due at `at`, unless it is due earlier. Call this function after the new delivery was
     * saved.
     */
    schedule: async (accountId: AccountId, at: Date): Promise<void> => {
      await collection.updateOne({ accountId }, requesting(at));
      onDue(at);
    },

    /**
     * Ends the work on an account's deliveries until `next`. If a delivery became due meanwhile, nothing changes, and
     * the new `dispatchVersion` is returned. The caller then reads the due deliveries again.
     */
    finish: async (
      { accountId, fence, dispatchVersion: requests }: WebhookTurn,
      { next, failing }: { next: Date | undefined; failing: boolean },
    ): Promise<{ dispatchVersion: number } | undefined> => {
      const { matchedCount } = await collection.updateOne(
        { accountId, fence, requests },
        next ? deferring(next, { $set: { failing } }) : finishing({ $set: { failing } }),
      );
      if (matchedCount === 1) {
        if (next) onDue(next);
        return undefined;
      }
      const newer = await collection.findOne({ accountId, fence }, { projection: { requests: 1 } });
      // If another process has taken the lease, the fence has increased, and no document is found.
      return newer ? { dispatchVersion: newer.requests ?? 0 } : undefined;
    },
  };
}

export type WebhookStore = ReturnType<typeof createWebhookStore>;

export const toTurn = ({ accountId, fence = 0, requests = 0, failing }: WebhookDocument): WebhookTurn => ({
  accountId: toAccountId(accountId),
  fence,
  dispatchVersion: requests,
  failing,
});

export const secretBoundTo = (accountId: number) => `webhook-secret:${accountId}`;

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
