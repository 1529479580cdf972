const DAY_MS = 86_400_000;

/** A session ends when it was unused for this long. */
const IDLE_MS = 14 * DAY_MS;
/** A session ends this long after its sign-in, even if it is used. */
const MAX_AGE_MS = 30 * DAY_MS;
/** The use of a session is written to the database at most once in this time. */
const USE_INTERVAL_MS = 3_600_000;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Returns whether a text can be a session token. If not, no database read is needed. */
export const isSessionToken = (text: string): boolean => TOKEN.test(text);

interface SessionTimes {
  openedAt: Date;
  lastUsedAt: Date;
}

/** Returns when the session ends, even if it is used. */
export const endOf = ({ openedAt }: Pick<SessionTimes, 'openedAt'>): Date =>
  new Date(openedAt.getTime() + MAX_AGE_MS);

/** Returns when the session ends if it is not used again. */
export const expiryOf = ({ openedAt, lastUsedAt }: SessionTimes): Date =>
  new Date(Math.min(lastUsedAt.getTime() + IDLE_MS, openedAt.getTime() + MAX_AGE_MS));

export const mustRecordUse = ({ lastUsedAt }: Pick<SessionTimes, 'lastUsedAt'>, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= USE_INTERVAL_MS;
