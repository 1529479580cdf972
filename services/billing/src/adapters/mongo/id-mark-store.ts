import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db } from 'mongodb';

interface IdMarkDocument {
  /** `<service>.<sequence>`. */
  _id: string;
  /** How many ids were handed out. */
  taken: number;
}

export type IdMarkStore = ReturnType<typeof createIdMarkStore>;

/** Counts the ids that other services' sequences have handed out. */
export function createIdMarkStore(db: Db) {
  const collection = db.collection<IdMarkDocument>('id_marks');

  const raise = (_id: string, known: number) =>
    collection.updateOne({ _id }, { $max: { taken: known } }, { upsert: true });

  return {
    /** Hands out `count` ids above every known one. @returns the last id handed out */
    take: async (name: string, known: number, count: number): Promise<number> => {
      await raise(name, known).catch((error: unknown) => {
        // Two calls that start a sequence at once both insert it; the slower one finds it on its second try.
        if (isDuplicateKey(error)) return raise(name, known);
        throw error;
      });
      const update = { $inc: { taken: count } };
      const taken = await collection.findOneAndUpdate({ _id: name }, update, { returnDocument: 'after' });
      return (taken as IdMarkDocument).taken;
    },
    /** Lists the names with this prefix. */
    list: async (prefix: string): Promise<{ name: string; taken: number }[]> => {
      // "/" is the character after ".", and a prefix ends with ".".
      const marks = await collection.find({ _id: { $gt: prefix, $lt: `${prefix.slice(0, -1)}/` } }).toArray();
      return marks.map(({ _id, taken }) => ({ name: _id.slice(prefix.length), taken }));
    },
  };
}
