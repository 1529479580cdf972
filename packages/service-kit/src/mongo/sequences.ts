import type { Db } from 'mongodb';
import { isDuplicateKey } from './is-duplicate-key';

/** Hands out integer ids that no other process hands out. Gaps are normal: a block that a process did not use is lost. */
export interface Sequence {
  next(): Promise<number>;
  /** `count` ids, ascending. */
  take(count: number): Promise<number[]>;
}

interface SequenceDocument {
  _id: string;
  value: number;
}

/** @param firstId the first id ever handed out under this name */
export function createSequence(db: Db, name: string, firstId = 1, blockSize = 50): Sequence {
  const collection = db.collection<SequenceDocument>('sequences');
  let next = 0;
  let end = 0;
  let refill: Promise<void> | undefined;

  const grow = (size: number) =>
    collection.findOneAndUpdate(
      { _id: name },
      { $inc: { value: size } },
      { upsert: true, returnDocument: 'after' },
    );

  const claimBlock = async (size: number) => {
    const claimed = await grow(size).catch((error: unknown) => {
      // Two processes that begin a sequence at once both try to insert it; the slower one finds it at the second try.
      if (isDuplicateKey(error)) return grow(size);
      throw error;
    });
    // The document counts ids handed out, so that `firstId` needs no write of its own.
    const value = (claimed as SequenceDocument).value;
    next = firstId + value - size;
    end = firstId + value;
  };

  const one = async (): Promise<number> => {
    while (next >= end) {
      refill ??= claimBlock(blockSize).finally(() => {
        refill = undefined;
      });
      await refill;
    }
    return next++;
  };

  return {
    next: one,
    take: async (count) => {
      const ids: number[] = [];
      while (ids.length < count) ids.push(await one());
      return ids;
    },
  };
}
