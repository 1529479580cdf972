import { partial } from '@parcelyard/testing/partial';
/** Longer than 250 lines: it holds everything that connects the service with its fakes. */

import type { DueDocument } from '@parcelyard/due-work/leased-collection';
import { type DueWork, doDueWork } from '@parcelyard/due-work/start-due-worker';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { accountId } from '@parcelyard/service-kit/ids';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { MemoryDatabase, type MemoryLink } from '@parcelyard/testing/memory-database';
import { type Process, Schedule } from '@parcelyard/testing/schedule';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import type { Db, Document } from 'mongodb';
import type { Customers } from '../../src/adapters/clients/customers-client';
import { createConnectionStore, leasedConnections } from '../../src/adapters/mongo/connection-store';
import {
  createImportJobStore,
  leasedImportJobs,
  toImportJob,
} from '../../src/adapters/mongo/import-job-store';
import { createMongoIds } from '../../src/adapters/mongo/mongo-ids';
import type { OrderCounters } from '../../src/adapters/mongo/order-counters';
import type { OrderDocument } from '../../src/adapters/mongo/order-document';
import { orderIndexes } from '../../src/adapters/mongo/order-indexes';
import { createOrderStore, type OrderStore } from '../../src/adapters/mongo/order-store';
import { IMPORT_JOBS, platformIndexes, WRITE_BACKS } from '../../src/adapters/mongo/platform-indexes';
import { createWriteBackStore, leasedWriteBacks } from '../../src/adapters/mongo/write-back-store';
import { createAccessSealer } from '../../src/adapters/platforms/access-sealer';
import { createWooCommercePlatform } from '../../src/adapters/platforms/woocommerce/woocommerce-platform';
import type { Order } from '../../src/domain/order';
import { storeOrderOf } from '../../src/domain/platforms/write-back';
import type { Platforms } from '../../src/ports';
import { attachLabel } from '../../src/use-cases/attach-label';
import { cancelOrder } from '../../src/use-cases/cancel-order';
import { clearLabel } from '../../src/use-cases/clear-label';
import { lockForPurchase, unlock } from '../../src/use-cases/lock-for-purchase';
import { createLookAtStore } from '../../src/use-cases/platforms/look-at-store';
import { runImport } from '../../src/use-cases/platforms/run-import';
import { startSync } from '../../src/use-cases/platforms/start-sync';
import { runWriteBack } from '../../src/use-cases/platforms/write-back/run-write-back';
import { aLabel } from '../support/builders';
import { findLostOrders } from './find-lost-orders';
import { ModelShop, SHOP_STATUSES, SHOP_URL } from './model-shop';

const ACCOUNT = accountId(1);
const SHOP_ORDERS = [701, 702];
const LIMITS = { pages: 100, orders: 1_000, megabytes: 100, minutes: 100_000 };
/** Before the last import, nothing changes for this long. Imports overlap by less than this time. */
const QUIET_MS = 600_000;

/**
 * Two processes of the real orders service, each with its own clock, on a database in memory. Orders change in a
 * simulated WooCommerce shop. Each call and write waits until the schedule lets it continue.
 */
export class StoreWorld {
  readonly clock = new FakeClock();
  readonly schedule = new Schedule(this.clock);
  readonly shop = new ModelShop(this.schedule, this.clock, SHOP_ORDERS);
  readonly faults: string[] = [];
  private readonly database: MemoryDatabase;
  /**
   * Orders that a merchant canceled here. The value is true when the merchant got the answer that the order is
   * canceled.
   */
  private readonly canceledHere = new Map<number, boolean>();
  private readonly sealer = createAccessSealer(
    parseKeyRing(`test:${Buffer.alloc(32, 5).toString('base64url')}`),
  );
  private readonly control: OrdersProcess;
  private processes: OrdersProcess[];
  private readonly sequences: Sequences = {
    create: (_, firstId = 1) => {
      const take = async (count: number) =>
        Array.from({ length: count }, () => {
          this.drawn += 1;
          return firstId + this.drawn;
        });
      return { take, next: async () => (await take(1))[0] as number, wasHandedOut: async () => false };
    },
  };
  private born = 0;
  private drawn = 0;
  private purchases = 0;

  constructor() {
    this.database = new MemoryDatabase({ indexes: { ...orderIndexes, ...platformIndexes } });
    this.control = this.start({ before: () => undefined, afterWrite: () => undefined });
    this.processes = [this.start(), this.start()];
  }

  /** Connects the shop and imports its orders. */
  async begin(): Promise<void> {
    await this.control.connections.connect(
      {
        accountId: ACCOUNT,
        storeName: 'Mugs',
        connectedAt: this.clock.now(),
        events: 'off',
        syncAt: undefined,
      },
      { platform: 'woocommerce', url: SHOP_URL, consumerKey: 'ck', consumerSecret: 'cs' },
    );
    this.clock.advance(QUIET_MS);
    await this.control.sync();
    await this.settle();
  }

  decide(order: number, status: number): void {
    const id = SHOP_ORDERS[order % SHOP_ORDERS.length] as number;
    this.shop.decide(id, SHOP_STATUSES[status % SHOP_STATUSES.length] as (typeof SHOP_STATUSES)[number]);
  }

  sync(process: number): void {
    void this.at(process).sync().catch(expected);
  }

  lock(process: number, order: number): void {
    const here = this.order(order);
    if (!here) return;
    this.purchases += 1;
    const wish = { purchaseId: `pur_${here._id}_${this.purchases}`, addressVersion: here.addressVersion };
    void lockForPurchase(this.at(process).ports, this.of(here, wish)).catch(expected);
  }

  /** Ends the purchase that has locked the order, with a label or without one. */
  end(process: number, order: number, isBought: boolean): void {
    const here = this.order(order);
    const purchaseId = here?.lockedBy;
    if (!here || !purchaseId) return;
    const { ports } = this.at(process);
    const done = isBought
      ? attachLabel(ports, this.of(here, { label: aLabel(purchaseId) }))
      : unlock(ports, this.of(here, { purchaseId }));
    void done.catch(expected);
  }

  void(process: number, order: number): void {
    const here = this.order(order);
    if (!here?.label) return;
    const { purchaseId } = here.label;
    void clearLabel(this.at(process).ports, this.of(here, { purchaseId })).catch(expected);
  }

  cancel(process: number, order: number): void {
    const here = this.order(order);
    if (!here) return;
    const asked = this.of(here, { dryRun: false, labelPurchaseId: '' });
    const isTold = this.canceledHere.get(here._id) ?? false;
    this.canceledHere.set(here._id, isTold);
    void cancelOrder(this.at(process).ports, asked).then(
      () => this.canceledHere.set(here._id, true),
      expected,
    );
  }

  /** A worker of one process looks for work that is due. */
  work(process: number, kind: number): void {
    const { importing, telling, relay } = this.at(process);
    const workers = [importing, telling, relay];
    void workers[kind % workers.length]?.().catch(expected);
  }

  async crash(choice: number): Promise<void> {
    const one = this.at(choice);
    await this.schedule.crash(one.process);
    this.processes = this.processes.map((old) => (old === one ? this.start() : old));
  }

  /**
   * Lets all work end, except the steps for which `isLate` is true. Then lets time pass, continues these late steps,
   * and lets all work end again. Then the shop is imported once more, by the import that runs every quarter of an hour.
   */
  async heal(isLate: (position: number) => boolean): Promise<void> {
    const late = this.schedule.holdBack((position) => isLate(position));
    await this.rest();
    await this.schedule.pass(QUIET_MS);
    this.schedule.compensate(late);
    await this.rest();
  }

  private async rest(): Promise<void> {
    await this.settle();
    for (const order of SHOP_ORDERS.keys()) this.end(0, order, false);
    await this.settle();
    await this.schedule.pass(QUIET_MS);
    await this.control.sync();
    await this.settle();
  }

  private async settle(): Promise<void> {
    for (let round = 0; round < 300; round += 1) {
      for (let steps = 0; !this.schedule.isIdle && steps < 500; steps += 1)
        await this.schedule.step(0, 1_000);
      if (await this.schedule.passLongestCall()) continue;
      const [next] = this.unfinished().sort((a, b) => a.at - b.at);
      if (!next) return;
      await this.schedule.pass(Math.max(100, next.at + 1 - this.clock.now().getTime()));
      this.work(round, next.kind);
    }
    this.faults.push(`the work does not end: ${JSON.stringify(this.unfinished())}`);
  }

  /** Returns what is wrong when all work is done. */
  look(): readonly string[] {
    const orders = this.database.all<Document & Order & { _id: number }>('orders');
    return [...this.faults, ...findLostOrders({ shop: this.shop, orders, canceledHere: this.canceledHere })];
  }

  /** Returns the work that is left: the number of its worker, and when that worker may begin. */
  private unfinished() {
    const due = [IMPORT_JOBS, WRITE_BACKS].flatMap((name, kind) =>
      this.database.all<Document & DueDocument>(name).flatMap(({ _id, dueAt, leaseUntil }) => {
        return dueAt ? [{ kind, _id, at: Math.max(dueAt.getTime(), leaseUntil?.getTime() ?? 0) }] : [];
      }),
    );
    const told = this.database
      .all<Document & OrderDocument>('orders')
      .filter(({ outbox }) => outbox.length > 0);
    return [...told.map(({ _id }) => ({ kind: 2, _id, at: 0 })), ...due];
  }

  /** Gives numbers from which order numbers are made. No order number comes twice. */
  private readonly draw = (below: number) => {
    this.drawn += 1;
    return Math.floor(this.drawn / 6) % below;
  };

  private readonly at = (process: number) => this.processes[process % this.processes.length] as OrdersProcess;

  private order(order: number): OrderDocument | undefined {
    const key = `woocommerce:${SHOP_ORDERS[order % SHOP_ORDERS.length]}`;
    return this.database.all<Document & OrderDocument>('orders').find(({ importKey }) => importKey === key);
  }

  private of = <T>({ _id: orderId }: { _id: number }, more: T) => ({ accountId: ACCOUNT, orderId, ...more });

  private start(free?: MemoryLink) {
    const { clock, schedule } = this;
    this.born += 1;
    const process: Process = { name: `orders ${this.born}`, isAlive: true, credit: 0 };
    const db: Db = this.database.through(
      free ?? {
        before: ({ kind, collection }) => schedule.stop(process, `${kind} ${collection}`),
        afterWrite: ({ collection }) => schedule.stop(process, `wrote ${collection}`),
      },
    );
    const orders = withScheduledReads(
      createOrderStore({
        collection: db.collection<OrderDocument>('orders'),
        counters: {
          timeZone: () => DEFAULT_TIME_ZONE,
          change: async (_account, write) => {
            await write({});
            return false;
          },
        } as Partial<OrderCounters> as OrderCounters,
        clock,
        relay: { send: () => undefined, wake: () => undefined, published: () => [] },
      }),
    );
    const woocommerce = createWooCommercePlatform(this.shop.for(process), clock, 'https://parcelyard.test');
    const leasedBacks = leasedWriteBacks(db, clock);
    const ports = {
      orders,
      clock,
      ids: createMongoIds(this.sequences),
      random: this.draw,
      customers: A_CUSTOMER,
      limits: LIMITS,
      connections: createConnectionStore({ leased: leasedConnections(db, clock), sealer: this.sealer }),
      jobs: createImportJobStore({ leased: leasedImportJobs(db, clock), sequences: this.sequences }),
      writeBacks: createWriteBackStore(leasedBacks),
      platforms: { woocommerce } as Platforms,
      logger: silentLogger,
      failPoint: () => undefined,
      absolute: (path: string) => path,
    };
    const lookAtStore = createLookAtStore(ports);
    const work =
      <D extends DueDocument>(due: Omit<DueWork<D>, 'logger'>) =>
      async () => {
        const document = await due.leased.claimNext();
        if (document) await doDueWork({ ...due, logger: silentLogger }, document);
      };
    return {
      process,
      connections: ports.connections,
      ports: { ...ports, lookAtStore },
      sync: () => startSync(ports, { accountId: ACCOUNT, platform: '', days: 7 }),
      importing: work({
        leased: leasedImportJobs(db, clock),
        name: 'imports',
        handle: (document) => runImport(ports, toImportJob(document), () => false),
      }),
      telling: work({
        leased: leasedBacks,
        name: 'write-backs',
        handle: (document) => runWriteBack(ports, document),
      }),
      /** Sends the stored events to their consumer at least once. */
      relay: async () => {
        const collection = db.collection<OrderDocument>('orders');
        const told = await collection.find({ accountId: ACCOUNT, 'outbox.0': { $exists: true } }).toArray();
        for (const { _id, outbox } of told) {
          const order = await orders.get(ACCOUNT, _id);
          const store = order && storeOrderOf(order);
          if (store) await ports.writeBacks.request(ACCOUNT, _id, store);
          const eventIds = outbox.map(({ eventId }) => eventId);
          await collection.updateOne(
            { _id, accountId: ACCOUNT },
            { $pull: { outbox: { eventId: { $in: eventIds } } } },
          );
        }
      },
    };
  }
}

type OrdersProcess = ReturnType<StoreWorld['start']>;

/**
 * The real `get` waits for the event loop, so the schedule could not decide when it continues. This `get` does not
 * wait.
 */
const withScheduledReads = (orders: OrderStore): OrderStore => ({
  ...orders,
  get: async (account, orderId) => (await orders.getMany(account, [orderId]))[0],
});

const A_CUSTOMER = partial<Customers>({
  find: async () => undefined,
  resolveContact: async (_account, address) => ({ contact: { customerId: 0, address }, created: false }),
});

/**
 * Ignores why a call failed, because refusals and lost answers are expected here. The model finds faults of the product
 * in the final state.
 */
const expected = () => undefined;
