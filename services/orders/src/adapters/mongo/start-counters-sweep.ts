import { type Swept, startSweeper } from '@parcelyard/events/sweeper';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Running } from '@parcelyard/service-kit/run-program';
import type { Collection } from 'mongodb';
import type { OrderDocument } from './order-document';
import type { StatusCounters } from './status-counters';

interface Options {
  orders: Collection<OrderDocument>;
  counters: StatusCounters;
  clock: Clock;
  logger: Logger;
}

/** A change is counted within milliseconds and cleared within a second; one this old was left by a process that died. */
const LEFT_BEHIND_MS = 5_000;
const CONCURRENCY = 1_000;

/** Finishes the counting of changes whose process died in between. */
export function startCountersSweep({ orders, counters, clock, logger }: Options): Running {
  const sweep = async (): Promise<Swept> => {
    const before = new Date(clock.now().getTime() - LEFT_BEHIND_MS);
    const stale = await orders
      .find({ 'uncounted.at': { $lte: before } }, { projection: { accountId: 1 } })
      .limit(CONCURRENCY)
      .toArray();
    for (const accountId of new Set(stale.map((order) => order.accountId)))
      await counters.takeOver(accountId);
    return { found: stale.length > 0 };
  };
  return startSweeper({ name: 'order counters', sweep, maxIdleMs: 15_000, clock, logger });
}
