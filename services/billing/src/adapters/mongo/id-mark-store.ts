import { repeatIfDuplicate } from '@parcelyard/service-kit/mongo/repeat-if-duplicate';
import type { Db } from 'mongodb';

interface IdMarkDocument {
  /** `<service>.<sequence>`. */
  _id: string;
  taken: number;
}

export type IdMarkStore = ReturnType<typeof createIdMarkStore>;

/**
 * Stores the highest ids that other services have used. After a service's database was restored from a backup, it does
 * not use these ids again.
 */
export function createIdMarkStore(db: Db) {
  const collection = db.collection<IdMarkDocument>('id_marks');

  const take = async (_id: string, known: number, count: number) => {
    const taken = { $add: [{ $max: ['$taken', known] }, count] };
    const after = { upsert: true, returnDocument: 'after' } as const;
    return ((await collection.findOneAndUpdate({ _id }, [{ $set: { taken } }], after)) as IdMarkDocument)
      .taken;
  };

  return {
    /** Reserves `count` ids above `known` and above all ids reserved before. @returns the last reserved id */
    take: (name: string, known: number, count: number): Promise<number> =>
      repeatIfDuplicate(() => take(name, known, count)),
    list: async (prefix: string): Promise<{ name: string; taken: number }[]> => {
      // Finds the names that begin with the prefix. The prefix ends with ".", and "/" is the character after "." in the
      // sort order.
      const marks = await collection.find({ _id: { $gt: prefix, $lt: `${prefix.slice(0, -1)}/` } }).toArray();
      return marks.map(({ _id, taken }) => ({ name: _id.slice(prefix.length), taken }));
    },
  };
}
