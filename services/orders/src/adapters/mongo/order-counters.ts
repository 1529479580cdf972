import { createKeyedBatcher } from '@parcelyard/service-kit/batch-loader';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { joinAccounts } from '@parcelyard/service-kit/join-accounts';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb';
import { MAX_DAYS } from '../../domain/report';
import { addTo, type DayFigures } from '../../domain/report-figures';
import type { CountedChange } from './counted-change';
import { type CountedUpdate, type CounterStatement, countTogether } from './counted-together';
import { type CountersDocument, type DayDocument, revisionStep } from './counters-document';

export interface Counts {
  revision: number;
  counts: CountersDocument['counts'];
}

/** The session of a running transaction. It is absent outside of transactions. */
export interface InTransaction {
  session?: ClientSession;
}

/** Changes orders in a transaction, which may run several times. Returns what to change in totals and reports. */
type WriteOrders = (inTransaction: InTransaction) => Promise<readonly CountedChange[]>;

export interface OrderCounters {
  read(accountId: number): Promise<Counts>;
  readDays(accountId: number, span: { from: string; to: string }): Promise<CountedDays>;
  /** Returns the time zone of the account's reports, as far as this process knows it. */
  timeZone(accountId: number): string;
  /**
   * Changes orders, totals and reports in one transaction: either all of them or none. Writes of one account may share
   * a transaction.
   * @param update the same change as one MongoDB update; several such updates need only one command
   * @returns whether `update` was made instead of `write`
   */
  change(accountId: number, write: WriteOrders, update?: CountedUpdate): Promise<boolean>;
}

export interface CountedDays {
  readonly figures: DayFigures;
  /** The time zones in which the days were counted. Empty when there are no days. */
  readonly timeZones: ReadonlySet<string>;
}

interface Waiting {
  readonly write: WriteOrders;
  readonly update: CountedUpdate | undefined;
}

/** The result of one write: whether `update` replaced `write`, or why the write failed. */
type Outcome = { readonly isUpdated: boolean } | { readonly error: unknown };

const NONE: Counts = { revision: 0, counts: {} };
/**
 * This process remembers the time zones of at most this many accounts. For any other account it assumes the default
 * zone.
 */
const KEPT_ZONES = 10_000;

export function createOrderCounters(
  documents: Collection<CountersDocument | DayDocument>,
  writeInOneCommand = countTogether(documents),
): OrderCounters {
  const totals = documents as unknown as Collection<CountersDocument>;
  const days = documents as unknown as Collection<DayDocument>;
  const readOne = joinAccounts({
    send: (accountIds: readonly number[]) => readMany(totals, accountIds),
    accountOf: (accountId) => accountId,
    maxBatch: 100,
    repeats: true,
  });

  const zones = new BoundedMap<number, string>(KEPT_ZONES);
  const timeZone = (accountId: number) => zones.get(accountId) ?? DEFAULT_TIME_ZONE;

  /** Reads the account's time zone again. Returns true when this process remembered a different time zone. */
  const hasZoneChanged = async (accountId: number): Promise<boolean> => {
    const known = timeZone(accountId);
    const document = await totals.findOne({ _id: accountId, accountId }, { projection: { timeZone: 1 } });
    zones.set(accountId, document?.timeZone ?? DEFAULT_TIME_ZONE);
    return timeZone(accountId) !== known;
  };

  const writeOnce = async (accountId: number, waiting: readonly Waiting[]) => {
    const changes: CountedChange[] = [];
    await documents.db.client.withSession((session) =>
      session.withTransaction(async () => {
        changes.length = 0;
        for (const { write } of waiting) changes.push(...(await write({ session })));
        const statements = statementsOf(accountId, changes, timeZone(accountId));
        if (statements.length > 0) await documents.bulkWrite(statements.map(asUpdateOne), { session });
      }),
    );
  };

  const updateAll = async (accountId: number, waiting: readonly Waiting[]): Promise<boolean> => {
    const updates = waiting.flatMap(({ update }) => update ?? []);
    if (updates.length < waiting.length) return false;
    const changes = updates.map(({ change }) => change);
    return writeInOneCommand(updates, statementsOf(accountId, changes, timeZone(accountId)));
  };

  const writeAll = async (accountId: number, waiting: readonly Waiting[]) => {
    try {
      await writeOnce(accountId, waiting);
    } catch (error) {
      // The filter of the totals' update contains the time zone that this process remembers. If the account's time zone
      // has changed, the filter does not find the stored totals, and the upsert fails with a duplicate key. So the time
      // zone is read again.
      if (!isDuplicateKey(error) || !(await hasZoneChanged(accountId))) throw error;
      await writeOnce(accountId, waiting);
    }
  };

  const writeTogether = async (accountId: number, waiting: readonly Waiting[]): Promise<Outcome[]> => {
    try {
      const isUpdated = await updateAll(accountId, waiting);
      if (!isUpdated) await writeAll(accountId, waiting);
      return waiting.map(() => ({ isUpdated }));
    } catch (error) {
      if (waiting.length === 1 || !isDuplicateKey(error)) return waiting.map(() => ({ error }));
      // A unique key of one write is taken. The transaction has undone all writes, so each write is repeated alone.
      const outcomes: Outcome[] = [];
      for (const one of waiting) outcomes.push(...(await writeTogether(accountId, [one])));
      return outcomes;
    }
  };
  // Two transactions that change the same totals would conflict. So there is one transaction at a time for an account.
  const writeInTurn = createKeyedBatcher(writeTogether);

  return {
    read: async (accountId) => (await readOne(accountId)) ?? NONE,
    readDays: async (accountId, { from, to }) => {
      const found = await days
        // With this batch size all days come in one answer.
        .find({ accountId, day: { $gte: from, $lte: to } }, { batchSize: MAX_DAYS })
        .sort({ day: 1 })
        .toArray();
      return {
        figures: new Map(found.map(({ day, figures }) => [day, figures])),
        timeZones: new Set(found.map(({ timeZone }) => timeZone)),
      };
    },
    timeZone,
    change: async (accountId, write, update) => {
      const outcome = await writeInTurn(accountId, { write, update });
      if ('error' in outcome) throw outcome.error;
      return outcome.isUpdated;
    },
  };
}

/** Returns the statements that add the changes to the account's totals and days. */
function statementsOf(
  accountId: number,
  changes: readonly CountedChange[],
  timeZone: string,
): CounterStatement[] {
  if (changes.length === 0) return [];
  const counts: Record<string, number> = {};
  const days: DayFigures = new Map();
  for (const { from, to, orders = 1, figuresIn } of changes) {
    if (from !== to) {
      if (from) counts[`counts.${from}`] = (counts[`counts.${from}`] ?? 0) - orders;
      counts[`counts.${to}`] = (counts[`counts.${to}`] ?? 0) + orders;
    }
    for (const [day, added] of figuresIn?.(timeZone) ?? []) addTo(days, day, added);
  }
  const add = (filter: object, $inc: Record<string, number>, more: object = {}): CounterStatement => ({
    filter: { ...filter, accountId },
    updateMods: { $inc, ...more },
    upsert: true,
  });
  return [
    add({ _id: accountId, timeZone: zoneFilter(timeZone) }, { revision: revisionStep(), ...counts }),
    ...[...days].map(([day, figures]) =>
      add({ _id: `${accountId}:${day}` }, prefixed('figures', figures), { $setOnInsert: { day, timeZone } }),
    ),
  ];
}

const asUpdateOne = ({ filter, updateMods: update, upsert }: CounterStatement) =>
  ({ updateOne: { filter, update, upsert } }) as AnyBulkWriteOperation<CountersDocument | DayDocument>;

/** The default zone is not stored. */
const zoneFilter = (timeZone: string) => (timeZone === DEFAULT_TIME_ZONE ? { $exists: false } : timeZone);

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
