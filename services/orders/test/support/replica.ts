import type { Clock } from '@parcelyard/service-kit/clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import type { Db } from 'mongodb';
import type { CountersDocument } from '../../src/adapters/mongo/counters-document';
import { createMarkCleaner } from '../../src/adapters/mongo/mark-cleaner';
import type { OrderDocument } from '../../src/adapters/mongo/order-document';
import { createOrderStore } from '../../src/adapters/mongo/order-store';
import { recountOrders } from '../../src/adapters/mongo/recount-orders';
import type { ReportDayDocument } from '../../src/adapters/mongo/report-day-document';
import { MongoReportDays } from '../../src/adapters/mongo/report-days';
import { createStatusCounters } from '../../src/adapters/mongo/status-counters';
import { faulty } from './faulty-collection';

/** One process's store of orders with its counters; killed now and then at a write when a probability is given. */
export function createReplica(db: Db, clock: Clock, probability = 0, random: () => number = Math.random) {
  const orders = faulty(db.collection<OrderDocument>('orders'), probability, random);
  const documents = faulty(db.collection<CountersDocument>('order_counters'), probability, random);
  const days = faulty(db.collection<ReportDayDocument>('report_days'), probability, random);
  const logger = silentLogger;
  const marks = createMarkCleaner({ orders, logger });
  const reports = new MongoReportDays({ counters: documents, days });
  const counters = createStatusCounters({ orders, counters: documents, reports, marks, clock, logger });
  const relay = { send: () => undefined, wake: () => undefined };
  return {
    counters,
    reports,
    store: createOrderStore({ collection: orders, counters, clock, relay }),
    recount: (accountId: number) => recountOrders({ orders, documents, counters, reports }, accountId),
  };
}
