import { BackgroundWork } from '@parcelyard/service-kit/background-work';
import { createBatchLoader, createKeyedBatcher } from '@parcelyard/service-kit/batch-loader';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Collection } from 'mongodb';
import type { CountersDocument } from './counters-document';
import { carriedChanges, findCarried } from './find-carried';
import type { MarkCleaner } from './mark-cleaner';
import { type OpenWriter, OpenWriters } from './open-writers';
import type { OrderDocument } from './order-document';
import type { MongoReportDays } from './report-days';
import type { CarriedChange, UncountedChange } from './uncounted-change';

export interface Counts {
  revision: number;
  counts: CountersDocument['counts'];
}

export interface StatusCounters {
  read(accountId: number): Promise<Counts>;
  /** A change for the caller to write into the orders that make it, in the same write. */
  open(accountId: number, change: Pick<UncountedChange, 'from' | 'to' | 'days'>): Promise<UncountedChange>;
  /** Counts changes that orders carry. Never fails: what cannot be counted now is left to the sweep. */
  settle(accountId: number, carried: readonly CarriedChange[]): Promise<void>;
  /** Takes over what others left behind in this account's orders. */
  takeOver(accountId: number): Promise<void>;
  /** Does at once what goes on behind answered calls, and waits for it. */
  idle(): Promise<void>;
}

interface Options {
  orders: Collection<OrderDocument>;
  counters: Collection<CountersDocument>;
  reports: MongoReportDays;
  marks: MarkCleaner;
  clock: Clock;
  logger: Logger;
}

const NONE: Counts = { revision: 0, counts: {} };
/** Each round lost means that a sweep took over in between, which happens every few seconds at most. */
const ROUNDS = 20;
/** Changes that bring figures, until these leave the counters for the days. */
const MANY_WAITING = 32;

/** Counts changes of orders exactly once; docs/counters-and-reports.md has the proof. */
export function createStatusCounters(options: Options): StatusCounters {
  return new MongoStatusCounters(options);
}

class MongoStatusCounters implements StatusCounters {
  private readonly writers: OpenWriters;
  private readonly background = new BackgroundWork();
  private readonly readOne: (accountId: number) => Promise<Counts | undefined>;
  private readonly countTogether: (accountId: number, carried: readonly CarriedChange[]) => Promise<void>;

  constructor(private readonly options: Options) {
    this.writers = new OpenWriters(options.counters, (accountId) => {
      const tidied = this.takeOver(accountId).catch((error: unknown) => {
        options.logger.debug({ accountId, err: error }, 'writers that are gone stay for now');
      });
      this.background.add(tidied);
    });
    this.readOne = createBatchLoader({
      send: (accountIds: number[]) => readMany(options.counters, accountIds),
      maxBatch: 100,
      maxInFlight: 1,
    });
    this.countTogether = createKeyedBatcher((accountId, carried) => this.countAll(accountId, carried.flat()));
  }

  async read(accountId: number): Promise<Counts> {
    return (await this.readOne(accountId)) ?? NONE;
  }

  async open(
    accountId: number,
    change: Pick<UncountedChange, 'from' | 'to' | 'days'>,
  ): Promise<UncountedChange> {
    const { epoch } = (await this.writers.of(accountId)).writer;
    return { id: this.writers.nextChangeId(epoch), epoch, ...change, at: this.options.clock.now() };
  }

  async settle(accountId: number, carried: readonly CarriedChange[]): Promise<void> {
    if (carried.length === 0) return;
    try {
      await this.countTogether(accountId, carried);
    } catch (error) {
      this.options.logger.warn({ accountId, err: error }, 'counters left to the sweep');
    }
  }

  async takeOver(accountId: number): Promise<void> {
    const { counters, orders, marks } = this.options;
    await this.writers.of(accountId);
    const raised = await counters.findOneAndUpdate(
      { _id: accountId, accountId },
      { $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
    if (!raised) return;
    this.writers.begin(raised);
    // From here on nobody can count a change of an older epoch: the lists tell for good which of them were counted.
    const counted = countedIds(raised);
    const left = (await carriedChanges(orders, accountId)).filter(
      ({ change }) => change.epoch < raised.epoch,
    );
    const done = left.filter(({ change }) => counted.has(change.id));
    if (done.length > 0) await marks.clearNow(accountId, idsOf(done), { changeIds: changeIdsOf(done) });
    const open = left.filter(({ change }) => !counted.has(change.id));
    if (open.length > 0) await this.countTogether(accountId, open);
    const ended = Object.keys(raised.counted ?? {});
    if (ended.length === 0) return;
    await counters.updateOne(
      { _id: accountId, accountId },
      { $unset: Object.fromEntries(ended.map((name) => [`counted.${name}`, ''])) },
    );
  }

  async idle(): Promise<void> {
    await this.options.marks.idle();
    await this.background.idle();
    // What was done behind the answers may have left marks of its own.
    await this.options.marks.idle();
  }

  /** One at a time for an account. What another epoch's owner would count is claimed first. */
  private async countAll(accountId: number, carried: readonly CarriedChange[]): Promise<void> {
    let open = carried;
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await this.writers.of(accountId);
      const { epoch } = own.writer;
      const mine = open.filter(({ change }) => change.epoch === epoch);
      let others: readonly CarriedChange[] = open.filter(({ change }) => change.epoch !== epoch);
      if (mine.length > 0) {
        if (await this.countAs(accountId, own, mine)) this.afterwards(accountId, own, mine);
        else others = open;
      }
      if (others.length === 0) return;
      open = await this.claim(accountId, others);
      if (open.length === 0) return;
    }
    throw new Error('The epoch of the counters moves faster than changes can be counted.');
  }

  /** A writer whose epoch is over, or whose last update may have failed, is never used again. */
  private async countAs(accountId: number, own: OpenWriter, carried: readonly CarriedChange[]) {
    let counted = false;
    try {
      counted = await own.writer.count(carried);
    } finally {
      if (!counted) this.writers.end(accountId);
    }
    return counted;
  }

  private afterwards(accountId: number, own: OpenWriter, carried: readonly CarriedChange[]): void {
    const { marks, reports, logger } = this.options;
    const changeIds = changeIdsOf(carried);
    marks.clearSoon(accountId, idsOf(carried), { changeIds }, (gone) => {
      if (gone) own.writer.forget(changeIds);
    });
    own.waiting += carried.filter(({ change }) => change.days).length;
    if (own.waiting < MANY_WAITING) return;
    own.waiting = 0;
    const collected = reports.collect(accountId).catch((error: unknown) => {
      logger.warn({ accountId, err: error }, 'report figures wait in the counters');
    });
    this.background.add(collected);
  }

  /** A change has one owner: whoever's id it carries. Answers what is this process's now. */
  private async claim(accountId: number, carried: readonly CarriedChange[]): Promise<CarriedChange[]> {
    const { orders } = this.options;
    const { epoch } = (await this.writers.of(accountId)).writer;
    const claimed: CarriedChange[] = [];
    for (const [id, orderIds] of byChange(carried)) {
      const mine = this.writers.nextChangeId(epoch);
      const { modifiedCount } = await orders.updateMany(
        { accountId, _id: { $in: orderIds }, 'uncounted.id': id },
        { $set: { 'uncounted.$[change].id': mine, 'uncounted.$[change].epoch': epoch } },
        { arrayFilters: [{ 'change.id': id }] },
      );
      if (modifiedCount > 0) claimed.push(...(await findCarried(orders, accountId, orderIds, mine)));
    }
    return claimed;
  }
}

/** Ids of changes that the document has counted and that may still stand in orders. */
export const countedIds = ({ counted = {} }: Pick<CountersDocument, 'counted'>) =>
  new Set(Object.values(counted).flatMap(({ ids }) => ids));

function byChange(carried: readonly CarriedChange[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { orderId, change } of carried) found.set(change.id, [...(found.get(change.id) ?? []), orderId]);
  return found;
}

const idsOf = (carried: readonly CarriedChange[]) => carried.map(({ orderId }) => orderId);
const changeIdsOf = (carried: readonly CarriedChange[]) => [
  ...new Set(carried.map(({ change }) => change.id)),
];

async function readMany(counters: Collection<CountersDocument>, accountIds: readonly number[]) {
  const wanted = [...new Set(accountIds)];
  const found = await counters
    .find({ _id: { $in: wanted }, accountId: { $in: wanted } }, { projection: { revision: 1, counts: 1 } })
    .toArray();
  const byAccount = new Map(found.map((document) => [document._id, document]));
  return accountIds.map((accountId) => byAccount.get(accountId));
}
