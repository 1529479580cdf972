import { BackgroundWork } from '@parcelyard/service-kit/background-work';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Collection } from 'mongodb';
import type { OrderDocument } from './order-document';

/**
 * Takes out of orders what they no longer need to carry: changes that are counted and events that are published. It
 * does so behind everybody's back, for many orders of an account in one update.
 */
export interface MarkCleaner {
  /** @param settled called when they are gone, or with `false` when they may still stand */
  clearSoon(
    accountId: number,
    orderIds: readonly number[],
    marks: Marks,
    settled: (gone: boolean) => void,
  ): void;
  clearNow(accountId: number, orderIds: readonly number[], marks: Marks): Promise<void>;
  /** Clears what waits, and waits for it. */
  idle(): Promise<void>;
}

export interface Marks {
  changeIds?: readonly string[];
  eventIds?: readonly string[];
}

interface Options {
  orders: Collection<OrderDocument>;
  logger: Logger;
}

/** Far below the age at which a change counts as left behind. */
const DELAY_MS = 1_000;
/** Bounds what an update carries, and how many ids the counters keep. */
const MAX_ORDERS = 64;

interface Waiting {
  orderIds: Set<number>;
  changeIds: string[];
  eventIds: string[];
  settled: ((gone: boolean) => void)[];
  timer: NodeJS.Timeout;
}

export function createMarkCleaner({ orders, logger }: Options): MarkCleaner {
  const background = new BackgroundWork();
  const waiting = new Map<number, Waiting>();

  const clearNow: MarkCleaner['clearNow'] = async (
    accountId,
    orderIds,
    { changeIds = [], eventIds = [] },
  ) => {
    await orders.updateMany(
      { accountId, _id: { $in: [...orderIds] } },
      {
        $pull: {
          ...(changeIds.length > 0 && { uncounted: { id: { $in: [...changeIds] } } }),
          ...(eventIds.length > 0 && { outbox: { eventId: { $in: [...eventIds] } } }),
        },
      },
    );
  };

  const flush = (accountId: number) => {
    const due = waiting.get(accountId);
    if (!due) return;
    waiting.delete(accountId);
    clearTimeout(due.timer);
    const settle = (gone: boolean) => {
      for (const settled of due.settled) settled(gone);
    };
    const cleared = clearNow(accountId, [...due.orderIds], due).then(
      () => settle(true),
      (error: unknown) => {
        logger.debug({ accountId, err: error }, 'marks of orders left to the sweep');
        settle(false);
      },
    );
    background.add(cleared);
  };

  const waitingOf = (accountId: number): Waiting => {
    const present = waiting.get(accountId);
    if (present) return present;
    // A stop clears what waits, by `idle`: nothing hangs on the timer.
    const timer = setTimeout(() => flush(accountId), DELAY_MS).unref();
    const created = { orderIds: new Set<number>(), changeIds: [], eventIds: [], settled: [], timer };
    waiting.set(accountId, created);
    return created;
  };

  return {
    clearNow,
    clearSoon: (accountId, orderIds, { changeIds = [], eventIds = [] }, settled) => {
      const mine = waitingOf(accountId);
      for (const orderId of orderIds) mine.orderIds.add(orderId);
      mine.changeIds.push(...changeIds);
      mine.eventIds.push(...eventIds);
      mine.settled.push(settled);
      if (mine.orderIds.size >= MAX_ORDERS) flush(accountId);
    },
    idle: async () => {
      for (const accountId of [...waiting.keys()]) flush(accountId);
      await background.idle();
    },
  };
}
