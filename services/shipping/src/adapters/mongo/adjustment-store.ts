import { type DueDocument, dueIndex, LeasedCollection } from '@parcelyard/events/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription, UpdateFilter } from 'mongodb';
import type { NamedAdjustment } from '../../carriers/adjustment-source';
import type { Seller } from '../../domain/seller';

/** A carrier's correction as its seller named it last; due until the ledger and the order have it. */
export interface AdjustmentDocument extends DueDocument, Omit<NamedAdjustment, 'id' | 'accountId'> {
  /** `<seller>:<the seller's name of it>` */
  _id: string;
  v: 1;
  seller: Seller;
  /** Counts what its seller has named it. */
  word: number;
  /** No purchase of ours was sold under its reference. */
  unattributed?: boolean;
}

export const ADJUSTMENTS = 'carrier_adjustments';

export const adjustmentIndexes: readonly IndexDescription[] = [
  dueIndex,
  { key: { accountId: 1, _id: 1 }, name: 'account' },
  { key: { unattributed: 1, at: 1 }, name: 'unattributed', partialFilterExpression: { unattributed: true } },
];

const LEASE_MS = 30_000;
/** As long as one waits whose purchase is not at rest yet. */
const FARTHEST_MS = 60_000;
/** How long one that is of no purchase keeps an operator awake. */
const REMEMBERED_MS = 120 * 86_400_000;

export const leasedAdjustments = (db: Db, clock: Clock) =>
  new LeasedCollection<AdjustmentDocument>({
    collection: db.collection(ADJUSTMENTS),
    clock,
    leaseMs: LEASE_MS,
    farthestMs: FARTHEST_MS,
  });

export type AdjustmentStore = ReturnType<typeof createAdjustmentStore>;

export function createAdjustmentStore(leased: LeasedCollection<AdjustmentDocument>) {
  const { collection, clock } = leased;

  /** False when somebody else has written down another word meanwhile. */
  const renamed = async ({ _id, accountId, word }: AdjustmentDocument, told: Partial<AdjustmentDocument>) => {
    // Whoever carries the word before writes no end of the work any more.
    const changed: UpdateFilter<AdjustmentDocument> = {
      $set: told,
      $unset: { leaseUntil: '' },
      $inc: { fence: 1 },
    };
    return (await collection.updateOne({ _id, accountId, word }, changed)).matchedCount > 0;
  };

  const inserted = async (document: AdjustmentDocument): Promise<boolean> => {
    try {
      await collection.insertOne(document);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  return {
    /**
     * Writes down what a seller names; only what differs from what it named before is due. Words are numbered by the clock:
     * of two the later one has the higher number, also when this database was put back to before one that was carried.
     */
    name: async (seller: Seller, { id, ...named }: NamedAdjustment): Promise<void> => {
      const { accountId, cents } = named;
      const key = { _id: `${seller}:${id}`, accountId };
      for (;;) {
        const known = await collection.findOne(key);
        // A correction of 0 cents is noted only after one that was not 0.
        if (cents === (known?.cents ?? 0)) return;
        const now = clock.now();
        const word = Math.max((known?.word ?? 0) + 1, Math.floor(now.getTime() / 1_000));
        const told = { ...named, seller, v: 1 as const, dueAt: now, word };
        if (known ? await renamed(known, told) : await inserted({ ...key, ...told })) break;
      }
      leased.announce();
    },

    /** As its seller named it last. */
    find: async (seller: Seller, { accountId, id }: Pick<NamedAdjustment, 'accountId' | 'id'>) => {
      const found = await collection.findOne({ _id: `${seller}:${id}`, accountId });
      return found ? toWord(found) : undefined;
    },

    /** As a seller named them last, in pages by id; account 0 means all. */
    list: async (seller: Seller, page: { accountId: number; after: string; limit: number }) => {
      const { accountId, after, limit } = page;
      const [from, to] = [after || `${seller}:`, `${seller};`];
      const found = await collection
        .find({ ...(accountId !== 0 && { accountId }), _id: { $gt: from, $lt: to } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return { adjustments: found.map(toWord), next: found.length < limit ? '' : (found.at(-1)?._id ?? '') };
    },

    /** Those of late that a purchase of ours cannot be found for. */
    countUnattributed: () =>
      collection.countDocuments({
        unattributed: true,
        at: { $gte: new Date(clock.now().getTime() - REMEMBERED_MS) },
      }),
  };
}

/** A correction as a seller last reported it, and how often it was reported differently. */
export interface AdjustmentWord extends NamedAdjustment {
  readonly seller: Seller;
  readonly word: number;
}

/** Names have no colon. */
export const toWord = ({ _id, ...rest }: AdjustmentDocument): AdjustmentWord => {
  const { accountId, reference, cents, measured, reason, at, seller, word } = rest;
  const id = _id.slice(_id.indexOf(':') + 1);
  return { id, accountId, reference, cents, measured, reason, at, seller, word };
};
