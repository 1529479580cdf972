import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection } from 'mongodb';
import { addTo, type DayFigures, type Figures, figuresOf, withoutZeros } from '../../domain/report-figures';
import { type OrderDocument, toOrder } from './order-document';
import type { ReportDayDocument } from './report-day-document';

interface Options {
  orders: Collection<OrderDocument>;
  days: Collection<ReportDayDocument>;
}

const ROUNDS = 20;

/**
 * Sets every day of the account to what its orders add up to. A day whose figures changed while the orders were read is
 * counted again, so that it may run beside the traffic.
 * @returns how many days have figures
 */
export async function rebuildReportDays(options: Options, accountId: number): Promise<number> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await options.days.find({ accountId }).toArray();
    const counted = await countOrders(options, accountId, known);
    let settled = true;
    for (const day of new Set([...known.map((document) => document.day), ...counted.keys()])) {
      const revision = known.find((document) => document.day === day)?.revision;
      settled = (await setDay(options, { accountId, day }, counted.get(day) ?? {}, revision)) && settled;
    }
    if (settled) return counted.size;
  }
  throw new Error(`The reports of account ${accountId} are changing too fast to be recounted.`);
}

/** What the orders add up to, without the changes that stand in an order and are not in their day yet. */
async function countOrders(
  { orders }: Options,
  accountId: number,
  known: readonly ReportDayDocument[],
): Promise<DayFigures> {
  const applied = new Map(known.map((document) => [document.day, new Set(document.applied)]));
  const sum: DayFigures = new Map();
  for await (const document of orders.find({ accountId })) {
    for (const [day, figures] of figuresOf(toOrder(document))) addTo(sum, day, figures);
    for (const { id, days } of document.reportChanges ?? []) {
      for (const { day, add } of days) if (!applied.get(day)?.has(id)) addTo(sum, day, add, -1);
    }
  }
  return withoutZeros(sum);
}

/** False when the day changed meanwhile, and nothing was done. */
async function setDay(
  { days }: Options,
  { accountId, day }: { accountId: number; day: string },
  figures: Figures,
  revision: number | undefined,
): Promise<boolean> {
  const _id = `${accountId}:${day}`;
  if (revision !== undefined) {
    const filter = { _id, accountId, revision };
    return (await days.updateOne(filter, { $set: { figures }, $inc: { revision: 1 } })).matchedCount === 1;
  }
  try {
    await days.insertOne({ _id, v: 1, accountId, day, figures, applied: [], revision: 1 });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
