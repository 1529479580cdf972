import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Collection } from 'mongodb';
import { addTo, type DayFigures, figuresOf, withoutZeros } from '../../domain/report-figures';
import type { CountersDocument, DayDocument } from './counters-document';
import { type OrderDocument, toOrder } from './order-document';

interface Options {
  orders: Collection<OrderDocument>;
  documents: Collection<CountersDocument | DayDocument>;
}

export interface Recounted {
  counts: CountersDocument['counts'];
  was: CountersDocument['counts'];
  /** How many days have figures. */
  days: number;
}

const ROUNDS = 20;

/**
 * Repair: counts an account's orders afresh, for lists and for reports. Every change of them raises the revision, so the
 * result is exact when that still stands at the end; otherwise it counts again.
 * @throws DomainError `conflict` when changes leave it no gap
 */
export async function recountOrders({ orders, documents }: Options, accountId: number): Promise<Recounted> {
  const totals = documents as unknown as Collection<CountersDocument>;
  const filter = { _id: accountId, accountId };
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await totals.findOne(filter);
    if (!known) return { counts: {}, was: {}, days: 0 };
    const { counts, figures } = await countAll(orders, accountId);
    const days = [...figures].map(([day, figures]) => ({
      _id: `${accountId}:${day}`,
      accountId,
      day,
      figures,
    }));
    const stood = await documents.db.client.withSession((session) =>
      session.withTransaction(async () => {
        const { matchedCount } = await totals.updateOne(
          { ...filter, revision: known.revision },
          { $set: { counts }, $inc: { revision: 1 } },
          { session },
        );
        if (matchedCount === 0) return false;
        await documents.deleteMany({ accountId, day: { $gte: '' } }, { session });
        if (days.length > 0) await documents.insertMany(days, { session });
        return true;
      }),
    );
    if (stood) return { counts, was: known.counts, days: figures.size };
  }
  throw new DomainError('conflict', 'orders_changing_too_fast', { accountId });
}

async function countAll(orders: Collection<OrderDocument>, accountId: number) {
  const counts: Record<string, number> = {};
  const figures: DayFigures = new Map();
  for await (const document of orders.find({ accountId })) {
    counts[document.status] = (counts[document.status] ?? 0) + 1;
    for (const [day, added] of figuresOf(toOrder(document))) addTo(figures, day, added);
  }
  return { counts, figures: withoutZeros(figures) };
}
