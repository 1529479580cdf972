import { setTimeout } from 'node:timers/promises';
import { wrapCalls } from '@parcelyard/testing/wrap-calls';
import type { Collection, Db, Document } from 'mongodb';

const WRITES = new Set([
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'bulkWrite',
]);

/**
 * Returns the collection for a process that may crash or lose its connection at any write. The write is then not done,
 * or it is done and its answer is lost.
 * @param random returns a number from 0 to below 1
 */
export function faulty<D extends Document>(
  collection: Collection<D>,
  probability: number,
  random: () => number,
): Collection<D> {
  return wrapCalls(collection, (method, call) => {
    return WRITES.has(method) ? faultyCall(call as Write, probability, random) : call;
  });
}

type Write = (...given: unknown[]) => Promise<unknown>;

/** Wraps one write, which may then fail in the same ways as the writes of `faulty`. */
export function faultyCall<Given extends unknown[], Result>(
  write: (...given: Given) => Promise<Result>,
  probability: number,
  random: () => number,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    const fate = random();
    if (fate < probability / 2) throw new Error('killed before the write');
    const result = await write(...given);
    if (fate < probability) throw new Error('killed after the write');
    return result;
  };
}

/** Returns a database on which every write takes this long. `onWrite` is called for each write. */
export function slowWrites(db: Db, milliseconds: number, onWrite: () => void): Db {
  const slow = (collection: Collection): Collection =>
    wrapCalls(collection, (method, call) => {
      if (!WRITES.has(method)) return call;
      return async (...given) => {
        onWrite();
        await setTimeout(milliseconds);
        return call(...given);
      };
    });
  return wrapCalls(db, (method, call) =>
    method === 'collection' ? (...given) => slow(call(...given) as Collection) : call,
  );
}
