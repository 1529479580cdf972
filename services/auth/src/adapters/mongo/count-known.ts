import { lacksCommand } from '@parcelyard/service-kit/mongo/lacks-command';
import type { Db, Document } from 'mongodb';
import { REQUESTS_PER_MINUTE, type Surface, windowStart } from '../../domain/rate-window';

export interface KnownTokenRequest {
  tokenHash: string;
  surface: Surface;
  /** Whether this process has already counted a request of the token in this minute. */
  opened: boolean;
  /**
   * The account's time zone, as this process remembers it from an earlier request. If the stored time zone is a
   * different one now, the command does not count the request.
   */
  timeZone: string | undefined;
}

type Answer = { cursor: { firstBatch: readonly { idx: number; ok: number; n: number }[] } };

/**
 * Counts the requests of many tokens in one command. Each request is one atomic update. The update changes the token's
 * document only if the token is valid and has requests left in this minute.
 *
 * Returns true for each counted request. False means that nothing was written for the request, for example because the
 * token has expired, or because MongoDB is too old for the command. The caller must then check this request with a
 * separate command.
 */
export function countKnown(db: Db, collection: string) {
  const admin = db.client.db('admin');
  const nsInfo = [{ ns: `${db.databaseName}.${collection}` }];
  let supported = true;
  return async (requests: readonly KnownTokenRequest[], now: Date): Promise<boolean[]> => {
    if (!supported) return requests.map(() => false);
    const ops = requests.map((request) => statementOf(request, now));
    try {
      const command = { bulkWrite: 1, ops, nsInfo, ordered: false, writeConcern: { w: 1, j: false } };
      return grantedOf(await admin.command(command), requests.length);
    } catch (error) {
      if (!lacksCommand(error)) throw error;
      supported = false;
      return requests.map(() => false);
    }
  };
}

/**
 * Builds the statement that counts a request in the token's window for this minute. This process's first request of a
 * minute starts the window. If another process has already started the window, the statement matches no document.
 */
function statementOf({ tokenHash, surface, opened, timeZone }: KnownTokenRequest, now: Date) {
  const start = windowStart(now);
  const room = opened ? { $gte: start, $lt: start + REQUESTS_PER_MINUTE[surface] } : { $lt: start };
  return {
    update: 0,
    filter: { tokenHash, expiresAt: { $gt: now }, timeZone: timeZone ?? null, [surface]: room },
    updateMods: opened
      ? { $inc: { [surface]: 1 }, $set: { lastUsedAt: now } }
      : { $set: { [surface]: start + 1, lastUsedAt: now } },
  };
}

function grantedOf(answer: Document, count: number): boolean[] {
  const granted = Array.from({ length: count }, () => false);
  for (const { idx, ok, n } of (answer as Answer).cursor.firstBatch) granted[idx] = ok === 1 && n === 1;
  return granted;
}
