import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Collection } from 'mongodb';
import type { CountersDocument } from './counters-document';
import type { OrderDocument } from './order-document';
import { type StatusCounters, uncountedOrders } from './status-counters';

interface Options {
  orders: Collection<OrderDocument>;
  documents: Collection<CountersDocument>;
  counters: StatusCounters;
}

export interface CountedAfresh {
  counts: CountersDocument['counts'];
  was: CountersDocument['counts'];
}

const ROUNDS = 20;

/**
 * Repair: counts an account's orders afresh and sets its counters to that. It looks until no change came in between,
 * so it is exact beside running writers. @throws DomainError `conflict` when they leave it no gap
 */
export async function countAfresh(options: Options, accountId: number): Promise<CountedAfresh> {
  const { orders, documents, counters } = options;
  const { counts: was } = await counters.read(accountId);
  for (let round = 0; round < ROUNDS; round += 1) {
    await counters.takeOver(accountId);
    await counters.idle();
    const { revision } = await counters.read(accountId);
    const groups = await orders
      .aggregate<{ _id: string; count: number }>([
        { $match: { accountId } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
      ])
      .toArray();
    const uncounted = await uncountedOrders(orders, accountId);
    if (uncounted.length > 0) continue;
    const counts = Object.fromEntries(groups.map(({ _id, count }) => [_id, count]));
    const { matchedCount } = await documents.updateOne(
      { _id: accountId, accountId, revision },
      { $set: { counts }, $inc: { revision: 1 } },
    );
    if (matchedCount > 0) return { counts, was };
  }
  throw new DomainError('conflict', 'orders_changing_too_fast', { accountId });
}
