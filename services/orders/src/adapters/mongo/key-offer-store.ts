import { createHash } from 'node:crypto';
import { type DueDocument, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import { createTextSealer, openIfReadable } from '@parcelyard/service-kit/text-sealer';
import type { Db } from 'mongodb';
import type { WooCommerceAccess } from '../../domain/platforms/connection';
import { CODE_TRIES } from '../../domain/platforms/store-code';
import { KEY_OFFERS } from './platform-indexes';
import { fromStoredText, type StoredSealedText, toStoredText } from './stored-sealed-text';

/** A WooCommerce store that the owner wants to connect. */
export interface KeyOffer {
  accountId: AccountId;
  storeName: string;
  /** The account's name, which the people who run the store see. */
  accountName: string;
  url: string;
}

/** What is stored encrypted until the owner enters the code. */
export interface HeldKeys {
  access: WooCommerceAccess;
  code: string;
}

export interface WaitingOffer extends KeyOffer {
  /** Hash of the key in the address to which the store posts. Only the store knows the key. */
  id: string;
  expiresAt: Date;
}

export interface KeyOfferDocument extends Omit<KeyOffer, 'accountId'>, DueDocument {
  _id: string;
  /** Until this time the link, and later the code, can be used. */
  usableUntil: Date;
  expiresAt: Date;
  /** True when the store has posted its keys. The address cannot be used again. */
  posted?: true;
  held?: StoredSealedText;
  triesLeft?: number;
  v: 1;
}

const LINK_MS = 86_400_000;
const CODE_MS = 3_600_000;
/** How long this service tries to remove the code from a store that does not answer. */
const HIDE_CODE_FOR_MS = 86_400_000;

export const leasedKeyOffers = (db: Db, clock: Clock) =>
  new LeasedCollection<KeyOfferDocument>({
    collection: db.collection(KEY_OFFERS),
    clock,
    leaseMs: 30_000,
    farthestMs: CODE_MS,
  });

export function createKeyOfferStore(leased: LeasedCollection<KeyOfferDocument>, keys: KeyRing) {
  const { collection, clock } = leased;
  const sealer = createTextSealer(keys);
  const after = (ms: number) => new Date(clock.now().getTime() + ms);
  const waiting = (accountId: AccountId) => ({
    accountId,
    triesLeft: { $gt: 0 },
    usableUntil: { $gt: clock.now(), $lte: latestPossible(clock.now(), CODE_MS) },
  });
  const open = ({ accountId, held }: KeyOfferDocument): HeldKeys | undefined => {
    if (!held) return undefined;
    const text = openIfReadable(sealer, fromStoredText(held), offerBoundTo(accountId));
    // Only this service can have encrypted the text, so its content needs no check.
    return text === undefined ? undefined : (JSON.parse(text) as HeldKeys);
  };

  return {
    offer: async (key: string, offer: KeyOffer): Promise<void> => {
      const usableUntil = after(LINK_MS);
      await collection.insertOne({ _id: digestOf(key), v: 1, ...offer, usableUntil, expiresAt: usableUntil });
    },

    /**
     * Marks the offer as used and returns it. Only the first call gets the offer.
     * @param accountId the account whose id is part of the key
     */
    take: async (key: string, accountId: AccountId): Promise<WaitingOffer | undefined> =>
      ifFound(
        await collection.findOneAndUpdate(
          { _id: digestOf(key), accountId, posted: { $exists: false }, usableUntil: { $gt: clock.now() } },
          { $set: { posted: true } },
        ),
        toOffer,
      ),

    /**
     * Stores the posted keys for an hour, until the owner enters the code. After the hour, a worker removes the code
     * from the store.
     */
    hold: async ({ id, accountId }: WaitingOffer, held: HeldKeys): Promise<void> => {
      const usableUntil = after(CODE_MS);
      await collection.updateOne(
        { _id: id, accountId },
        {
          $set: {
            held: toStoredText(sealer.seal(JSON.stringify(held), offerBoundTo(accountId))),
            triesLeft: CODE_TRIES,
            usableUntil,
            expiresAt: after(CODE_MS + HIDE_CODE_FOR_MS),
            dueAt: usableUntil,
          },
        },
      );
      leased.announce(usableUntil);
    },

    /** Returns the keys of an offer whose hour has ended. */
    heldBy: (offer: KeyOfferDocument): HeldKeys | undefined => open(offer),

    /** Returns the offer that waits for its code; undefined when there is none. */
    waiting: async (accountId: AccountId): Promise<WaitingOffer | undefined> =>
      ifFound(await collection.findOne(waiting(accountId), NEWEST), toOffer),

    /**
     * Uses up one try before the code is compared.
     * @returns the stored keys, and the number of remaining tries
     */
    tryCode: async (
      accountId: AccountId,
    ): Promise<{ offer: WaitingOffer; held: HeldKeys; left: number } | undefined> => {
      const found = await collection.findOneAndUpdate(
        waiting(accountId),
        { $inc: { triesLeft: -1 } },
        { ...NEWEST, returnDocument: 'after' },
      );
      const held = found && open(found);
      return held ? { offer: toOffer(found), held, left: found.triesLeft ?? 0 } : undefined;
    },

    /** Gives the try back when the code was right but the store could not be connected. */
    restoreTry: async ({ id, accountId }: WaitingOffer): Promise<void> => {
      await collection.updateOne({ _id: id, accountId }, { $inc: { triesLeft: 1 } });
    },

    forget: async ({ id, accountId }: { id: string; accountId: number }): Promise<void> => {
      await collection.deleteOne({ _id: id, accountId });
    },
  };
}

export type KeyOfferStore = ReturnType<typeof createKeyOfferStore>;

/** If two stores wait for their codes, the store that posted its keys last counts. */
const NEWEST = { sort: { expiresAt: -1 } } as const;

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

export const offerBoundTo = (accountId: number) => `key-offer:${accountId}`;

const toOffer = ({ _id: id, accountId, storeName, accountName, url, usableUntil }: KeyOfferDocument) => ({
  id,
  accountId: toAccountId(accountId),
  storeName,
  accountName,
  url,
  expiresAt: usableUntil,
});
