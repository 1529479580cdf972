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
 * The collection as a process sees it that is killed, or loses its connection, at any write: the write fails before it
 * was done, or was done and its answer is lost.
 * @param random evenly from 0 up to 1
 */
export function faulty<D extends Document>(
  collection: Collection<D>,
  probability: number,
  random: () => number,
): Collection<D> {
  return wrapCalls(collection, (method, call) => {
    if (!WRITES.has(method)) return call;
    return async (...given) => {
      const fate = random();
      if (fate < probability / 2) throw new Error('killed before the write');
      const result = await call(...given);
      if (fate < probability) throw new Error('killed after the write');
      return result;
    };
  });
}

/** Evenly distributed numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A database on which every write takes this long before it is done. */
export function slowWrites(db: Db, milliseconds: number): Db {
  const slow = (collection: Collection): Collection =>
    wrapCalls(collection, (method, call) => {
      if (!WRITES.has(method)) return call;
      return async (...given) => {
        await setTimeout(milliseconds);
        return call(...given);
      };
    });
  return wrapCalls(db, (method, call) =>
    method === 'collection' ? (...given) => slow(call(...given) as Collection) : call,
  );
}
