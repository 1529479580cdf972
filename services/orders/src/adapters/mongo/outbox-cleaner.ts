import { BackgroundWork } from '@parcelyard/service-kit/background-work';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Collection } from 'mongodb';
import type { OrderDocument } from './order-document';

interface Options {
  orders: Collection<OrderDocument>;
  logger: Logger;
}

const DELAY_MS = 1_000;
const MAX_ORDERS = 64;

interface Waiting {
  orderIds: Set<number>;
  eventIds: string[];
  settled: (() => void)[];
  timer: NodeJS.Timeout;
}

/** Removes published events from orders in the background. One update covers many orders of an account. */
export function createOutboxCleaner({ orders, logger }: Options) {
  const background = new BackgroundWork();
  const waiting = new Map<number, Waiting>();

  const flush = (accountId: number) => {
    const due = waiting.get(accountId);
    if (!due) return;
    waiting.delete(accountId);
    clearTimeout(due.timer);
    const cleared = orders
      .updateMany(
        { accountId, _id: { $in: [...due.orderIds] } },
        { $pull: { outbox: { eventId: { $in: due.eventIds } } } },
      )
      .catch((error: unknown) => {
        logger.debug({ accountId, err: error }, 'published events left to the relay');
      })
      .then(() => {
        for (const settled of due.settled) settled();
      });
    background.add(cleared);
  };

  const waitingEventsOf = (accountId: number): Waiting => {
    const present = waiting.get(accountId);
    if (present) return present;
    // This timer does not keep the process alive. When the service stops, `idle` removes the remaining events.
    const timer = setTimeout(() => flush(accountId), DELAY_MS).unref();
    const created = { orderIds: new Set<number>(), eventIds: [], settled: [], timer };
    waiting.set(accountId, created);
    return created;
  };

  return {
    /** @param settled called after the events were removed, or after their removal failed */
    clearSoon: (
      accountId: number,
      orderId: number,
      eventIds: readonly string[],
      settled: () => void,
    ): void => {
      const mine = waitingEventsOf(accountId);
      mine.orderIds.add(orderId);
      mine.eventIds.push(...eventIds);
      mine.settled.push(settled);
      if (mine.orderIds.size >= MAX_ORDERS) flush(accountId);
    },
    /** Removes the waiting events now, and waits until they are removed. */
    idle: async () => {
      for (const accountId of [...waiting.keys()]) flush(accountId);
      await background.idle();
    },
  };
}
