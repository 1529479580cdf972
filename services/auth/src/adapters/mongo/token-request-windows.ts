import { repeatIfDuplicate } from '@parcelyard/service-kit/mongo/repeat-if-duplicate';
import type { Db, IndexDescription } from 'mongodb';
import type { RateWindow } from '../../domain/rate-window';
import { countedWindow } from './counted-window';

/** One caller's requests to the token endpoint in a minute. */
interface WindowDocument {
  _id: string;
  v: 1;
  window: RateWindow;
  expiresAt: Date;
}

const COLLECTION = 'token_request_windows';
const KEPT_MS = 120_000;

export const tokenRequestWindowIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

export function createTokenRequestWindows(db: Db) {
  const collection = db.collection<WindowDocument>(COLLECTION);
  const count = async (caller: string, now: Date): Promise<RateWindow> => {
    const expiresAt = new Date(now.getTime() + KEPT_MS);
    const document = await repeatIfDuplicate(() =>
      collection.findOneAndUpdate(
        { _id: caller },
        [{ $set: { v: 1, window: countedWindow('$window', now), expiresAt } }],
        { upsert: true, returnDocument: 'after', projection: { window: 1 } },
      ),
    );
    // With `upsert`, a document is always returned.
    return (document as Pick<WindowDocument, 'window'>).window;
  };
  return { count };
}

export type TokenRequestWindows = ReturnType<typeof createTokenRequestWindows>;
