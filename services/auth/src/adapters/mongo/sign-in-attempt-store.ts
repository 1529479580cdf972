import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription } from 'mongodb';
import { type Attempt, FAILURES_ALLOWED, WINDOW_MS } from '../../domain/sign-in-throttle';
import type { SignInAttempts } from '../../ports';

/** The newest attempts of one address or one network; `_id` is a hash of which. */
interface AttemptsDocument {
  _id: string;
  v: 1;
  attempts: Attempt[];
  expiresAt: Date;
}

const COLLECTION = 'sign_in_attempts';
export const signInAttemptIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

export function createSignInAttemptStore(db: Db): SignInAttempts {
  const collection = db.collection<AttemptsDocument>(COLLECTION);
  return {
    begin: async (key, attempt) => {
      for (;;) {
        try {
          const document = await collection.findOneAndUpdate({ _id: key }, adding(attempt), {
            upsert: true,
            returnDocument: 'after',
          });
          return document?.attempts ?? [];
        } catch (error) {
          // Another first attempt made the document meanwhile.
          if (!isDuplicateKey(error, ['_id'])) throw error;
        }
      }
    },
    takeBack: async (key, id) => {
      await collection.updateOne({ _id: key }, { $pull: { attempts: { id } } });
    },
    forget: async (key) => {
      await collection.deleteOne({ _id: key });
    },
  };
}

/** Forgets what no longer counts, then adds the attempt if there is room for it. */
function adding(attempt: Attempt) {
  const since = new Date(attempt.at.getTime() - WINDOW_MS);
  const counted = {
    $filter: { input: { $ifNull: ['$attempts', []] }, cond: { $gt: ['$$this.at', since] } },
  };
  const hasRoom = { $lt: [{ $size: counted }, FAILURES_ALLOWED] };
  return [
    {
      $set: {
        v: 1,
        attempts: { $cond: [hasRoom, { $concatArrays: [counted, [{ $literal: attempt }]] }, counted] },
        expiresAt: new Date(attempt.at.getTime() + WINDOW_MS),
      },
    },
  ];
}
