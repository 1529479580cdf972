import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, WithId } from 'mongodb';
import type { Seller } from '../domain/seller';

export interface Reference {
  /** Undefined when the entry was closed before the seller returned an id. */
  readonly id: string | undefined;
  /** When the seller was last asked to sell the object (a shipment or a pickup). */
  readonly askedAt?: Date | undefined;
  /** Number of requests with an unknown outcome. */
  readonly open: number;
}

export interface ReferenceKey {
  readonly accountId: number;
  /** The seller's name for the kind of object: `shipment`, `pickup`. */
  readonly kind: string;
  readonly reference: string;
}

interface ReferenceDocument extends ReferenceKey {
  /** `<account>:<kind>:<reference>` */
  readonly _id: string;
  readonly v: 1;
  /** The object's id at the seller. */
  readonly objectId?: string;
  readonly askedAt?: Date;
  /** Absent before the first request. */
  readonly open?: number;
  readonly closedAt?: Date;
}

export type ReferenceBook = Awaited<ReturnType<typeof createReferenceBook>>;

/** Returns the collection of one seller's book. */
const referencesOf = (seller: Seller): string => `${seller}_references`;

/**
 * Records which object of a seller belongs to a reference of ours. Sellers accept the same reference for several
 * objects. So an object is recorded here before it can cost money.
 */
export async function createReferenceBook(db: Db, seller: Seller) {
  // For queries by the seller's id, without an account.
  await ensureIndexes(db, { [referencesOf(seller)]: [{ key: { objectId: 1 }, name: 'object_id' }] });
  const collection = db.collection<ReferenceDocument>(referencesOf(seller));
  const filterOf = ({ accountId, kind, reference }: ReferenceKey) => ({
    _id: `${accountId}:${kind}:${reference}`,
    accountId,
  });
  const find = async (entry: ReferenceKey) => ifFound(await collection.findOne(filterOf(entry)), toReference);
  return {
    find,
    /** Records the id, once. If the reference already has an entry, even a closed one, returns that entry. */
    remember: async (entry: ReferenceKey, id: string): Promise<Reference> => {
      const { kind, reference } = entry;
      const document = { ...filterOf(entry), v: 1 as const, kind, reference, objectId: id };
      const isNew = await unlessDuplicate(collection.insertOne(document));
      return (isNew ? undefined : await find(entry)) ?? { id, open: 0 };
    },
    /**
     * Records that the seller will now be asked to sell. Returns false when the entry is closed: then the seller must
     * not be asked. `alone` is for sellers that could sell the same object twice. With `alone`, the result is also
     * false while an earlier request, made after `settledAt`, may still end in a sale.
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
    /** Records that one of the open requests ended without a sale. */
    unsold: async (entry: ReferenceKey): Promise<void> => {
      await collection.updateOne({ ...filterOf(entry), open: { $gt: 0 } }, { $inc: { open: -1 } });
    },
    /**
     * Closes the reference: from now on no request may start under it, even if the request is already being prepared.
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
    /** Returns the account and reference of each id. */
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
