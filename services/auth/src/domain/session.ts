const DAY_MS = 86_400_000;

/** A session that nobody uses ends after this long. */
const IDLE_MS = 14 * DAY_MS;
/** A session ends this long after its sign-in, however often it is used. */
const MAX_AGE_MS = 30 * DAY_MS;
/** Uses within this time count as one, so that reading a page rarely writes. */
const USE_INTERVAL_MS = 3_600_000;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text can be a session's token at all; if not, no look-up is needed. */
export const isSessionToken = (text: string): boolean => TOKEN.test(text);

interface SessionTimes {
  openedAt: Date;
  lastUsedAt: Date;
}

/** The moment at which the session ends whatever its owner does. */
export const endOf = ({ openedAt }: Pick<SessionTimes, 'openedAt'>): Date =>
  new Date(openedAt.getTime() + MAX_AGE_MS);

/** The moment at which the session ends unless it is used again. */
export const expiryOf = ({ openedAt, lastUsedAt }: SessionTimes): Date =>
  new Date(Math.min(lastUsedAt.getTime() + IDLE_MS, openedAt.getTime() + MAX_AGE_MS));

/** Whether a use now must be written. */
export const movesOn = ({ lastUsedAt }: Pick<SessionTimes, 'lastUsedAt'>, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= USE_INTERVAL_MS;
