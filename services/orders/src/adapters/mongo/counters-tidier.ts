import { BackgroundWork } from '@parcelyard/service-kit/background-work';
import { createKeyedBatcher } from '@parcelyard/service-kit/batch-loader';
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

interface Counted {
  orderIds: readonly number[];
  changeId: string;
}

export function createCountersTidier({ orders, counters, logger }: Options): CountersTidier {
  const background = new BackgroundWork();

  const clearOrders: CountersTidier['clearOrders'] = async (accountId, orderIds, changeIds) => {
    await orders.updateMany(
      { accountId, _id: { $in: [...orderIds] } },
      { $pull: { pending: { id: { $in: [...changeIds] } } } },
    );
  };
  const forget: CountersTidier['forget'] = async (accountId, changeIds) => {
    await counters.updateOne({ _id: accountId, accountId }, { $pull: { applied: { $in: [...changeIds] } } });
  };

  const tidyAll = createKeyedBatcher(async (accountId: number, counted: readonly Counted[]) => {
    const changeIds = counted.map(({ changeId }) => changeId);
    await clearOrders(accountId, [...new Set(counted.flatMap(({ orderIds }) => orderIds))], changeIds);
    await forget(accountId, changeIds);
  });

  return {
    clearOrders,
    forget,
    tidy: (accountId, orderIds, { id: changeId }) => {
      const tidied = tidyAll(accountId, { orderIds, changeId }).catch((error: unknown) => {
        logger.debug({ accountId, err: error }, 'counted changes left to the sweep');
      });
      background.add(tidied);
    },
    idle: () => background.idle(),
  };
}
