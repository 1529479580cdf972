import type { OutboxDocument } from '@parcelyard/events/outbox-entry';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Db } from 'mongodb';
import { countTogether } from '../../src/adapters/mongo/counted-together';
import type { CountersDocument, DayDocument } from '../../src/adapters/mongo/counters-document';
import { createOrderCounters } from '../../src/adapters/mongo/order-counters';
import type { OrderDocument } from '../../src/adapters/mongo/order-document';
import { createOrderStore } from '../../src/adapters/mongo/order-store';
import { recountOrders } from '../../src/adapters/mongo/recount-orders';
import { faulty, faultyCall } from './faulty-collection';

/** Creates one process's store of orders, with its totals. At each write, the process crashes with this probability. */
export function createReplica(db: Db, clock: Clock, probability = 0, random: () => number = Math.random) {
  const orders = faulty(db.collection<OrderDocument>('orders'), probability, random);
  const documents = faulty(
    db.collection<CountersDocument | DayDocument>('order_counters'),
    probability,
    random,
  );
  const together = countTogether(db.collection('order_counters'));
  const counters = createOrderCounters(documents, faultyCall(together, probability, random));
  const sent: OutboxDocument[] = [];
  const relay = {
    send: (document: OutboxDocument) => void sent.push(document),
    wake: () => undefined,
    published: () => [],
  };
  return {
    /** The events that were sent. */
    sent,
    counters,
    store: createOrderStore({ collection: orders, counters, clock, relay }),
    recount: (accountId: number, timeZone?: string) =>
      recountOrders({ orders, documents }, accountId, timeZone),
  };
}
