import { type DueDocument, dueIndex, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, IndexDescription, UpdateFilter } from 'mongodb';
import type { Seller } from '../../domain/seller';
import type { ReportedAdjustment } from '../../sellers/adjustment-source';

/**
 * A carrier's change of a label's postage, as the seller last reported it. A worker has to write it to the ledger and
 * to the order, and it is due until both are done.
 */
export interface AdjustmentDocument extends DueDocument, Omit<ReportedAdjustment, 'id' | 'accountId'> {
  /** `<seller>:<the seller's id of the adjustment>`. */
  _id: string;
  v: 1;
  seller: Seller;
  /** The seller may report one adjustment several times. This is the number of the last report. */
  reportNumber: number;
  /** True when none of our purchases has the reference that the seller reported. */
  unattributed?: boolean;
}

export const ADJUSTMENTS = 'carrier_adjustments';

export const adjustmentIndexes: readonly IndexDescription[] = [
  dueIndex,
  { key: { accountId: 1, _id: 1 }, name: 'account' },
  { key: { unattributed: 1, at: 1 }, name: 'unattributed', partialFilterExpression: { unattributed: true } },
];

const LEASE_MS = 30_000;
/**
 * The longest time until an adjustment is due. If an adjustment comes before its purchase has ended, it waits this
 * long.
 */
const FARTHEST_MS = 60_000;
/** For this long, an adjustment that belongs to none of our purchases is counted in the alert. */
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

  /**
   * Changes the stored adjustment. Returns false when another process has stored another report of the adjustment
   * meanwhile.
   */
  const replaced = async (
    { _id, accountId, reportNumber }: AdjustmentDocument,
    fields: Partial<AdjustmentDocument>,
  ) => {
    // The fence increases, so that a worker that still handles the previous report can no longer write.
    const changed: UpdateFilter<AdjustmentDocument> = {
      $set: fields,
      $unset: { leaseUntil: '' },
      $inc: { fence: 1 },
    };
    return (await collection.updateOne({ _id, accountId, reportNumber }, changed)).matchedCount > 0;
  };

  return {
    /**
     * Stores a seller's report. The adjustment is due only when its amount has changed. The number of a report is at
     * least the time in seconds, so a later report has a higher number, even after a restore of a backup.
     */
    report: async (seller: Seller, { id, ...named }: ReportedAdjustment): Promise<void> => {
      const { accountId, cents } = named;
      const key = { _id: `${seller}:${id}`, accountId };
      for (;;) {
        const known = await collection.findOne(key);
        // An adjustment of 0 cents changes nothing, unless another amount was reported before.
        if (cents === (known?.cents ?? 0)) return;
        const now = clock.now();
        const reportNumber = Math.max((known?.reportNumber ?? 0) + 1, Math.floor(now.getTime() / 1_000));
        const fields = { ...named, seller, v: 1 as const, dueAt: now, reportNumber };
        const isWritten = known
          ? await replaced(known, fields)
          : await unlessDuplicate(collection.insertOne({ ...key, ...fields }));
        if (isWritten) break;
      }
      leased.announce();
    },

    find: async (seller: Seller, { accountId, id }: Pick<ReportedAdjustment, 'accountId' | 'id'>) =>
      ifFound(await collection.findOne({ _id: `${seller}:${id}`, accountId }), toReport),

    /** Returns the seller's adjustments in pages by id. Account 0 means all accounts. */
    list: async (seller: Seller, page: { accountId: number; after: string; limit: number }) => {
      const { accountId, after, limit } = page;
      const [from, to] = [after || `${seller}:`, `${seller};`];
      const found = await collection
        .find({ ...(accountId !== 0 && { accountId }), _id: { $gt: from, $lt: to } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return {
        adjustments: found.map(toReport),
        next: found.length < limit ? '' : (found.at(-1)?._id ?? ''),
      };
    },

    countUnattributed: () =>
      collection.countDocuments({
        unattributed: true,
        at: { $gte: new Date(clock.now().getTime() - REMEMBERED_MS) },
      }),
  };
}

export interface AdjustmentReport extends ReportedAdjustment {
  readonly seller: Seller;
  readonly reportNumber: number;
}

/** The seller's id is everything after the first colon. */
export const toReport = ({ _id, ...rest }: AdjustmentDocument): AdjustmentReport => {
  const { accountId, reference, cents, measured, reason, at, seller, reportNumber } = rest;
  const id = _id.slice(_id.indexOf(':') + 1);
  return { id, accountId, reference, cents, measured, reason, at, seller, reportNumber };
};
