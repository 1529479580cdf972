import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, WithId } from 'mongodb';
import type { Seller } from '../domain/seller';

export interface Reference {
  /** Undefined when the reference was closed before the seller had returned an id. */
  readonly id: string | undefined;
  /** When the seller was last asked to sell the shipment or pickup. */
  readonly askedAt?: Date | undefined;
  /** How many requests were sent and not refused. Each of them may have ended in a sale. */
  readonly open: number;
}

export interface ReferenceKey {
  readonly accountId: number;
  /** The kind of the object to which the seller's id belongs: `shipment`, `pickup` … */
  readonly kind: string;
  readonly reference: string;
}

interface ReferenceDocument extends ReferenceKey {
  /** `<account>:<kind>:<reference>`. */
  readonly _id: string;
  readonly v: 1;
  readonly objectId?: string;
  readonly askedAt?: Date;
  readonly open?: number;
  readonly closedAt?: Date;
}

export type ReferenceBook = Awaited<ReturnType<typeof createReferenceBook>>;

const referencesOf = (seller: Seller): string => `${seller}_references`;

/**
 * For each of our references, stores the id that the seller gave to the shipment or pickup. The id is stored before the
 * shipment or pickup can cost money. Without this book, a seller would accept the same reference twice.
 */
export async function createReferenceBook(db: Db, seller: Seller) {
  // This index finds an object by the seller's id, in all accounts.
  await ensureIndexes(db, { [referencesOf(seller)]: [{ key: { objectId: 1 }, name: 'object_id' }] });
  const collection = db.collection<ReferenceDocument>(referencesOf(seller));
  const filterOf = ({ accountId, kind, reference }: ReferenceKey) => ({
    _id: `${accountId}:${kind}:${reference}`,
    accountId,
  });
  const find = async (entry: ReferenceKey) => ifFound(await collection.findOne(filterOf(entry)), toReference);
  return {
    find,
    /**
     * Stores the seller's id, once. If the reference already has an entry, even a closed one, returns the existing
     * entry.
     */
    remember: async (entry: ReferenceKey, id: string): Promise<Reference> => {
      const { kind, reference } = entry;
      const document = { ...filterOf(entry), v: 1 as const, kind, reference, objectId: id };
      const isNew = await unlessDuplicate(collection.insertOne(document));
      return (isNew ? undefined : await find(entry)) ?? { id, open: 0 };
    },
    /**
     * Records that we are about to ask the seller to sell. Call this method before each request to sell. Returns false
     * when the request must not be sent, because the reference is closed. For a seller that could sell the same object
     * twice, give `alone`. Then the method also returns false while an earlier request, sent after `settledAt`, may
     * still end in a sale.
     */
    asked: async (entry: ReferenceKey, at: Date, alone?: { readonly settledAt: Date }): Promise<boolean> => {
      const settled = alone && {
        $or: [{ open: { $exists: false } }, { open: 0 }, { askedAt: { $lte: alone.settledAt } }],
      };
      const { matchedCount } = await collection.updateOne(
        { ...filterOf(entry), closedAt: { $exists: false }, ...settled },
        { $set: { askedAt: at }, $inc: { open: 1 } },
      );
      return matchedCount === 1;
    },
    unsold: async (entry: ReferenceKey): Promise<void> => {
      await collection.updateOne({ ...filterOf(entry), open: { $gt: 0 } }, { $inc: { open: -1 } });
    },
    /**
     * Closes the reference. From now on, no request to sell may be sent for it, even if the request is already being
     * prepared.
     */
    close: async (entry: ReferenceKey, at: Date): Promise<Reference> => {
      const { kind, reference } = entry;
      const closed = await collection.findOneAndUpdate(
        filterOf(entry),
        { $set: { closedAt: at }, $setOnInsert: { v: 1, kind, reference } },
        { upsert: true, returnDocument: 'after' },
      );
      if (!closed) throw new Error(`No entry of ${reference} was closed.`);
      return toReference(closed);
    },
    ownersOf: async (ids: readonly string[]) => {
      const found = await collection.find({ objectId: { $in: [...ids] } }).toArray();
      return new Map(
        found.map(({ objectId = '', accountId, reference }) => [objectId, { accountId, reference }]),
      );
    },
  };
}

const toReference = ({ objectId, askedAt, open = 0 }: WithId<ReferenceDocument>): Reference => ({
  id: objectId,
  askedAt,
  open,
});
