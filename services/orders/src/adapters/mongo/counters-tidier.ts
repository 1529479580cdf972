import type { Logger } from '@parcelyard/service-kit/logger';
import type { Collection } from 'mongodb';
import type { CountersDocument } from './counters-document';
import type { OrderDocument } from './order-document';
import type { PendingChange } from './pending-change';

/**
 * Removes counted changes: first from their orders, then from the counters' list of what was counted. Whoever finds a
 * change in an order may therefore trust the list.
 */
export interface CountersTidier {
  /** Soon, behind the caller's back, together with what else is waiting for the account. */
  tidy(accountId: number, orderIds: readonly number[], change: PendingChange): void;
  clearOrders(accountId: number, orderIds: readonly number[], changeIds: readonly string[]): Promise<void>;
  /** Only what no order carries any more. */
  forget(accountId: number, changeIds: readonly string[]): Promise<void>;
  idle(): Promise<void>;
}

interface Options {
  orders: Collection<OrderDocument>;
  counters: Collection<CountersDocument>;
  logger: Logger;
}

interface Waiting {
  orderIds: Set<number>;
  changeIds: string[];
}

export function createCountersTidier({ orders, counters, logger }: Options): CountersTidier {
  const waiting = new Map<number, Waiting>();
  const running = new Map<number, Promise<void>>();

  const clearOrders: CountersTidier['clearOrders'] = async (accountId, orderIds, changeIds) => {
    await orders.updateMany(
      { accountId, _id: { $in: [...orderIds] } },
      { $pull: { pending: { id: { $in: [...changeIds] } } } },
    );
  };
  const forget: CountersTidier['forget'] = async (accountId, changeIds) => {
    await counters.updateOne({ _id: accountId, accountId }, { $pull: { applied: { $in: [...changeIds] } } });
  };

  const run = async (accountId: number) => {
    for (let batch = waiting.get(accountId); batch; batch = waiting.get(accountId)) {
      waiting.delete(accountId);
      try {
        await clearOrders(accountId, [...batch.orderIds], batch.changeIds);
        await forget(accountId, batch.changeIds);
      } catch (error) {
        logger.debug({ accountId, err: error }, 'counted changes left to the sweep');
      }
    }
  };

  return {
    clearOrders,
    forget,
    tidy: (accountId, orderIds, { id }) => {
      const batch = waiting.get(accountId) ?? { orderIds: new Set(), changeIds: [] };
      for (const orderId of orderIds) batch.orderIds.add(orderId);
      batch.changeIds.push(id);
      waiting.set(accountId, batch);
      if (running.has(accountId)) return;
      running.set(
        accountId,
        run(accountId).finally(() => running.delete(accountId)),
      );
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
