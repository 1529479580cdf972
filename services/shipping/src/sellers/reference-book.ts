import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription, WithId } from 'mongodb';

/**
 * Records which EasyPost object belongs to a reference of ours. EasyPost does not keep references unique, so an object
 * is recorded here before anything that costs money is done with it.
 */
export interface ReferenceBook {
  /** Records the id once. Returns the first recorded entry, or a closed one. */
  remember(entry: ReferenceKey, id: string): Promise<Reference>;
  find(entry: ReferenceKey): Promise<Reference | undefined>;
  /** Records that EasyPost is about to be asked to sell. False when the entry is closed: EasyPost must not be asked. */
  asked(entry: ReferenceKey, at: Date): Promise<boolean>;
  /** Records that one of these requests ended without a sale. */
  unsold(entry: ReferenceKey): Promise<void>;
  /** Closes the reference: no request may start under it from now on, even one in preparation. */
  close(entry: ReferenceKey, at: Date): Promise<Reference>;
  /** The account and reference of each EasyPost id. */
  ownersOf(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<ReferenceKey, 'accountId' | 'reference'>>>;
}

export interface Reference {
  /** undefined: closed before EasyPost returned an id. */
  readonly id: string | undefined;
  /** When EasyPost was last asked to sell it. */
  readonly askedAt?: Date | undefined;
  /** Requests whose outcome is still unknown. */
  readonly open: number;
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
  readonly easypostId?: string;
  readonly askedAt?: Date;
  /** Absent before the first request. */
  readonly open?: number;
  readonly closedAt?: Date;
}

export const EASYPOST_REFERENCES = 'easypost_references';

/** For queries by EasyPost's id, without an account. */
export const referenceIndexes: readonly IndexDescription[] = [
  { key: { easypostId: 1 }, name: 'easypost_id' },
];

export function createReferenceBook(db: Db): ReferenceBook {
  const collection = db.collection<ReferenceDocument>(EASYPOST_REFERENCES);
  const filterOf = ({ accountId, kind, reference }: ReferenceKey) => ({
    _id: `${accountId}:${kind}:${reference}`,
    accountId,
  });
  const find = async (entry: ReferenceKey) => {
    const found = await collection.findOne(filterOf(entry));
    return found ? toReference(found) : undefined;
  };
  return {
    find,
    remember: async (entry, id) => {
      const { kind, reference } = entry;
      try {
        await collection.insertOne({ ...filterOf(entry), v: 1, kind, reference, easypostId: id });
        return { id, open: 0 };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await find(entry)) ?? { id, open: 0 };
      }
    },
    asked: async (entry, at) => {
      const { matchedCount } = await collection.updateOne(
        { ...filterOf(entry), closedAt: { $exists: false } },
        { $set: { askedAt: at }, $inc: { open: 1 } },
      );
      return matchedCount === 1;
    },
    unsold: async (entry) => {
      await collection.updateOne({ ...filterOf(entry), open: { $gt: 0 } }, { $inc: { open: -1 } });
    },
    close: async (entry, at) => {
      const { kind, reference } = entry;
      const closed = await collection.findOneAndUpdate(
        filterOf(entry),
        { $set: { closedAt: at }, $setOnInsert: { v: 1, kind, reference } },
        { upsert: true, returnDocument: 'after' },
      );
      if (!closed) throw new Error(`No entry of ${reference} was closed.`);
      return toReference(closed);
    },
    ownersOf: async (ids) => {
      const found = await collection.find({ easypostId: { $in: [...ids] } }).toArray();
      return new Map(
        found.map(({ easypostId = '', accountId, reference }) => [easypostId, { accountId, reference }]),
      );
    },
  };
}

const toReference = ({ easypostId, askedAt, open = 0 }: WithId<ReferenceDocument>): Reference => ({
  id: easypostId,
  askedAt,
  open,
});
