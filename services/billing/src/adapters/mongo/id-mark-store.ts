import { repeatIfTaken } from '@parcelyard/service-kit/mongo/repeat-if-taken';
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

  const take = async (_id: string, known: number, count: number) => {
    const taken = { $add: [{ $max: ['$taken', known] }, count] };
    const after = { upsert: true, returnDocument: 'after' } as const;
    return ((await collection.findOneAndUpdate({ _id }, [{ $set: { taken } }], after)) as IdMarkDocument)
      .taken;
  };

  return {
    /** Hands out `count` ids above every known one. @returns the last id handed out */
    take: (name: string, known: number, count: number): Promise<number> =>
      repeatIfTaken(() => take(name, known, count)),
    /** Lists the names with this prefix. */
    list: async (prefix: string): Promise<{ name: string; taken: number }[]> => {
      // "/" is the character after ".", and a prefix ends with ".".
      const marks = await collection.find({ _id: { $gt: prefix, $lt: `${prefix.slice(0, -1)}/` } }).toArray();
      return marks.map(({ _id, taken }) => ({ name: _id.slice(prefix.length), taken }));
    },
  };
}
