/** Longer than 250 lines, because everything that may happen to the services is here. */
import { approvalIndexes } from '@parcelyard/billing/adapters/mongo/approval-store';
import { declineIndexes } from '@parcelyard/billing/adapters/mongo/decline-store';
import { ledgerIndexes } from '@parcelyard/billing/adapters/mongo/ledger-store';
import { rechargeIndexes } from '@parcelyard/billing/adapters/mongo/recharge-store';
import { isLimited, type KindLimits } from '@parcelyard/billing/domain/spending-limits';
import type { ChargeOrder } from '@parcelyard/billing/ports';
import { cents } from '@parcelyard/money/cents';
import { createHandlers as createOrdersHandlers } from '@parcelyard/orders/adapters/grpc/create-handlers';
import { createIdKeeper } from '@parcelyard/service-kit/mongo/id-keeper';
import { createSequences } from '@parcelyard/service-kit/mongo/sequences';
import { BATCHES, type BatchDocument, batchIndexes } from '@parcelyard/shipping/adapters/mongo/batch-store';
import {
  PURCHASES,
  type PurchaseDocument,
  purchaseIndexes,
} from '@parcelyard/shipping/adapters/mongo/purchase-document';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { MemoryDatabase, type MemoryOperation } from '@parcelyard/testing/memory-database';
import { createMemoryIdKeeper } from '@parcelyard/testing/memory-id-keeper';
import { partial } from '@parcelyard/testing/partial';
import { type Process, Schedule } from '@parcelyard/testing/schedule';
import type { Db, Document, IndexDescription } from 'mongodb';
import { ADJUSTMENTS, adjustmentIndexes } from '../../src/adapters/mongo/adjustment-store';
import { createBatchStore, leasedBatches } from '../../src/adapters/mongo/batch-store';
import type { BatchItem } from '../../src/domain/batch/batch';
import type { Purchase } from '../../src/domain/purchase';
import type { BillingClient, OrdersClient } from '../../src/ports';
import type { Carrier } from '../../src/sellers/carrier-port';
import { type CarrierRegistry, createCarrierRegistry } from '../../src/sellers/carrier-registry';
import { admitBatch } from '../../src/use-cases/batch/admit-batch';
import { lookAtAdjustments } from '../../src/use-cases/look-at-adjustments';
import { purchaseLabel } from '../../src/use-cases/purchase/purchase-label';
import { someTerms } from '../support/some-terms';
import { ACCOUNT, type BillingProcess, startBillingProcess } from './billing-process';
import { type Forgotten, findFaults } from './find-faults';
import { findSpendingFaults } from './find-spending-faults';
import { modelClient } from './model-client';
import { aModelOrder, createModelOrders } from './model-orders';
import { ModelCarrier, ModelGateway } from './outside';
import { type ShippingProcess, startShippingProcess } from './shipping-process';

/** The last three orders are in the batch. */
const ORDERS = [1, 2, 3, 4, 5, 6];
const REFUSED_ORDERS = [3, 5];
const BATCH_ORDERS = [4, 5, 6];
const POSTAGE = cents(700);
/**
 * A charge may still arrive within this time after its purchase was given up. A charge that arrives later is a fault.
 */
const SEND_WITHIN_MS = 5_000;

/**
 * Shipping and billing have two processes each. `heal` never holds back the process with this number, so this process
 * can always finish the work.
 */
const SOUND = 1;

/** A late call or process is late by at least this time. */
const LATE_MS = 60_000;

/** For a restore, everything is stopped for at least this time. */
const DOWN_MS = 60_000;

/** Removes one protection of the product. The model must then find a fault. */
export interface Sabotage {
  filtering?: (service: string, operation: MemoryOperation) => Document;
  inserting?: (service: string, collection: string, document: Document) => Document;
  indexes?: (service: string, indexes: Indexes) => Indexes;
  /** True when the fault appears only with spending limits. */
  isOfLimits?: true;
  /** True when calls about a label go to the current seller, and not to the seller that sold it. */
  forgetsSellers?: true;
  /** True when the fault appears only when a carrier changes postage. */
  isOfAdjustments?: true;
  /** Methods for which shipping wrongly takes a lost answer as success. */
  believes?: readonly string[];
}
export type ModelService = 'shipping' | 'billing' | 'orders';

interface Backup {
  readonly service: ModelService;
  readonly documents: ReturnType<MemoryDatabase['copy']>;
  readonly gaveUpAt: ReadonlyMap<string, number>;
}

export type Indexes = Record<string, readonly IndexDescription[]>;

/**
 * The real services: two processes of shipping, two of billing, and orders. Databases, clock, payment gateway and
 * carrier are simulated. The payment gateway and the carrier lose answers. A schedule decides which process takes its
 * next step.
 */
export class MoneyWorld {
  readonly clock = new FakeClock();
  readonly schedule = new Schedule(this.clock);
  readonly faults: string[] = [];
  readonly gateway = new ModelGateway(this.schedule, this.clock, (order) => this.watchCharge(order));
  readonly carrier = new ModelCarrier(this.schedule, this.clock, (reference) =>
    REFUSED_ORDERS.some((orderId) => reference.startsWith(`pur_${orderId}_`)),
  );
  readonly databases: Record<ModelService, MemoryDatabase>;
  /** Data that no service has any more after a restore. */
  forgotten: Forgotten | undefined;
  private readonly idKeeper = createMemoryIdKeeper();
  private shipping: ShippingProcess[];
  private billing: BillingProcess[];
  private orders: OrdersProcess;
  private gaveUpAt: ReadonlyMap<string, number> = new Map();
  private born = 0;
  private calls = 0;
  private isHealing = false;
  private credits = 0;

  constructor(
    private readonly autoRecharge: number,
    /** The owner's limits for the access token, which makes all purchases here. */
    readonly limits: KindLimits = {},
    private readonly sabotage: Sabotage = {},
  ) {
    const database = (service: string, indexes: Indexes) =>
      new MemoryDatabase({
        indexes: sabotage.indexes?.(service, indexes) ?? indexes,
        filtering: (operation) => sabotage.filtering?.(service, operation) ?? operation.filter,
        inserting: (name, document) => sabotage.inserting?.(service, name, document) ?? document,
      });
    this.databases = {
      shipping: database('shipping', {
        [PURCHASES]: purchaseIndexes,
        [BATCHES]: batchIndexes,
        [ADJUSTMENTS]: adjustmentIndexes,
      }),
      billing: database('billing', {
        ...ledgerIndexes,
        ...rechargeIndexes,
        ...approvalIndexes,
        ...declineIndexes,
      }),
      orders: database('orders', {}),
    };
    this.orders = this.startOrders();
    this.billing = [this.startBilling(), this.startBilling()];
    this.shipping = [this.startShipping(), this.startShipping(sabotage.forgetsSellers)];
  }

  async begin(): Promise<void> {
    const free = { before: () => undefined, afterWrite: () => undefined };
    const orders = this.databases.orders.through(free).collection<Document>('orders');
    for (const orderId of ORDERS) await orders.insertOne(aModelOrder(ACCOUNT, orderId) as never);
    const batches = createBatchStore({
      leased: leasedBatches(this.databases.shipping.through(free), this.clock),
      sequences: this.sequencesOf(this.databases.shipping.through(free)),
    });
    this.queueBatch = async (process) => {
      const { shipFrom, printSetting } = someTerms;
      const items = BATCH_ORDERS.map(anItem);
      const queued = await batches.queue({
        id: await batches.nextId(),
        accountId: ACCOUNT,
        items,
        shipFrom,
        printSetting,
        connectionKind: 'token',
        ...(isLimited(this.limits) && { admission: 'pending' as const }),
        createdAt: this.clock.now(),
      });
      const { ports } = this.shippingAt(process);
      const batch = queued ?? (await batches.findActive(ACCOUNT));
      if (batch) void admitBatch(ports, batch).catch(expected);
    };
  }

  /** A user begins a batch of three orders, or gets the batch that was begun before. */
  queueBatch: (process: number) => Promise<void> = async () => undefined;

  /** The owner answers the oldest request for approval. */
  decide(process: number, allow: boolean): void {
    const waiting = this.databases.billing
      .all<Document>('approvals')
      .find(({ decision }) => decision === 'pending');
    if (waiting) void this.billingAt(process).decide(waiting._id, allow).catch(expected);
  }

  /** A user buys a label. */
  buy(process: number, order: number): void {
    const { ports } = this.shippingAt(process);
    const orderId = ORDERS[order % 3] as number;
    void purchaseLabel(ports, { accountId: ACCOUNT, orderId, labelGeneration: 0, terms: terms() }).then(
      ({ purchase }) => this.watchAnswer(purchase),
      expected,
    );
  }

  /** A call may return a label only if this label is on the order. Anything else is a fault. */
  private watchAnswer({ id, orderId }: Purchase): void {
    const order = this.databases.orders.all<Document>('orders').find(({ _id }) => _id === orderId);
    if (order?.label?.purchaseId !== id)
      this.faults.push(
        `the answer for order ${orderId} is ${id}, but the order shows ${order?.label?.purchaseId}`,
      );
  }

  /** An operator adds money. */
  credit(process: number): void {
    this.credits += 1;
    void this.billingAt(process).credit(500, `credit_${this.credits}`).catch(expected);
  }

  /** Sells a label before anything fails. */
  async sell(): Promise<void> {
    this.credit(0);
    this.credit(1);
    await this.settle();
    this.buy(0, 1);
    await this.settle();
  }

  /**
   * The carrier changes the postage of a label that was sold, and a process asks the carrier for changes of postage.
   */
  correct(process: number, choice: number, amount: number): void {
    this.carrier.correct(choice, cents(amount));
    this.readAdjustments(process);
  }

  readAdjustments(process: number): void {
    void lookAtAdjustments(this.shippingAt(process).adjusting).catch(expected);
  }

  /**
   * Crashes a process and starts a new one. When no protection is removed, some new processes of shipping start without
   * the seller that sold the labels.
   */
  async crash(choice: number): Promise<void> {
    const all = [...this.shipping, ...this.billing];
    const lacksSeller = Object.keys(this.sabotage).length === 0 && this.born % 3 === 0;
    const one = all[choice % all.length] as ShippingProcess | BillingProcess;
    await this.schedule.crash(one.process);
    this.shipping = this.shipping.map((old) => (old === one ? this.startShipping(lacksSeller) : old));
    this.billing = this.billing.map((old) => (old === one ? this.startBilling() : old));
  }

  backUp(service: ModelService): Backup {
    return { service, documents: this.databases[service].copy(), gaveUpAt: this.gaveUpAt };
  }

  /**
   * Restores databases as an operator does: all services stop, the databases are restored, and the services start with
   * all their sellers.
   */
  async restore(backups: readonly Backup[]): Promise<void> {
    for (const { process } of [this.orders, ...this.shipping, ...this.billing])
      await this.schedule.crash(process);
    // Until the operator is ready, all calls to the payment gateway and the carrier have arrived or are lost.
    await this.schedule.pass(DOWN_MS);
    const copies = new Map(backups.map(({ service, documents }) => [service, documents]));
    const gone = <D extends Document>(name: string): D[] => {
      const copy = copies.get('shipping');
      if (!copy) return [];
      const kept = new Set((copy.get(name) ?? []).map(({ _id }) => _id));
      return this.databases.shipping.all<D>(name).filter(({ _id }) => !kept.has(_id));
    };
    const sent = new Set(
      (copies.get('billing')?.get('recharges') ?? []).flatMap(({ _id, sentAt }) => (sentAt ? [_id] : [])),
    );
    const unsent = this.databases.billing
      .all<Document>('recharges')
      .flatMap(({ _id, reference }) => (sent.has(_id) ? [] : [reference]));
    this.forgotten = {
      purchases: gone<PurchaseDocument>(PURCHASES),
      batches: gone<BatchDocument>(BATCHES).map(({ _id }) => _id),
      adjustments: gone(ADJUSTMENTS).map(({ reference }) => reference),
      charges: copies.has('billing') ? unsent : [],
    };
    for (const { service, documents, gaveUpAt } of backups) {
      this.databases[service].restore(documents);
      // The restored billing may charge for purchases that were given up after the backup.
      if (service === 'billing') this.gaveUpAt = gaveUpAt;
    }
    this.orders = this.startOrders();
    this.billing = [this.startBilling(), this.startBilling()];
    this.shipping = [this.startShipping(), this.startShipping()];
  }

  /** Returns a client for an operator's commands. The schedule never lets the operator wait. */
  ask<Client>(service: ModelService): Client {
    const operator: Process = { name: 'operator', isAlive: true, credit: 0 };
    const server = () => {
      if (service === 'orders') return this.orders;
      return service === 'billing' ? this.billingAt(SOUND) : this.shippingAt(SOUND);
    };
    return this.clientOf<Client>(operator, server);
  }

  /** Lets everything continue until `work` has ended. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    while (!isOver) await this.settle(30);
    return work;
  }

  /** A worker of a process looks for work that is due. */
  work(process: number, kind: number): void {
    const { continuePurchase, continueBatch, continueAdjustment } = this.shippingAt(process);
    const workers = [
      continuePurchase,
      continueBatch,
      this.billingAt(process).continueRecharge,
      continueAdjustment,
    ];
    void workers[kind % workers.length]?.().catch(expected);
  }

  /**
   * Ends all failures, and lets enough time pass to finish all work. Calls for which `isLate` is true are held back,
   * and arrive only after their callers have stopped waiting.
   */
  async heal(isLate: (position: number) => boolean): Promise<void> {
    this.gateway.declines = false;
    this.isHealing = true;
    const sound = [this.shippingAt(SOUND).process, this.billingAt(SOUND).process];
    const late = this.schedule.holdBack(
      (position, process) => isLate(position) && !(process && sound.includes(process)),
    );
    await this.settle();
    await this.schedule.pass(LATE_MS);
    this.schedule.compensate(late);
    await this.settle();
    // Once a day, sellers are asked for adjustments.
    this.readAdjustments(SOUND);
    await this.settle();
  }

  /**
   * @param mayGiveUpAfter the most rounds, for work that may need an operator; if absent, work that does not end is a
   * fault
   */
  async settle(mayGiveUpAfter?: number): Promise<void> {
    for (let round = 0; round < (mayGiveUpAfter ?? 300); round += 1) {
      for (let steps = 0; !this.schedule.isIdle && steps < 500; steps += 1)
        await this.schedule.step(0, 1_000);
      if (await this.schedule.passLongestCall()) continue;
      const [next] = this.unfinished().sort((a, b) => a.at - b.at);
      if (!next) return;
      await this.schedule.pass(Math.max(100, next.at + 1 - this.clock.now().getTime()));
      this.work(SOUND, next.kind);
    }
    if (mayGiveUpAfter !== undefined) return;
    this.faults.push(`the work does not end: ${JSON.stringify(this.unfinished())}`);
  }

  /** Returns what is wrong when all work has ended. */
  look(): readonly string[] {
    return [...this.faults, ...findFaults(this), ...findSpendingFaults(this)];
  }

  /** Returns the work that is due, with its worker and the time at which the worker takes it. */
  private unfinished() {
    const { shipping, billing } = this.databases;
    const all = [
      ...[shipping.all(PURCHASES), shipping.all(BATCHES), billing.all('recharges')],
      shipping.all(ADJUSTMENTS),
    ];
    return all.flatMap((documents, kind) =>
      documents.flatMap(({ _id, state, dueAt, leaseUntil }: Document) =>
        dueAt ? [{ kind, _id, state, at: Math.max(dueAt.getTime(), leaseUntil?.getTime() ?? 0) }] : [],
      ),
    );
  }

  /** Called when a process charges a card. It is a fault if the purchase was given up too long ago. */
  private watchCharge({ reference }: ChargeOrder): void {
    const recharge = this.databases.billing
      .all<Document>('recharges')
      .find((one) => one.reference === reference);
    const gaveUpAt = this.gaveUpAt.get(recharge?.purposeId);
    if (gaveUpAt === undefined || this.clock.now().getTime() - gaveUpAt <= SEND_WITHIN_MS) return;
    this.faults.push(`${reference} was charged, but its purpose had been given up before`);
  }

  private sequencesOf(db: Db) {
    return createSequences(db, createIdKeeper('shipping', this.idKeeper));
  }

  private newProcess(name: string): Process {
    this.born += 1;
    return { name: `${name} ${this.born}`, isAlive: true, credit: 0 };
  }

  private databaseOf(service: ModelService, process: Process): Db {
    const { schedule } = this;
    return this.databases[service].through({
      before: ({ kind, collection }) => schedule.stop(process, `${kind} ${collection}`),
      afterWrite: ({ collection }) => schedule.stop(process, `wrote ${collection}`),
    });
  }

  private readonly shippingAt = (process: number) => this.shipping[process % 2] as ShippingProcess;
  private readonly billingAt = (process: number) => this.billing[process % 2] as BillingProcess;

  private startOrders() {
    const process = this.newProcess('orders');
    const orders = createModelOrders(this.databaseOf('orders', process), this.clock);
    const handlers = createOrdersHandlers(partial({ orders, clock: this.clock }));
    return { process, handlers };
  }

  private startBilling() {
    const { clock, schedule, gateway, autoRecharge, limits } = this;
    const process = this.newProcess('billing');
    const db = this.databaseOf('billing', process);
    const onGivenUp = (name: string) => {
      if (this.gaveUpAt.has(name)) return;
      this.gaveUpAt = new Map([...this.gaveUpAt, [name, clock.now().getTime()]]);
    };
    return startBillingProcess({ process, db, clock, schedule, gateway, autoRecharge, limits, onGivenUp });
  }

  /** @param lacksSeller true when only another seller is configured until all failures end */
  private carriersOf(process: Process, lacksSeller: boolean): CarrierRegistry {
    const seller = this.carrier.for(process);
    const asked = async (): Promise<never> => {
      this.faults.push('a seller is asked about a label that another seller was asked to sell');
      throw new Error('The seller does not have the label.');
    };
    const another: Carrier = {
      ...seller,
      seller: 'easypost',
      buy: asked,
      findByReference: asked,
      close: asked,
    };
    const [known, unknown] = [createCarrierRegistry([seller]), createCarrierRegistry([another])];
    const present = () => (lacksSeller && !this.isHealing ? unknown : known);
    const { forgetsSellers = false } = this.sabotage;
    return {
      ...known,
      get all() {
        return present().all;
      },
      of: (sold) => (forgetsSellers ? present().get(sold.carrier) : present().of(sold)),
      has: (sold) => forgetsSellers || present().has(sold),
    };
  }

  private startShipping(lacksSeller = false) {
    const { clock, carrier } = this;
    const process = this.newProcess('shipping');
    const db = this.databaseOf('shipping', process);
    return startShippingProcess({
      process,
      db,
      clock,
      sequences: this.sequencesOf(db),
      carrier,
      carriers: this.carriersOf(process, lacksSeller),
      orders: this.clientOf<OrdersClient>(process, () => this.orders),
      billing: this.clientOf<BillingClient>(process, () =>
        this.billingAt(this.isHealing ? SOUND : this.calls++),
      ),
      mismatched: (mismatch) => this.faults.push(mismatch.message),
    });
  }

  private clientOf<Client>(caller: Process, server: () => { handlers: object; process: Process }): Client {
    const { believes = [] } = this.sabotage;
    return modelClient<Client>({ schedule: this.schedule, caller, server, believes });
  }
}

type OrdersProcess = ReturnType<MoneyWorld['startOrders']>;

/** Ignores every `Error`, because users and operators may get one. Throws anything else. */
const expected = (error: unknown) => {
  if (!(error instanceof Error)) throw error;
};

const terms = () => ({ ...someTerms, postage: POSTAGE });

const anItem = (orderId: number): BatchItem => {
  const { shipFrom: _, printSetting: __, ...offer } = terms();
  const item = { orderId, orderNumber: `O${orderId}`, labelGeneration: 0, status: 'queued', offer };
  return item as BatchItem;
};
