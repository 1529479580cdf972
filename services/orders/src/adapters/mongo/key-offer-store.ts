import { createHash } from 'node:crypto';
import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { Db } from 'mongodb';
import { KEY_OFFERS } from './platform-indexes';

/** A store that a member wants connected, until it posts its keys. */
export interface KeyOffer {
  accountId: AccountId;
  storeName: string;
  url: string;
  createdAt: Date;
}

interface KeyOfferDocument extends Omit<KeyOffer, 'accountId'> {
  /** A digest of the key that only the store is told. */
  _id: string;
  accountId: number;
  v: 1;
}

export function createKeyOfferStore(db: Db) {
  const collection = db.collection<KeyOfferDocument>(KEY_OFFERS);
  return {
    offer: async (key: string, offer: KeyOffer): Promise<void> => {
      await collection.insertOne({ _id: digestOf(key), v: 1, ...offer });
    },
    /** Works once. @param accountId as the key itself says it */
    take: async (key: string, accountId: AccountId): Promise<KeyOffer | undefined> => {
      const taken = await collection.findOneAndDelete({ _id: digestOf(key), accountId });
      if (!taken) return undefined;
      const { storeName, url, createdAt } = taken;
      return { accountId: toAccountId(taken.accountId), storeName, url, createdAt };
    },
  };
}

export type KeyOfferStore = ReturnType<typeof createKeyOfferStore>;

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
