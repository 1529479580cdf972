import { repeatIfDuplicate } from '@parcelyard/service-kit/mongo/repeat-if-duplicate';
import type { Db } from 'mongodb';

interface IdMarkDocument {
  /** `<service>.<sequence>`. */
  _id: string;
  taken: number;
}

export type IdMarkStore = ReturnType<typeof createIdMarkStore>;

/**
 * Stores the highest ids that other services have used. With these marks, a service whose database was restored from a
 * backup does not use the same ids again.
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
    /**
     * Reserves `count` ids. They are higher than `known` and than all ids that were reserved before.
     * @returns the last reserved id
     */
    take: (name: string, known: number, count: number): Promise<number> =>
      repeatIfDuplicate(() => take(name, known, count)),
    list: async (prefix: string): Promise<{ name: string; taken: number }[]> => {
      // Finds the names that begin with the prefix. The prefix ends with `.`, and `/` comes directly after `.` in the
      // sort order. So these names are greater than the prefix, and less than the prefix with `/` as its last
      // character.
      const marks = await collection.find({ _id: { $gt: prefix, $lt: `${prefix.slice(0, -1)}/` } }).toArray();
      return marks.map(({ _id, taken }) => ({ name: _id.slice(prefix.length), taken }));
    },
  };
}
