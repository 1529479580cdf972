import { setTimeout } from 'node:timers/promises';
import type { Collection, Db, Document } from 'mongodb';

const WRITES = new Set(['insertOne', 'insertMany', 'updateOne', 'updateMany', 'findOneAndUpdate']);

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
  return new Proxy(collection, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      const call = (...given: unknown[]) => Reflect.apply(value, target, given) as unknown;
      if (!WRITES.has(String(key))) return call;
      return async (...given: unknown[]) => {
        const fate = random();
        if (fate < probability / 2) throw new Error('killed before the write');
        const result = await (call(...given) as Promise<unknown>);
        if (fate < probability) throw new Error('killed after the write');
        return result;
      };
    },
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
  return new Proxy(db, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const result = Reflect.apply(value, target, given) as unknown;
        return key === 'collection' ? slow(result as Collection, milliseconds) : result;
      };
    },
  });
}

function slow(collection: Collection, milliseconds: number): Collection {
  return new Proxy(collection, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      const call = (...given: unknown[]) => Reflect.apply(value, target, given) as unknown;
      if (!WRITES.has(String(key))) return call;
      return async (...given: unknown[]) => {
        await setTimeout(milliseconds);
        return call(...given);
      };
    },
  });
}
