import { type DueDocument, LeasedCollection, requesting } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Worker } from '@parcelyard/due-work/worker';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, WithId } from 'mongodb';
import { type CarryPorts, carryAdjustment } from '../../use-cases/carry-adjustment';
import { type AdjustmentDocument, toReport } from '../mongo/adjustment-store';

/** When the sellers are next asked for adjustments, and which replica asks. */
export interface LookDocument extends DueDocument {
  _id: 'adjustments';
  /** How many adjustments in the last answers belong to none of our labels. */
  unattributed?: number;
}

export const LOOKS = 'carrier_looks';

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;

export const leasedLooks = (db: Db, clock: Clock) =>
  new LeasedCollection<LookDocument>({
    collection: db.collection(LOOKS),
    clock,
    leaseMs: LEASE_MS,
    farthestMs: DAY_MS,
  });

interface Options {
  readonly leased: LeasedCollection<LookDocument>;
  readonly logger: Logger;
  /** Asks the sellers for adjustments. Returns how many belong to none of our labels. */
  look(): Promise<number>;
}

/** Asks the sellers for adjustments once a day, and when somebody requests it. Only one replica asks at a time. */
export async function startAdjustmentLooks({
  leased,
  logger,
  look,
}: Options): Promise<Worker & { lookSoon(): Promise<void> }> {
  const { collection, clock } = leased;
  // The sellers are first asked after a day, because a label is adjusted only after its sale.
  const dueAt = new Date(clock.now().getTime() + DAY_MS);
  await unlessDuplicate(collection.insertOne({ _id: 'adjustments', accountId: 0, dueAt }));
  const worker = startDueWorker({
    leased,
    logger,
    name: 'adjustment looks',
    maxIdleMs: 60_000,
    // A seller may take minutes to write its report, so the lease is renewed.
    renews: true,
    handle: async (document) => {
      await leased.endTurn(document, { next: DAY_MS, update: { $set: { unattributed: await look() } } });
    },
  });
  return {
    ...worker,
    lookSoon: async () => {
      await collection.updateOne({ _id: 'adjustments', accountId: 0 }, requesting(clock.now()));
      leased.announce();
    },
  };
}

/** The pause for an adjustment whose purchase has not ended. */
const UNFINISHED_PAUSE_MS = 60_000;

type CarryingPorts = CarryPorts & { readonly logger: Logger };

/** Writes each reported adjustment to the ledger and to its order. */
export const startAdjustmentWorker = (
  leased: LeasedCollection<AdjustmentDocument>,
  ports: CarryingPorts,
): Worker =>
  startDueWorker({
    leased,
    logger: ports.logger,
    name: 'carrier adjustments',
    maxIdleMs: 15_000,
    handle: (document) => carryOne(leased, ports, document),
  });

export async function carryOne(
  leased: LeasedCollection<AdjustmentDocument>,
  ports: CarryingPorts,
  document: WithId<AdjustmentDocument>,
): Promise<void> {
  const held = leased.held(document);
  const { _id: adjustment, reference } = document;
  const outcome = await carryAdjustment(ports, toReport(document));
  if (outcome === 'early') {
    await leased.defer(held, UNFINISHED_PAUSE_MS);
    return;
  }
  const unattributed = outcome === 'unattributed';
  if (unattributed)
    ports.logger.error({ adjustment, reference }, 'a carrier adjusted the postage of an unknown purchase');
  await leased.finish(held, unattributed ? { $set: { unattributed } } : { $unset: { unattributed: '' } });
}
