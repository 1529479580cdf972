import type { Clock } from '@parcelyard/service-kit/clock';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db } from 'mongodb';

/** The one document of its kind: written by the first process of this version or a later one. */
interface MigrationDocument {
  _id: 'covered_holds';
  accountId: 0;
  from: Date;
}

/** Longer than replicas of the version before run beside newer ones. */
const MIXED_MS = 3_600_000;

/**
 * From when on a covered hold opens no document of its purchase. A version before took a purchase without a document for
 * one that was never held, and released nothing: until its replicas are gone, every hold opens one. At once in a database
 * that such a version never wrote to.
 */
export async function coveredHoldsFrom(db: Db, clock: Clock): Promise<Date> {
  const collection = db.collection<MigrationDocument>('migrations');
  const _id = 'covered_holds';
  const known = await collection.findOne({ _id });
  if (known) return known.from;
  const isNew = (await db.collection('transfers').findOne({}, { projection: { _id: 1 } })) === null;
  const now = clock.now().getTime();
  const from = new Date(isNew ? now : now + MIXED_MS);
  try {
    await collection.insertOne({ _id, accountId: 0, from });
    return from;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await collection.findOne({ _id }))?.from ?? from;
  }
}
