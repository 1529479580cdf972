import type { Db } from 'mongodb';
import { DomainError } from '../domain-error';
import type { IdKeeper } from './id-keeper';
import { unlessDuplicate } from './unless-duplicate';

/** Hands out integer ids, unique across processes. Gaps are normal: the unused ids of a process's block are lost. */
export interface Sequence {
  next(): Promise<number>;
  /** Returns `count` ids in ascending order. */
  take(count: number): Promise<number[]>;
  /** Returns true for an id that was handed out, even if this database was since restored from an older backup. */
  wasHandedOut(id: number): Promise<boolean>;
}

export interface Sequences {
  /** @param firstId the first id ever handed out under this name */
  create(name: string, firstId?: number, blockSize?: number): Sequence;
}

export interface SequenceDocument {
  _id: string;
  /** How many ids were claimed. */
  value: number;
  /** How many blocks were claimed while the id keeper did not answer. */
  alone: number;
}

export const SEQUENCES = 'sequences';

/**
 * Creates the sequences of one database. A process claims ids in blocks. It asks `keeper` for each block, and the
 * keeper stores its counts in another database. A block begins above all ids that this database knows, and is written
 * to this database before its first id is used. So ids stay unique, even after this database or the keeper's database
 * is restored. If the keeper fails, a process that has already reached the keeper once claims blocks from this database
 * alone.
 */
export function createSequences(db: Db, keeper: IdKeeper): Sequences {
  const collection = db.collection<SequenceDocument>(SEQUENCES);

  /** @returns how many ids are claimed now, with the new block */
  const claimWithKeeper = async (name: string, size: number): Promise<number> => {
    for (;;) {
      const known = await collection.findOne({ _id: name });
      const taken = await keeper.take(name, known?.value ?? 0, size);
      if (known ? await write(known, taken) : await begin(name, taken)) return taken;
    }
  };

  /**
   * Returns false when a process has claimed a block without the keeper since this document was read. The caller then
   * drops the block that it got from the keeper, and claims the next one.
   */
  const write = async ({ _id, alone }: SequenceDocument, value: number): Promise<boolean> =>
    (await collection.updateOne({ _id, alone }, { $max: { value } })).matchedCount > 0;

  /** Returns false when another process has just created the document. */
  const begin = async (name: string, value: number): Promise<boolean> =>
    unlessDuplicate(collection.insertOne({ _id: name, value, alone: 0 }));

  const claimAlone = async (name: string, size: number): Promise<number> => {
    const update = { $inc: { value: size, alone: 1 } };
    const claimed = await collection.findOneAndUpdate({ _id: name }, update, { returnDocument: 'after' });
    return (claimed as SequenceDocument).value;
  };

  return {
    create: (name, firstId = 1, blockSize = 50) => {
      let keeperAnswered = false;
      const claim = async (): Promise<number> => {
        try {
          const taken = await claimWithKeeper(name, blockSize);
          keeperAnswered = true;
          return taken;
        } catch (error) {
          if (!keeperAnswered || !isAway(error)) throw error;
          return claimAlone(name, blockSize);
        }
      };
      return {
        ...handOut(blockSize, async () => firstId - 1 + (await claim())),
        wasHandedOut: async (id) => {
          const [known, kept] = await Promise.all([collection.findOne({ _id: name }), keeper.taken()]);
          return id < firstId + Math.max(known?.value ?? 0, kept.get(name) ?? 0);
        },
      };
    },
  };
}

const isAway = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'unavailable' || error.code === 'deadline_exceeded');

/** @param claim claims a block of `blockSize` ids and returns the last id of the block */
function handOut(blockSize: number, claim: () => Promise<number>): Omit<Sequence, 'wasHandedOut'> {
  let next = 0;
  let end = 0;
  let refill: Promise<void> | undefined;

  const claimBlock = async () => {
    const last = await claim();
    next = last - blockSize + 1;
    end = last + 1;
  };

  const one = async (): Promise<number> => {
    while (next >= end) {
      refill ??= claimBlock().finally(() => {
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
