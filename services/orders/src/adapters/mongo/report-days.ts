import { randomUUID } from 'node:crypto';
import type { Swept } from '@parcelyard/events/sweeper';
import { BackgroundWork } from '@parcelyard/service-kit/background-work';
import { createKeyedBatcher } from '@parcelyard/service-kit/batch-loader';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection } from 'mongodb';
import type { Order } from '../../domain/order';
import { addTo, type DayFigures, difference, type Figures, figuresOf } from '../../domain/report-figures';
import type { OrderDocument } from './order-document';
import { rebuildReportDays } from './rebuild-report-days';
import type { ReportChange } from './report-change';
import type { ReportDayDocument } from './report-day-document';

export interface OwnedChange {
  orderId: number;
  change: ReportChange;
}

interface Options {
  orders: Collection<OrderDocument>;
  days: Collection<ReportDayDocument>;
  clock: Clock;
  logger: Logger;
}

/** Its owner settles a change within milliseconds; one this old is the sweep's. */
const LEFT_BEHIND_MS = 60_000;
/** An owner that took longer may have met the sweep: it leaves its mark in `applied`, so that nobody adds it again. */
const OWNED_MS = 20_000;
const CONCURRENCY = 500;

/** Keeps the day documents of reports. docs/counters-and-reports.md says why each change counts once. */
export class MongoReportDays {
  private readonly background = new BackgroundWork();
  private readonly applyTogether = createKeyedBatcher<number, readonly OwnedChange[]>((accountId, owned) =>
    this.apply(accountId, owned.flat()),
  );
  private readonly clearTogether = createKeyedBatcher<number, readonly OwnedChange[]>((accountId, owned) =>
    this.clear(accountId, owned.flat()),
  );

  constructor(private readonly options: Options) {}

  /** What the change of an order adds; goes into the order by the update that changes it. */
  open(before: Order | undefined, after: Order): ReportChange | undefined {
    const days = difference(before ? figuresOf(before) : new Map(), figuresOf(after));
    if (days.size === 0) return undefined;
    const at = this.options.clock.now();
    return { id: randomUUID(), at, days: [...days].map(([day, add]) => ({ day, add })) };
  }

  /** Adds up changes that stand in their orders, with what else comes for the account. What fails is left to the sweep. */
  async settle(accountId: number, owned: readonly OwnedChange[]): Promise<void> {
    if (owned.length === 0) return;
    try {
      await this.applyTogether(accountId, owned);
    } catch (error) {
      this.options.logger.warn({ accountId, err: error }, 'report figures left to the sweep');
      return;
    }
    const clearing = this.clearTogether(accountId, owned).catch((error: unknown) => {
      this.options.logger.warn({ accountId, err: error }, 'settled report changes left to the sweep');
    });
    this.background.add(clearing);
  }

  idle(): Promise<void> {
    return this.background.idle();
  }

  /** Finishes what processes left behind that died in between. The marks stay: a slow owner may still come. */
  async sweep(): Promise<Swept> {
    const { orders, clock } = this.options;
    const before = new Date(clock.now().getTime() - LEFT_BEHIND_MS);
    const stale = await orders
      .find({ 'reportChanges.at': { $lte: before } }, { projection: { accountId: 1, reportChanges: 1 } })
      .limit(CONCURRENCY)
      .toArray();
    for (const { _id: orderId, accountId, reportChanges = [] } of stale) {
      const owned = reportChanges.filter(({ at }) => at <= before).map((change) => ({ orderId, change }));
      await this.apply(accountId, owned);
      await this.takeOut(accountId, owned);
    }
    return { found: stale.length > 0 };
  }

  /** Figures of the days that have some, from the first to the last day asked for. */
  async read(accountId: number, { from, to }: { from: string; to: string }): Promise<DayFigures> {
    const found = await this.options.days
      .find({ accountId, day: { $gte: from, $lte: to } }, { projection: { day: 1, figures: 1 } })
      .sort({ day: 1 })
      .toArray();
    return new Map(found.map(({ day, figures }) => [day, figures ?? {}]));
  }

  private async apply(accountId: number, owned: readonly OwnedChange[]): Promise<void> {
    const byDay = new Map<string, { id: string; add: Figures }[]>();
    for (const { change } of owned) {
      for (const { day, add } of change.days)
        byDay.set(day, [...(byDay.get(day) ?? []), { id: change.id, add }]);
    }
    for (const [day, changes] of byDay) {
      if (await this.addUp(accountId, day, changes)) continue;
      // One of them is in already: each by itself then.
      if (changes.length > 1) for (const change of changes) await this.addUp(accountId, day, [change]);
    }
  }

  /** One update; false when the day had one of the changes already, and nothing was done. */
  private async addUp(
    accountId: number,
    day: string,
    changes: readonly { id: string; add: Figures }[],
  ): Promise<boolean> {
    const { days } = this.options;
    const sum: DayFigures = new Map();
    for (const { add } of changes) addTo(sum, day, add);
    const increments = Object.entries(sum.get(day) ?? {}).map(([key, number]) => [`figures.${key}`, number]);
    const ids = changes.map(({ id }) => id);
    const filter = { _id: dayId(accountId, day), accountId, applied: { $nin: ids } };
    const update = {
      $inc: { ...Object.fromEntries(increments), revision: 1 },
      $push: { applied: { $each: ids } },
    };
    try {
      await days.updateOne(filter, { ...update, $setOnInsert: { day, v: 1 } }, { upsert: true });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    // The document is there: somebody else made it just now, or one of the changes is in.
    return (await days.updateOne(filter, update)).matchedCount === 1;
  }

  private async clear(accountId: number, owned: readonly OwnedChange[]): Promise<void> {
    await this.takeOut(accountId, owned);
    const { days, clock } = this.options;
    const oldest = Math.min(...owned.map(({ change }) => change.at.getTime()));
    if (clock.now().getTime() - oldest > OWNED_MS) return;
    const touched = new Set(owned.flatMap(({ change }) => change.days.map(({ day }) => day)));
    await days.updateMany(
      { _id: { $in: [...touched].map((day) => dayId(accountId, day)) }, accountId },
      { $pull: { applied: { $in: owned.map(({ change }) => change.id) } } },
    );
  }

  private async takeOut(accountId: number, owned: readonly OwnedChange[]): Promise<void> {
    await this.options.orders.updateMany(
      { _id: { $in: owned.map(({ orderId }) => orderId) }, accountId },
      { $pull: { reportChanges: { id: { $in: owned.map(({ change }) => change.id) } } } },
    );
  }

  /** Counts every day anew from the orders; answers how many days have figures. */
  rebuild(accountId: number): Promise<number> {
    return rebuildReportDays(this.options, accountId);
  }
}

const dayId = (accountId: number, day: string): string => `${accountId}:${day}`;
