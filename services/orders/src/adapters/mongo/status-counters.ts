import { randomBytes } from 'node:crypto';
import { createBatchLoader } from '@parcelyard/service-kit/batch-loader';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Collection } from 'mongodb';
import type { OrderStatus } from '../../domain/order-status';
import type { CountersDocument } from './counters-document';
import { type CountersTidier, createCountersTidier } from './counters-tidier';
import type { OrderDocument } from './order-document';
import { countDelta, type PendingChange } from './pending-change';

export interface Counts {
  revision: number;
  counts: CountersDocument['counts'];
}

export interface StatusCounters {
  read(accountId: number): Promise<Counts>;
  /** A change for the caller to write into the orders that make it, in the same write. */
  open(accountId: number, change: { from?: OrderStatus; to: OrderStatus }): Promise<PendingChange>;
  /** Counts a change that these orders carry. Never fails: what cannot be counted now is left to the sweep. */
  settle(accountId: number, orderIds: readonly number[], change: PendingChange): Promise<void>;
  /** Takes over what others left behind in this account's orders. */
  takeOver(accountId: number): Promise<void>;
  /** Waits for the clearing up that goes on behind answered calls. */
  idle(): Promise<void>;
}

interface Options {
  orders: Collection<OrderDocument>;
  counters: Collection<CountersDocument>;
  clock: Clock;
  logger: Logger;
}

const NONE: Counts = { revision: 0, counts: {} };
const KEPT_EPOCHS = 10_000;
/** Each round lost means that a sweep took over in between, which happens every few seconds at most. */
const ROUNDS = 20;

export function createStatusCounters(options: Options): StatusCounters {
  return new MongoStatusCounters(options);
}

class MongoStatusCounters implements StatusCounters {
  private readonly epochs = new BoundedMap<number, number>(KEPT_EPOCHS);
  private readonly tidier: CountersTidier;
  private readonly self = randomBytes(6).toString('base64url');
  private readonly readOne: (accountId: number) => Promise<Counts | undefined>;
  private serial = 0;

  constructor(private readonly options: Options) {
    this.tidier = createCountersTidier(options);
    this.readOne = createBatchLoader({
      send: (accountIds: number[]) => readMany(options.counters, accountIds),
      maxBatch: 100,
      maxInFlight: 1,
    });
  }

  async read(accountId: number): Promise<Counts> {
    return (await this.readOne(accountId)) ?? NONE;
  }

  async open(accountId: number, change: { from?: OrderStatus; to: OrderStatus }): Promise<PendingChange> {
    const epoch = this.epochs.get(accountId) ?? (await this.loadEpoch(accountId));
    return { id: this.nextId(epoch), epoch, ...change, at: this.options.clock.now() };
  }

  async settle(accountId: number, orderIds: readonly number[], change: PendingChange): Promise<void> {
    try {
      await this.settleAs(accountId, orderIds, change, orderIds.length);
    } catch (error) {
      this.options.logger.warn({ accountId, err: error }, 'counters left to the sweep');
    }
  }

  async takeOver(accountId: number): Promise<void> {
    await this.loadEpoch(accountId);
    const raised = await this.options.counters.findOneAndUpdate(
      { _id: accountId, accountId },
      { $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
    if (!raised) return;
    const { epoch, applied } = raised;
    this.epochs.set(accountId, epoch);
    // From here on nobody can apply a change of an older epoch: `applied` tells for good which of them were counted.
    const counted = new Set(applied);
    const left = await this.leftBehind(accountId, epoch);
    for (const { change, orderIds } of left) {
      if (counted.has(change.id)) await this.tidier.clearOrders(accountId, orderIds, [change.id]);
      else await this.claimAndSettle(accountId, orderIds, change, epoch);
    }
    if (applied.length > 0) await this.tidier.forget(accountId, applied);
  }

  idle(): Promise<void> {
    return this.tidier.idle();
  }

  /** Applies the change as its owner; when the epoch has moved on, claims it for the new one first. */
  private async settleAs(
    accountId: number,
    orderIds: readonly number[],
    change: PendingChange,
    times: number,
    round = 0,
  ): Promise<void> {
    if (round === ROUNDS)
      throw new Error('The epoch of the counters moves faster than changes can be applied.');
    if (await this.apply(accountId, change, times)) {
      this.tidier.tidy(accountId, orderIds, change);
      return;
    }
    const epoch = await this.loadEpoch(accountId);
    await this.claimAndSettle(accountId, orderIds, change, epoch, round + 1);
  }

  /** A change has one owner: whoever's id it carries. Who loses the claim has nothing more to do with it. */
  private async claimAndSettle(
    accountId: number,
    orderIds: readonly number[],
    change: PendingChange,
    epoch: number,
    round = 0,
  ): Promise<void> {
    const mine = { ...change, id: this.nextId(epoch), epoch };
    const { modifiedCount } = await this.options.orders.updateMany(
      { accountId, _id: { $in: [...orderIds] }, 'pending.id': change.id },
      { $set: { 'pending.$[change].id': mine.id, 'pending.$[change].epoch': epoch } },
      { arrayFilters: [{ 'change.id': change.id }] },
    );
    if (modifiedCount > 0) await this.settleAs(accountId, orderIds, mine, modifiedCount, round);
  }

  /** True when the counters have the change, now or from a try whose answer was lost; false when the epoch is over. */
  private async apply(accountId: number, change: PendingChange, times: number): Promise<boolean> {
    const { id, epoch } = change;
    const { counters } = this.options;
    const update = () =>
      counters.updateOne(
        { _id: accountId, accountId, epoch, applied: { $ne: id } },
        { $inc: { revision: 1, ...countDelta(change, times) }, $push: { applied: id } },
      );
    const { matchedCount } = await update().catch(update);
    if (matchedCount > 0) return true;
    return (await counters.findOne({ _id: accountId, accountId, applied: id })) !== null;
  }

  private async leftBehind(accountId: number, epoch: number) {
    const found = new Map<string, { change: PendingChange; orderIds: number[] }>();
    for (const { _id, pending } of await uncountedOrders(this.options.orders, accountId)) {
      for (const change of pending) {
        if (change.epoch >= epoch) continue;
        const group = found.get(change.id) ?? { change, orderIds: [] };
        group.orderIds.push(_id);
        found.set(change.id, group);
      }
    }
    return [...found.values()];
  }

  private async loadEpoch(accountId: number): Promise<number> {
    const { counters } = this.options;
    const filter = { _id: accountId, accountId };
    const present = await counters.findOne(filter, { projection: { epoch: 1 } });
    const epoch = present?.epoch ?? (await this.create(accountId));
    this.epochs.set(accountId, epoch);
    return epoch;
  }

  private async create(accountId: number): Promise<number> {
    const filter = { _id: accountId, accountId };
    const empty = { epoch: 0, revision: 0, counts: {}, applied: [] };
    const upsert = () =>
      this.options.counters.findOneAndUpdate(
        filter,
        { $setOnInsert: empty },
        { upsert: true, returnDocument: 'after' },
      );
    // Two that create it at once: one of them may be told that the key is taken, and then finds it.
    const created = await upsert().catch(upsert);
    return created?.epoch ?? 0;
  }

  private nextId(epoch: number): string {
    this.serial += 1;
    return `${epoch}.${this.self}.${this.serial.toString(36)}`;
  }
}

/** The account's orders with changes that are not counted, or not cleared, yet. */
export const uncountedOrders = (orders: Collection<OrderDocument>, accountId: number) =>
  orders.find({ accountId, 'pending.at': { $gt: new Date(0) } }, { projection: { pending: 1 } }).toArray();

async function readMany(counters: Collection<CountersDocument>, accountIds: readonly number[]) {
  const wanted = [...new Set(accountIds)];
  const found = await counters
    .find({ _id: { $in: wanted }, accountId: { $in: wanted } }, { projection: { revision: 1, counts: 1 } })
    .toArray();
  const byAccount = new Map(found.map((document) => [document._id, document]));
  return accountIds.map((accountId) => byAccount.get(accountId));
}
