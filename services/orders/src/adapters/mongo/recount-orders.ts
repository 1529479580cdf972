import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Collection } from 'mongodb';
import { addTo, type DayFigures, figuresOf, withoutZeros } from '../../domain/report-figures';
import type { CountersDocument } from './counters-document';
import { type OrderDocument, toOrder } from './order-document';
import type { MongoReportDays } from './report-days';
import { countedIds, type StatusCounters } from './status-counters';
import { figureIncrements } from './uncounted-change';

interface Options {
  orders: Collection<OrderDocument>;
  documents: Collection<CountersDocument>;
  counters: StatusCounters;
  reports: MongoReportDays;
}

export interface Recounted {
  counts: CountersDocument['counts'];
  was: CountersDocument['counts'];
  /** How many days have figures. */
  days: number;
}

const ROUNDS = 20;
const EVER = { from: '0000-01-01', to: '9999-12-31' };

/**
 * Repair: counts an account's orders afresh, for lists and for reports, and corrects its counters in one update. It
 * reads until nothing was counted in between, so it is exact beside running writers.
 * @throws DomainError `conflict` when they leave it no gap
 */
export async function recountOrders(options: Options, accountId: number): Promise<Recounted> {
  const { documents, counters, reports } = options;
  const { counts: was } = await counters.read(accountId);
  await counters.takeOver(accountId);
  const filter = { _id: accountId, accountId };
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await documents.findOne(filter);
    if (!known) break;
    const { counts, figures } = await recount(options, known);
    const wrong: DayFigures = new Map([...figures].map(([day, added]) => [day, { ...added }]));
    for (const [day, kept] of await reports.read(accountId, EVER)) addTo(wrong, day, kept, -1);
    const corrections = withoutZeros(wrong);
    const { matchedCount } = await documents.updateOne(
      { ...filter, revision: known.revision },
      {
        $set: { counts },
        $inc: { revision: 1, waiting: corrections.size, ...figureIncrements(corrections) },
      },
    );
    if (matchedCount === 0) continue;
    if (corrections.size > 0) await reports.collect(accountId);
    return { counts, was, days: figures.size };
  }
  throw new DomainError('conflict', 'orders_changing_too_fast', { accountId });
}

/** What the orders add up to, without the changes that they carry and that nobody has counted. */
async function recount({ orders }: Options, known: CountersDocument) {
  const { accountId } = known;
  const counted = countedIds(known);
  const counts: Record<string, number> = {};
  const figures: DayFigures = new Map();
  const count = (status: string | undefined, number: number) => {
    if (status) counts[status] = (counts[status] ?? 0) + number;
  };
  for await (const document of orders.find({ accountId })) {
    count(document.status, 1);
    for (const [day, added] of figuresOf(toOrder(document))) addTo(figures, day, added);
    for (const change of document.uncounted ?? []) {
      if (counted.has(change.id)) continue;
      count(change.to, -1);
      count(change.from, 1);
      for (const { day, add } of change.days ?? []) addTo(figures, day, add, -1);
    }
  }
  const present = Object.entries(counts).filter(([, number]) => number !== 0);
  return { counts: Object.fromEntries(present), figures: withoutZeros(figures) };
}
