import type { Db } from 'mongodb';

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

  const claimBlock = async (size: number) => {
    const claimed = await collection.findOneAndUpdate(
      { _id: name },
      { $inc: { value: size } },
      { upsert: true, returnDocument: 'after' },
    );
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
