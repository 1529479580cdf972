import {
  type DueDocument,
  dueIndex,
  LeasedCollection,
  requesting,
} from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Worker } from '@parcelyard/due-work/worker';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, IndexDescription } from 'mongodb';
import { Counter } from 'prom-client';
import type { PaymentReversal } from '../../domain/transfers';

/** One document for each kind of check. It stores when the check is due, and which process has the lease. */
interface ReconciliationDocument extends DueDocument {
  _id: 'payments' | 'cards';
  /**
   * When the last successful check began. Absent before the first successful check, so that the first check reads
   * everything.
   */
  lookedAt?: Date;
}

interface Options {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Writes the refunds and disputes after `since` to the ledger. Without `since`, writes all refunds and disputes. */
  reconcile(since: Date | undefined): Promise<number>;
  lookAtCards(): Promise<void>;
}

const RECONCILIATIONS = 'reconciliations';

export const reconciliationIndexes: Record<string, readonly IndexDescription[]> = {
  [RECONCILIATIONS]: [dueIndex],
};

const PAUSE_MS = 15 * 60_000;
const CARDS_PAUSE_MS = 86_400_000;
const LEASE_MS = 10 * 60_000;
/**
 * Each run also reads the refunds and disputes that began up to this long before the last run, because a refund can
 * fail, and a dispute can be decided, months after its beginning.
 */
const CHANGES_WITHIN_MS = 180 * 86_400_000;

/**
 * Reads the payment gateway's refunds and disputes every 15 minutes, and looks for expiring cards once a day. Only one
 * replica does this at a time.
 */
export async function startReconciliation({
  db,
  clock,
  logger,
  reconcile,
  lookAtCards,
}: Options): Promise<
  Worker & { leased: LeasedCollection<ReconciliationDocument>; lookSoon(): Promise<void> }
> {
  const collection = db.collection<ReconciliationDocument>(RECONCILIATIONS);
  for (const _id of ['payments', 'cards'] as const) {
    await unlessDuplicate(collection.insertOne({ _id, accountId: 0, dueAt: clock.now() }));
  }
  const leased = new LeasedCollection({ collection, clock, leaseMs: LEASE_MS, farthestMs: CARDS_PAUSE_MS });
  const worker = startDueWorker({
    leased,
    name: 'payment reconciliation',
    maxIdleMs: 60_000,
    logger,
    handle: async (document) => {
      const { _id, lookedAt: last } = document;
      const lookedAt = clock.now();
      if (_id === 'cards') {
        await lookAtCards();
        await leased.defer(leased.held(document), new Date(lookedAt.getTime() + CARDS_PAUSE_MS));
        return;
      }
      await reconcile(last && new Date(last.getTime() - CHANGES_WITHIN_MS));
      const next = new Date(lookedAt.getTime() + PAUSE_MS);
      await leased.endTurn(document, { next, update: { $set: { lookedAt } } });
    },
  });
  return {
    ...worker,
    leased,
    lookSoon: async () => {
      await collection.updateOne({ _id: 'payments', accountId: 0 }, requesting(clock.now()));
      leased.announce();
    },
  };
}

/**
 * Counts the refunds and disputes that were written to the ledger, so that an operator notices a dispute in time to
 * answer it.
 */
export function createReversalMetrics() {
  const booked = new Counter({
    name: 'parcelyard_payment_reversals_total',
    help: 'Refunds and disputes of recharges that were booked, and those that were undone',
    labelNames: ['kind'],
    registers: [],
  });
  const kinds = ['refund', 'refund_failed', 'dispute', 'dispute_won'];
  for (const kind of kinds) booked.inc({ kind }, 0);
  const undone = { refund: 'refund_failed', dispute: 'dispute_won' } as const;
  return {
    metrics: [booked],
    onBooked: ({ kind, taken }: PaymentReversal) => booked.inc({ kind: taken ? kind : undone[kind] }),
  };
}
