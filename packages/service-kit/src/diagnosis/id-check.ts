import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { IdKeeper } from '../mongo/id-keeper';
import { SEQUENCES, type SequenceDocument } from '../mongo/sequences';
import { bad, type Check } from './finding';

/** Pause before the second comparison. While a process claims a block of ids, the two databases differ for a moment. */
const SETTLES_MS = 250;

/**
 * Compares the highest ids in this database and in billing's database. A difference means that the database with the
 * lower id was restored from a backup, or that billing could not be reached for a time.
 */
export const idCheck = (db: Db, keeper: IdKeeper): Check => ({
  name: 'ids',
  run: async () => {
    if (!(await firstDifference(db, keeper))) return SAME;
    await pause(SETTLES_MS);
    const found = await firstDifference(db, keeper);
    if (!found) return SAME;
    const { name, here, there } = found;
    return bad(
      here < there
        ? `${name}: ${there} ids were issued, but this database knows only ${here}, because it was restored from an older backup. ${REMEDY}`
        : `${name}: ${here} ids were issued, but billing knows only ${there}, because billing was unavailable or was restored from an older backup. ${REMEDY}`,
    );
  },
});

const SAME = 'this database and billing know the same ids';
const REMEDY =
  'No id is issued twice. Run shipctl ledger verify and follow "A database was restored" in docs/operations.md';

async function firstDifference(db: Db, keeper: IdKeeper) {
  const kept = await keeper.taken();
  const documents = await db.collection<SequenceDocument>(SEQUENCES).find().toArray();
  const known = new Map(documents.map(({ _id, value }) => [_id, value]));
  return [...new Set([...known.keys(), ...kept.keys()])]
    .map((name) => ({ name, here: known.get(name) ?? 0, there: kept.get(name) ?? 0 }))
    .find(({ here, there }) => here !== there);
}
