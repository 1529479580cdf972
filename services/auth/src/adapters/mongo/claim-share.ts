import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { IdKeeper } from '@parcelyard/service-kit/mongo/id-keeper';
import { SEQUENCES } from '@parcelyard/service-kit/mongo/sequences';
import type { Db } from 'mongodb';
import type { Share } from '../../domain/home';

/** The database's number among all databases. It is stored with the sequences, because account ids depend on it. */
interface ShareDocument extends Share {
  _id: typeof ID;
}

const ID = 'share';
const MAX_TRIES = 30;

/**
 * When accounts are spread over several databases, each database has a number. A new database stores its number. Later
 * starts compare the stored number with the configuration: with a wrong number, accounts would not be found, and ids
 * would be given twice.
 * @throws Error that names the variable
 */
export async function claimShare(db: Db, share: Share, ids: IdKeeper): Promise<void> {
  const collection = db.collection<ShareDocument>(SEQUENCES);
  const known = await collection.findOne({ _id: ID });
  const { database, databases } = known ?? { database: 0, databases: 1 };
  if (database === share.database && databases === share.databases) return;
  const isNew = !known && !(await isUsed(db, ids));
  if (!isNew) {
    throw new Error(
      `MONGODB_FURTHER_URIS makes this database ${nameOf(share)}, but it is ${nameOf({ database, databases })}: list the same databases in the original order.`,
    );
  }
  // If two replicas start at once, both write the same values.
  await collection.updateOne({ _id: ID }, { $setOnInsert: share }, { upsert: true });
}

/** Returns whether accounts were created in this database, or in a lost database that this database replaces. */
const isUsed = async (db: Db, ids: IdKeeper): Promise<boolean> =>
  (await db.collection('accounts').findOne()) !== null || (await takenIds(ids)).size > 0;

/** Asks billing for the highest ids that were used. Retries, because billing may still be starting. */
async function takenIds(ids: IdKeeper): Promise<ReadonlyMap<string, number>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ids.taken();
    } catch (error) {
      if (tries === MAX_TRIES || !(error instanceof DomainError && error.code === 'unavailable')) throw error;
    }
    await pause(1_000);
  }
}

const nameOf = ({ database, databases }: Share) => `number ${database + 1} of ${databases}`;
