import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { IdKeeper } from '@parcelyard/service-kit/mongo/id-keeper';
import { SEQUENCES } from '@parcelyard/service-kit/mongo/sequences';
import type { Db } from 'mongodb';
import type { Share } from '../../domain/home';

/** Beside the sequence of account ids, which it spaces. */
interface ShareDocument extends Share {
  _id: typeof ID;
}

const ID = 'share';
const MAX_TRIES = 30;

/**
 * Makes a new database one of several, or sees that it is the one that it was: with another number or order of
 * databases, accounts and tokens would not be found, and ids would be handed out twice.
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
      `MONGODB_FURTHER_URIS makes this database ${nameOf(share)}, but it is ${nameOf({ database, databases })}: give the databases in their first number and order.`,
    );
  }
  // Of two replicas that start at once, each writes the same.
  await collection.updateOne({ _id: ID }, { $setOnInsert: share }, { upsert: true });
}

/** Whether accounts were created in this database, or in one that it takes the place of. */
const isUsed = async (db: Db, ids: IdKeeper): Promise<boolean> =>
  (await db.collection('accounts').findOne()) !== null || (await takenIds(ids)).size > 0;

/** Billing may start at the same time. */
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
