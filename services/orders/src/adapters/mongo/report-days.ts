import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import { addTo, type DayFigures, type Figures } from '../../domain/report-figures';
import type { CountersDocument } from './counters-document';
import type { ReportDayDocument } from './report-day-document';

interface Options {
  counters: Collection<CountersDocument>;
  days: Collection<ReportDayDocument>;
}

type Move = Pick<CountersDocument, 'moves' | 'moving'>;

/** Each round lost means that figures moved between two reads: once in dozens of changes. */
const ROUNDS = 20;
const KEPT_MOVES = 10_000;

/**
 * Figures of reports: an account's counters add up what is new, and hand it on to a document for each day. A move is
 * numbered; a day takes each move once. docs/counters-and-reports.md says why each change counts once.
 */
export class MongoReportDays {
  /** The last move by account that this process knows to be in its days. */
  private readonly arrived = new BoundedMap<number, number>(KEPT_MOVES);

  constructor(private readonly options: Options) {}

  /** Figures of the days that have some, from the first to the last day asked for. */
  async read(accountId: number, { from, to }: { from: string; to: string }): Promise<DayFigures> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const kept = await this.options.counters.findOne(
        { _id: accountId, accountId },
        { projection: { figures: 1, moves: 1, moving: 1 } },
      );
      const found = await this.options.days
        .find({ accountId, day: { $gte: from, $lte: to } }, { projection: { day: 1, figures: 1, move: 1 } })
        .sort({ day: 1 })
        .toArray();
      const { figures = {}, moves = 0, moving = {} } = kept ?? {};
      // What the counters still had at the first read has come to a day before the second: it would count twice.
      if (found.some(({ move = 0 }) => move > moves)) continue;
      const sum: DayFigures = new Map();
      for (const { day, figures } of found) addTo(sum, day, figures ?? {});
      const arrived = new Set(found.filter(({ move }) => move === moves).map(({ day }) => day));
      for (const [day, added] of Object.entries(moving)) {
        if (day >= from && day <= to && !arrived.has(day)) addTo(sum, day, added);
      }
      for (const [day, added] of Object.entries(figures)) {
        if (day >= from && day <= to) addTo(sum, day, added);
      }
      return sum;
    }
    throw new Error(`The figures of account ${accountId} move faster than they can be read.`);
  }

  /** Hands on to the days what waits in the counters. Any number may do so at once, and finish what others began. */
  async collect(accountId: number): Promise<void> {
    const { counters } = this.options;
    const filter = { _id: accountId, accountId };
    const kept = await counters.findOne(filter, { projection: { moves: 1, moving: 1 } });
    if (!kept) return;
    await this.finish(accountId, kept);
    const { moves } = kept;
    const moved = await counters.findOneAndUpdate(
      { ...filter, moves: moves === undefined ? { $exists: false } : moves },
      [
        {
          $set: {
            moves: { $literal: (moves ?? 0) + 1 },
            moving: { $ifNull: ['$figures', { $literal: {} }] },
            figures: { $literal: {} },
            waiting: { $literal: 0 },
          },
        },
      ],
      { returnDocument: 'after', projection: { moves: 1, moving: 1 } },
    );
    if (moved) await this.finish(accountId, moved);
  }

  /** Adds a move to its days; to those that have it, or a later one, nothing. */
  private async finish(accountId: number, { moves, moving = {} }: Move): Promise<void> {
    if (moves === undefined || (this.arrived.get(accountId) ?? 0) >= moves) return;
    const days = Object.entries(moving).filter(([, figures]) => Object.keys(figures).length > 0);
    if (days.length > 0) {
      const add = (upsert: boolean) => {
        const adding = days.map(([day, figures]) => addMove({ accountId, day, figures, moves, upsert }));
        return this.options.days.bulkWrite(adding, { ordered: false });
      };
      await add(true).catch((error: unknown) => {
        if (!isTaken(error)) throw error;
        // Such a day has the move, or somebody made its document just now.
        return add(false);
      });
    }
    this.arrived.set(accountId, moves);
  }
}

interface DayMove {
  accountId: number;
  day: string;
  figures: Figures;
  moves: number;
  upsert: boolean;
}

function addMove({ accountId, day, figures, moves, upsert }: DayMove) {
  const increments = Object.entries(figures).map(([key, number]) => [`figures.${key}`, number]);
  return {
    updateOne: {
      filter: {
        _id: `${accountId}:${day}`,
        accountId,
        $or: [{ move: { $exists: false } }, { move: { $lt: moves } }],
      },
      update: {
        $inc: { ...Object.fromEntries(increments), revision: 1 },
        $set: { move: moves },
        $setOnInsert: { day, v: 1 },
      },
      upsert,
    },
  } as AnyBulkWriteOperation<ReportDayDocument>;
}

function isTaken(error: unknown): boolean {
  if (isDuplicateKey(error)) return true;
  if (!(error instanceof MongoBulkWriteError)) return false;
  return [error.writeErrors].flat().every(({ code }) => code === 11000);
}
