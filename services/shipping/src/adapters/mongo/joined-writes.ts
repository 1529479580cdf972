import { createBatchLoader } from '@parcelyard/service-kit/batch-loader';
import { lacksCommand } from '@parcelyard/service-kit/mongo/lacks-command';
import {
  type ClientBulkWriteModel,
  type Collection,
  type Document,
  type Filter,
  MongoClientBulkWriteError,
  type UpdateFilter,
} from 'mongodb';

interface Write<D> {
  readonly filter: Filter<D>;
  readonly update: UpdateFilter<D>;
}

type Outcome = { readonly matched: boolean } | { readonly error: Error };

/** Limits the size of one command. */
const MAX_WRITES = 64;

/**
 * Updates of single documents that wait at one time go in one `bulkWrite` (MongoDB 8.0; elsewhere one by one). Each is
 * atomic and acknowledged by a majority as if it were alone, and fails by itself.
 * @returns a function that makes one update, and says whether its filter matched
 */
export function createJoinedWrites<D extends Document>(
  collection: Collection<D>,
): (filter: Filter<D>, update: UpdateFilter<D>) => Promise<boolean> {
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
      const { updateResults } = await client.bulkWrite(models, { ordered: false, verboseResults: true });
      return writes.map((_write, at) => ({ matched: updateResults?.get(at)?.matchedCount === 1 }));
    } catch (error) {
      if (lacksCommand(causeOf(error))) {
        supported = false;
        return Promise.all(writes.map(writeOne));
      }
      if (!(error instanceof MongoClientBulkWriteError) || error.writeErrors.size === 0) throw error;
      const { writeErrors, partialResult } = error;
      return writes.map((_write, at) =>
        writeErrors.has(at)
          ? { error }
          : { matched: partialResult?.updateResults?.get(at)?.matchedCount === 1 },
      );
    }
  };

  const join = createBatchLoader({ send, maxBatch: MAX_WRITES, maxInFlight: 1 });
  return async (filter, update) => {
    const outcome = await join({ filter, update });
    if ('error' in outcome) throw outcome.error;
    return outcome.matched;
  };
}

const causeOf = (error: unknown): unknown =>
  error instanceof MongoClientBulkWriteError ? error.cause : error;
