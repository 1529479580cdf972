import { startSweeper } from '@parcelyard/events/sweeper';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Running } from '@parcelyard/service-kit/run-program';
import type { Collection, Db } from 'mongodb';
import { searchWords } from '../../domain/search-words';
import type { OrderDocument } from './order-document';

const NAME = 'orders-search-words';
const BATCH_SIZE = 500;
const MAX_IDLE_MS = 3_600_000;

const SEARCHED = {
  ...{ accountId: 1, version: 1, searchWords: 1, orderNumber: 1, recipient: 1, shippingAddress: 1 },
  ...{ trackingNumber: 1, externalOrderId: 1, externalOrderNumber: 1, invoiceNumber: 1 },
} as const;

interface Options {
  db: Db;
  orders: Collection<OrderDocument>;
  logger: Logger;
}

/**
 * Gives orders of earlier builds the words that a search finds them by. Every start makes a pass over all orders until one has
 * found nothing to do: while replicas of an earlier build run, they go on writing orders without.
 */
export function startSearchBackfill({ db, orders, logger }: Options): Running {
  const migrations = db.collection<{ _id: string }>('migrations');
  let stopped = false;
  let done = false;

  const pass = async (): Promise<{ lacking: number; whole: boolean }> => {
    let lacking = 0;
    for (let last = 0; !stopped; ) {
      const batch = await orders
        .find({ _id: { $gt: last } }, { projection: SEARCHED })
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .toArray();
      lacking += await addWords(orders, batch);
      if (batch.length < BATCH_SIZE) return { lacking, whole: true };
      last = batch.at(-1)?._id ?? last;
    }
    return { lacking, whole: false };
  };

  const sweep = async () => {
    done ||= (await migrations.findOne({ _id: NAME })) !== null;
    if (done) return { found: false };
    const { lacking, whole } = await pass();
    if (whole && lacking === 0) {
      await migrations.updateOne({ _id: NAME }, { $set: { _id: NAME } }, { upsert: true });
    }
    done = true;
    return { found: false };
  };

  const sweeper = startSweeper({ name: 'search words of orders', sweep, maxIdleMs: MAX_IDLE_MS, logger });
  return {
    stop: async () => {
      stopped = true;
      await sweeper.stop();
    },
  };
}

/** How many lacked them. One that was changed meanwhile has them already. */
async function addWords(orders: Collection<OrderDocument>, batch: readonly OrderDocument[]): Promise<number> {
  const lacking = batch.filter((order) => order.searchWords === undefined);
  if (lacking.length === 0) return 0;
  await orders.bulkWrite(
    lacking.map((order) => ({
      updateOne: {
        filter: { _id: order._id, accountId: order.accountId, version: order.version },
        update: { $set: { searchWords: searchWords(order) } },
      },
    })),
  );
  return lacking.length;
}
