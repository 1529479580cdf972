import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessTaken } from '@parcelyard/service-kit/mongo/unless-taken';
import type { Db, WithId } from 'mongodb';
import type { Seller } from '../domain/seller';

export interface Reference {
  /** undefined: closed before the seller returned an id. */
  readonly id: string | undefined;
  /** When the seller was last asked to sell it. */
  readonly askedAt?: Date | undefined;
  /** Requests whose outcome is still unknown. */
  readonly open: number;
}

export interface ReferenceKey {
  readonly accountId: number;
  /** What the seller calls the object: `shipment`, `pickup`. */
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

/** The collection of one seller's book. */
const referencesOf = (seller: Seller): string => `${seller}_references`;

/**
 * Records which of a seller's objects belongs to a reference of ours. Sellers do not keep references unique, so an
 * object is recorded here before anything that costs money is done with it.
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
    /** Records the id once. Returns the first recorded entry, or a closed one. */
    remember: async (entry: ReferenceKey, id: string): Promise<Reference> => {
      const { kind, reference } = entry;
      const document = { ...filterOf(entry), v: 1 as const, kind, reference, objectId: id };
      const isNew = await unlessTaken(collection.insertOne(document));
      return (isNew ? undefined : await find(entry)) ?? { id, open: 0 };
    },
    /**
     * Records that the seller is about to be asked to sell. False when the entry is closed: the seller must not be asked.
     * With `alone` also false while an earlier request, made after `settledAt`, may still end in a sale: for sellers that
     * sell the same object twice.
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
    /** Records that one of these requests ended without a sale. */
    unsold: async (entry: ReferenceKey): Promise<void> => {
      await collection.updateOne({ ...filterOf(entry), open: { $gt: 0 } }, { $inc: { open: -1 } });
    },
    /** Closes the reference: no request may start under it from now on, even one in preparation. */
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
    /** The account and reference of each id. */
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
