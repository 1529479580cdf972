import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Collection } from 'mongodb';
import { addTo, type DayFigures, daysOf, figuresOf, withoutZeros } from '../../domain/report-figures';
import { type CountersDocument, type DayDocument, revisionStep } from './counters-document';
import { type OrderDocument, toOrder } from './order-document';

interface Options {
  orders: Collection<OrderDocument>;
  documents: Collection<CountersDocument | DayDocument>;
}

export interface Recounted {
  counts: CountersDocument['counts'];
  was: CountersDocument['counts'];
  /** The number of days that have figures in the reports. */
  days: number;
}

const ROUNDS = 20;

export type Recount = (accountId: number, timeZone?: string) => Promise<Recounted>;

/**
 * Returns a function that recounts an account's orders. After the time zone was changed, every report requests a
 * recount. Requests that come during a recount share its result.
 */
export function createRecount(options: Options): Recount {
  const underWay = new Map<string, Promise<Recounted>>();
  return (accountId, timeZone) => {
    const key = `${accountId} ${timeZone}`;
    const known = underWay.get(key);
    if (known) return known;
    const begun = recountOrders(options, accountId, timeZone).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}

/**
 * Counts an account's orders again, to repair its totals and reports, or to compute them for another time zone. Every
 * change that affects totals or reports increases the revision. If the revision is the same after the count, the result
 * is exact; otherwise the orders are counted again.
 * @throws DomainError `conflict` when orders change too often
 */
export async function recountOrders(
  { orders, documents }: Options,
  accountId: number,
  wantedZone?: string,
): Promise<Recounted> {
  const totals = documents as unknown as Collection<CountersDocument>;
  const filter = { _id: accountId, accountId };
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await totals.findOne(filter);
    if (!known) return { counts: {}, was: {}, days: 0 };
    const timeZone = wantedZone ?? known.timeZone ?? DEFAULT_TIME_ZONE;
    const { counts, figures } = await countAll(orders, accountId, timeZone);
    const days = [...figures].map(([day, figures]) => ({
      _id: `${accountId}:${day}`,
      accountId,
      day,
      timeZone,
      figures,
    }));
    const isWritten = await documents.db.client.withSession((session) =>
      session.withTransaction(async () => {
        const { matchedCount } = await totals.updateOne(
          { ...filter, revision: known.revision },
          { ...zoneUpdate(counts, timeZone), $inc: { revision: revisionStep() } },
          { session },
        );
        if (matchedCount === 0) return false;
        await documents.deleteMany({ accountId, day: { $gte: '' } }, { session });
        if (days.length > 0) await documents.insertMany(days, { session });
        return true;
      }),
    );
    if (isWritten) return { counts, was: known.counts, days: figures.size };
  }
  throw new DomainError('conflict', 'orders_changing_too_fast', { accountId });
}

const zoneUpdate = (counts: Counted, timeZone: string) =>
  timeZone === DEFAULT_TIME_ZONE
    ? { $set: { counts }, $unset: { timeZone: '' as const } }
    : { $set: { counts, timeZone } };

type Counted = CountersDocument['counts'];

async function countAll(orders: Collection<OrderDocument>, accountId: number, timeZone: string) {
  const counts: Record<string, number> = {};
  const figures: DayFigures = new Map();
  for await (const document of orders.find({ accountId })) {
    counts[document.status] = (counts[document.status] ?? 0) + 1;
    for (const [day, added] of figuresOf(toOrder(document), daysOf(timeZone))) addTo(figures, day, added);
  }
  return { counts, figures: withoutZeros(figures) };
}
