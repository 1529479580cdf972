import { startSweeper } from '@parcelyard/events/sweeper';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Running } from '@parcelyard/service-kit/run-program';
import type { Collection, Db } from 'mongodb';
import type { OrderDocument } from './order-document';

const BATCH_SIZE = 500;
const MAX_IDLE_MS = 3_600_000;

/** A field that orders of earlier builds lack. */
export interface OrderBackfill {
  /** Of the record that says that it is done. */
  readonly name: string;
  readonly field: keyof OrderDocument;
  /** What else `value` reads of an order. */
  readonly reads: { readonly [F in keyof OrderDocument]?: 1 };
  value(order: OrderDocument): unknown;
}

interface Options {
  db: Db;
  orders: Collection<OrderDocument>;
  logger: Logger;
}

/**
 * Gives orders of earlier builds a field of this one. Every start makes a pass over all orders until one has found nothing
 * to do: while replicas of an earlier build run, they go on writing orders without.
 */
export function startOrderBackfill({ db, orders, logger }: Options, backfill: OrderBackfill): Running {
  const { name, field, reads } = backfill;
  const migrations = db.collection<{ _id: string }>('migrations');
  const projection = { accountId: 1, version: 1, [field]: 1, ...reads };
  let stopped = false;
  let done = false;

  const pass = async (): Promise<{ lacking: number; whole: boolean }> => {
    let lacking = 0;
    for (let last = 0; !stopped; ) {
      const batch = await orders
        .find({ _id: { $gt: last } }, { projection })
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .toArray();
      lacking += await fill(orders, batch, backfill);
      if (batch.length < BATCH_SIZE) return { lacking, whole: true };
      last = batch.at(-1)?._id ?? last;
    }
    return { lacking, whole: false };
  };

  const sweep = async () => {
    done ||= (await migrations.findOne({ _id: name })) !== null;
    if (done) return { found: false };
    const { lacking, whole } = await pass();
    if (whole && lacking === 0) {
      await migrations.updateOne({ _id: name }, { $set: { _id: name } }, { upsert: true });
    }
    done = true;
    return { found: false };
  };

  const sweeper = startSweeper({ name, sweep, maxIdleMs: MAX_IDLE_MS, logger });
  return {
    stop: async () => {
      stopped = true;
      await sweeper.stop();
    },
  };
}

/** How many lacked it. One that was changed meanwhile has it already. */
async function fill(
  orders: Collection<OrderDocument>,
  batch: readonly OrderDocument[],
  { field, value }: OrderBackfill,
): Promise<number> {
  const lacking = batch.filter((order) => order[field] === undefined);
  if (lacking.length === 0) return 0;
  await orders.bulkWrite(
    lacking.map((order) => ({
      updateOne: {
        filter: { _id: order._id, accountId: order.accountId, version: order.version },
        update: { $set: { [field]: value(order) } },
      },
    })),
  );
  return lacking.length;
}
