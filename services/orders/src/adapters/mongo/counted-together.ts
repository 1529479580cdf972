import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { lacksCommand } from '@parcelyard/service-kit/mongo/lacks-command';
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import type { CountedChange } from './counted-change';
import type { CountersDocument, DayDocument } from './counters-document';
import type { OrderDocument } from './order-document';

/** An update of orders that is made only if its filter matches exactly `orders` documents. */
export interface CountedUpdate {
  readonly filter: Filter<OrderDocument>;
  readonly update: UpdateFilter<OrderDocument>;
  /** How many orders the filter must match; 1 when absent. */
  readonly orders?: number;
  readonly change: CountedChange;
}

/** A statement of `bulkWrite` on the counters' collection. */
export type CounterStatement = { filter: Document; updateMods: Document; upsert: true };

/** MongoDB's error code when a command cannot run in a transaction. */
const NOT_IN_TRANSACTIONS = 263;

/**
 * Changes orders and totals in one command (`bulkWrite` of MongoDB 8.0), which is one transaction. Returns false, with
 * nothing changed, when an update does not match its orders, when a unique key is taken, or when the server does not
 * know the command. The caller then makes each update separately.
 */
export function countTogether(documents: Collection<CountersDocument | DayDocument>) {
  const { db } = documents;
  const admin = db.client.db('admin');
  const nsInfo = ['orders', documents.collectionName].map((name) => ({ ns: `${db.databaseName}.${name}` }));
  let supported = true;
  return async (
    updates: readonly CountedUpdate[],
    counters: readonly CounterStatement[],
  ): Promise<boolean> => {
    if (!supported) return false;
    const ops = [...updates.map(statementOf), ...counters.map((statement) => ({ update: 1, ...statement }))];
    const expected = updates.reduce((sum, { orders = 1 }) => sum + orders, counters.length);
    const command = { bulkWrite: 1, ops, nsInfo, ordered: true, errorsOnly: true };
    try {
      return await db.client.withSession((session) =>
        session.withTransaction(async () => {
          const { nErrors, nMatched, nUpserted } = await admin.command(command, {
            session,
            ignoreUndefined: true,
          });
          if (nErrors === 0 && nMatched + nUpserted === expected) return true;
          await session.abortTransaction();
          return false;
        }),
      );
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      if (!lacksCommand(error) && !isRefusedInTransactions(error)) throw error;
      supported = false;
      return false;
    }
  };
}

const statementOf = ({ filter, update, orders = 1 }: CountedUpdate): Document => ({
  update: 0,
  filter,
  updateMods: update,
  multi: orders > 1,
});

const isRefusedInTransactions = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NOT_IN_TRANSACTIONS;
