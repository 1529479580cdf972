import type { Collection } from 'mongodb';
import type { OldReportChange } from './old-change';
import type { OrderDocument } from './order-document';
import type { ReportDayDocument } from './report-day-document';

interface Options {
  orders: Collection<OrderDocument>;
  days: Collection<ReportDayDocument>;
}

const MOST = 500;

/**
 * Finishes report changes that a replica of a build before this one left in orders: each goes to its days unless their
 * marks say that it is in. The marks stay, for a slow owner may still come.
 * @returns whether there were any
 */
export async function settleOldReportChanges({ orders, days }: Options, before: Date): Promise<boolean> {
  const stale = await orders
    .find({ 'reportChanges.at': { $lte: before } }, { projection: { accountId: 1, reportChanges: 1 } })
    .limit(MOST)
    .toArray();
  for (const { _id, accountId, reportChanges = [] } of stale) {
    const old = reportChanges.filter(({ at }) => at <= before);
    for (const change of old) await addToDays(days, accountId, change);
    await orders.updateOne(
      { _id, accountId },
      { $pull: { reportChanges: { id: { $in: old.map(({ id }) => id) } } } },
    );
  }
  return stale.length > 0;
}

async function addToDays(
  collection: Collection<ReportDayDocument>,
  accountId: number,
  { id, days }: OldReportChange,
): Promise<void> {
  for (const { day, add } of days) {
    const increments = Object.entries(add).map(([key, number]) => [`figures.${key}`, number]);
    const at = { _id: `${accountId}:${day}`, accountId };
    // The document is made apart: an upsert would not tell a day that has the change from one that is not there.
    await collection.updateOne(at, { $setOnInsert: { day, v: 1 } }, { upsert: true });
    await collection.updateOne(
      { ...at, applied: { $nin: [id] } },
      { $inc: { ...Object.fromEntries(increments), revision: 1 }, $push: { applied: id } },
    );
  }
}
