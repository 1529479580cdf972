import { createBatchLoader, createKeyedBatcher } from '@parcelyard/service-kit/batch-loader';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb';
import { addTo, type DayFigures } from '../../domain/report-figures';
import type { CountedChange } from './counted-change';
import type { CountersDocument, DayDocument } from './counters-document';

export interface Counts {
  revision: number;
  counts: CountersDocument['counts'];
}

/** An option of a write; empty outside of transactions. */
export interface InTransaction {
  session?: ClientSession;
}

/** Changes orders in a transaction, perhaps several times; answers what it changed of lists and reports. */
type WriteOrders = (inTransaction: InTransaction) => Promise<readonly CountedChange[]>;

export interface OrderCounters {
  read(accountId: number): Promise<Counts>;
  readDays(accountId: number, span: { from: string; to: string }): Promise<DayFigures>;
  /** Changes orders and counts the changes, all or nothing. Writes of one account may share a transaction. */
  change(accountId: number, write: WriteOrders): Promise<void>;
}

interface Waiting {
  write: WriteOrders;
  error?: unknown;
}

const NONE: Counts = { revision: 0, counts: {} };

export function createOrderCounters(documents: Collection<CountersDocument | DayDocument>): OrderCounters {
  const totals = documents as unknown as Collection<CountersDocument>;
  const days = documents as unknown as Collection<DayDocument>;
  const readOne = createBatchLoader({
    send: (accountIds: number[]) => readMany(totals, accountIds),
    maxBatch: 100,
    maxInFlight: 1,
  });

  const writeAll = async (accountId: number, waiting: readonly Waiting[]) => {
    const changes: CountedChange[] = [];
    await documents.db.client.withSession((session) =>
      session.withTransaction(async () => {
        changes.length = 0;
        for (const { write } of waiting) changes.push(...(await write({ session })));
        const updates = updatesOf(accountId, changes);
        if (updates.length > 0) await documents.bulkWrite(updates, { session });
      }),
    );
  };

  const writeTogether = async (accountId: number, waiting: readonly Waiting[]): Promise<void> => {
    try {
      await writeAll(accountId, waiting);
    } catch (error) {
      // Somebody's key is taken, which undid what the others wrote as well.
      if (waiting.length > 1 && isDuplicateKey(error)) {
        for (const one of waiting) await writeTogether(accountId, [one]);
      } else {
        for (const one of waiting) one.error = error;
      }
    }
  };
  // Two transactions that change the same counters conflict, so this process has one at a time for an account.
  const writeInTurn = createKeyedBatcher(writeTogether);

  return {
    read: async (accountId) => (await readOne(accountId)) ?? NONE,
    readDays: async (accountId, { from, to }) => {
      const found = await days
        .find({ accountId, day: { $gte: from, $lte: to } })
        .sort({ day: 1 })
        .toArray();
      return new Map(found.map(({ day, figures }) => [day, figures]));
    },
    change: async (accountId, write) => {
      const own: Waiting = { write };
      await writeInTurn(accountId, own);
      if ('error' in own) throw own.error;
    },
  };
}

/** What the changes add to the account's counters and days. */
function updatesOf(
  accountId: number,
  changes: readonly CountedChange[],
): AnyBulkWriteOperation<CountersDocument | DayDocument>[] {
  if (changes.length === 0) return [];
  const counts: Record<string, number> = {};
  const days: DayFigures = new Map();
  for (const { from, to, orders = 1, figures = [] } of changes) {
    if (from !== to) {
      if (from) counts[`counts.${from}`] = (counts[`counts.${from}`] ?? 0) - orders;
      counts[`counts.${to}`] = (counts[`counts.${to}`] ?? 0) + orders;
    }
    for (const [day, added] of figures) addTo(days, day, added);
  }
  const add = (_id: number | string, $inc: Record<string, number>, more: object = {}) =>
    ({
      updateOne: { filter: { _id, accountId }, update: { $inc, ...more }, upsert: true },
    }) as AnyBulkWriteOperation<CountersDocument | DayDocument>;
  return [
    add(accountId, { revision: 1, ...counts }),
    ...[...days].map(([day, figures]) =>
      add(`${accountId}:${day}`, prefixed('figures', figures), { $setOnInsert: { day } }),
    ),
  ];
}

const prefixed = (path: string, numbers: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(numbers).map(([key, number]) => [`${path}.${key}`, number]));

async function readMany(counters: Collection<CountersDocument>, accountIds: readonly number[]) {
  const wanted = [...new Set(accountIds)];
  const found = await counters
    .find({ _id: { $in: wanted }, accountId: { $in: wanted } }, { projection: { revision: 1, counts: 1 } })
    .toArray();
  const byAccount = new Map(found.map((document) => [document._id, document]));
  return accountIds.map((accountId) => byAccount.get(accountId));
}
