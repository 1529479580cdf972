import { joinAccounts } from '@parcelyard/service-kit/join-accounts';
import { lacksCommand } from '@parcelyard/service-kit/mongo/lacks-command';
import {
  type ClientBulkWriteError,
  type ClientBulkWriteModel,
  type ClientBulkWriteResult,
  type Collection,
  type Document,
  type Filter,
  MongoClientBulkWriteError,
  MongoServerError,
  type UpdateFilter,
} from 'mongodb';

interface Write<D> {
  readonly filter: Filter<D> & { accountId: number };
  readonly update: UpdateFilter<D>;
}

type Outcome = { readonly matched: boolean } | { readonly error: Error };

/** The most updates in one command, so that no command becomes too large. */
const MAX_WRITES = 64;

/**
 * Sends updates that wait at the same time in one `bulkWrite`; each update is of one document. MongoDB before 8.0 gets
 * them one by one. Each update is atomic, waits for a majority and can fail alone.
 * @returns a function that makes one update and returns whether its filter matched
 */
export function createJoinedWrites<D extends Document>(
  collection: Collection<D>,
): (filter: Write<D>['filter'], update: UpdateFilter<D>) => Promise<boolean> {
  const { client } = collection.db;
  const { namespace } = collection;
  let supported = true;

  const writeOne = async ({ filter, update }: Write<D>): Promise<Outcome> => {
    try {
      return { matched: (await collection.updateOne(filter, update)).matchedCount > 0 };
    } catch (error) {
      return { error: error as Error };
    }
  };

  const send = async (writes: readonly Write<D>[]): Promise<readonly Outcome[]> => {
    if (writes.length === 1 || !supported) return Promise.all(writes.map(writeOne));
    const models = writes.map(
      ({ filter, update }): ClientBulkWriteModel<Document> => ({
        name: 'updateOne',
        namespace,
        filter: filter as Document,
        update: update as Document,
      }),
    );
    try {
      const result = await client.bulkWrite(models, { ordered: false, verboseResults: true });
      return writes.map((_write, at) => outcomeOf(result, at));
    } catch (error) {
      if (!(error instanceof MongoClientBulkWriteError)) throw error;
      const { cause, writeErrors, writeConcernErrors, partialResult } = error;
      if (lacksCommand(cause)) {
        supported = false;
        return Promise.all(writes.map(writeOne));
      }
      const [unconfirmed] = writeConcernErrors;
      if (unconfirmed) throw answered(unconfirmed as ClientBulkWriteError);
      if (writeErrors.size === 0) throw cause ?? error;
      return writes.map((_write, at) => {
        const refused = writeErrors.get(at);
        return refused ? { error: answered(refused) } : outcomeOf(partialResult, at);
      });
    }
  };

  const join = joinAccounts({
    send,
    accountOf: ({ filter }: Write<D>) => filter.accountId,
    maxBatch: MAX_WRITES,
    repeats: false,
  });
  return async (filter, update) => {
    const outcome = await join({ filter, update });
    if ('error' in outcome) throw outcome.error;
    return outcome.matched;
  };
}

function outcomeOf(result: ClientBulkWriteResult | undefined, at: number): Outcome {
  const made = result?.updateResults?.get(at);
  if (made) return { matched: made.matchedCount === 1 };
  return { error: new Error('The database did not return the outcome of an update.') };
}

/** Returns the error that a single update would have had. Its code shows whether the database is unavailable. */
const answered = ({ code, message }: ClientBulkWriteError) => new MongoServerError({ code, message });
