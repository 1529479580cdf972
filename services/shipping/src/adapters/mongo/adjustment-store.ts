import { type DueDocument, dueIndex, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, IndexDescription, UpdateFilter } from 'mongodb';
import type { Seller } from '../../domain/seller';
import type { ReportedAdjustment } from '../../sellers/adjustment-source';

/**
 * A carrier's adjustment as its seller last reported it. The document is due until the adjustment is in the ledger and
 * on the order.
 */
export interface AdjustmentDocument extends DueDocument, Omit<ReportedAdjustment, 'id' | 'accountId'> {
  /** `<seller>:<the seller's id of the adjustment>` */
  _id: string;
  v: 1;
  seller: Seller;
  /** Number of the seller's latest report of this adjustment. */
  reportNumber: number;
  /** True when no purchase of ours has the adjustment's reference. */
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
 * The longest time until a reported adjustment is due. It is the pause for an adjustment whose purchase is still under
 * way.
 */
const FARTHEST_MS = 60_000;
/** Milliseconds in which an adjustment without a purchase counts for the alert. */
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

  /** Returns false when another process has recorded another report meanwhile. */
  const replaced = async (
    { _id, accountId, reportNumber }: AdjustmentDocument,
    fields: Partial<AdjustmentDocument>,
  ) => {
    // The new fence stops a worker that is still processing the previous report.
    const changed: UpdateFilter<AdjustmentDocument> = {
      $set: fields,
      $unset: { leaseUntil: '' },
      $inc: { fence: 1 },
    };
    return (await collection.updateOne({ _id, accountId, reportNumber }, changed)).matchedCount > 0;
  };

  return {
    /**
     * Records a seller's report. Only a changed amount becomes due. A report's number is at least the time in seconds.
     * Therefore a later report has a higher number, even after this database was restored from a backup.
     */
    report: async (seller: Seller, { id, ...named }: ReportedAdjustment): Promise<void> => {
      const { accountId, cents } = named;
      const key = { _id: `${seller}:${id}`, accountId };
      for (;;) {
        const known = await collection.findOne(key);
        // An adjustment of 0 cents matters only after a report with another amount.
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

    /** Returns the adjustment as its seller last reported it. */
    find: async (seller: Seller, { accountId, id }: Pick<ReportedAdjustment, 'accountId' | 'id'>) =>
      ifFound(await collection.findOne({ _id: `${seller}:${id}`, accountId }), toReport),

    /** Returns the seller's adjustments as last reported, in pages by id. Account 0 means all accounts. */
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

    /** Counts recent adjustments for which no purchase was found. */
    countUnattributed: () =>
      collection.countDocuments({
        unattributed: true,
        at: { $gte: new Date(clock.now().getTime() - REMEMBERED_MS) },
      }),
  };
}

/** An adjustment as its seller last reported it, with the number of that report. */
export interface AdjustmentReport extends ReportedAdjustment {
  readonly seller: Seller;
  readonly reportNumber: number;
}

/** The seller's id is the text after the first colon. A seller's name has no colon. */
export const toReport = ({ _id, ...rest }: AdjustmentDocument): AdjustmentReport => {
  const { accountId, reference, cents, measured, reason, at, seller, reportNumber } = rest;
  const id = _id.slice(_id.indexOf(':') + 1);
  return { id, accountId, reference, cents, measured, reason, at, seller, reportNumber };
};
