import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db } from 'mongodb';

/**
 * Which of EasyPost's objects stands for a reference of ours. EasyPost does not keep references unique, so whatever
 * costs money is done to the object that is written down here, and it is written down before.
 */
export interface ReferenceBook {
  /** Writes the id down once, and gives back the first one that was written. */
  remember(entry: ReferenceKey, id: string): Promise<string>;
  find(entry: ReferenceKey): Promise<Reference | undefined>;
  /** Notes that EasyPost is about to be asked to sell it. */
  asked(entry: ReferenceKey, at: Date): Promise<void>;
}

export interface Reference {
  readonly id: string;
  /** When EasyPost was last asked to sell it. */
  readonly askedAt?: Date | undefined;
}

export interface ReferenceKey {
  readonly accountId: number;
  readonly kind: 'shipment' | 'pickup' | 'batch';
  readonly reference: string;
}

interface ReferenceDocument extends ReferenceKey {
  /** `<account>:<kind>:<reference>` */
  readonly _id: string;
  readonly v: 1;
  readonly easypostId: string;
  readonly askedAt?: Date;
}

export function createReferenceBook(db: Db): ReferenceBook {
  const collection = db.collection<ReferenceDocument>('easypost_references');
  const keyOf = ({ accountId, kind, reference }: ReferenceKey) => `${accountId}:${kind}:${reference}`;
  const find = async (entry: ReferenceKey) => {
    const found = await collection.findOne({ _id: keyOf(entry), accountId: entry.accountId });
    return found ? { id: found.easypostId, askedAt: found.askedAt } : undefined;
  };
  return {
    find,
    remember: async (entry, id) => {
      const { accountId, kind, reference } = entry;
      try {
        await collection.insertOne({ _id: keyOf(entry), v: 1, accountId, kind, reference, easypostId: id });
        return id;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await find(entry))?.id ?? id;
      }
    },
    asked: async (entry, at) => {
      const filter = { _id: keyOf(entry), accountId: entry.accountId };
      await collection.updateOne(filter, { $set: { askedAt: at } });
    },
  };
}
