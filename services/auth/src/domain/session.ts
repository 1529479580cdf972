const DAY_MS = 86_400_000;

/** A session that nobody uses ends after this long. */
const IDLE_MS = 14 * DAY_MS;
/** However busy it is, a session ends this long after its sign-in. */
const LONGEST_MS = 30 * DAY_MS;
/** Uses closer together than this are one use, so that reading a page rarely writes. */
const USE_GRAIN_MS = 3_600_000;

/** Random bytes in a session's token: 256 bits. */
export const SESSION_TOKEN_BYTES = 32;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text can be a session's token at all; what cannot needs no look-up. */
export const isSessionToken = (text: string): boolean => TOKEN.test(text);

interface SessionTimes {
  openedAt: Date;
  lastUsedAt: Date;
}

/** The moment at which the session ends whatever its owner does. */
export const endOf = ({ openedAt }: Pick<SessionTimes, 'openedAt'>): Date =>
  new Date(openedAt.getTime() + LONGEST_MS);

/** The moment at which the session ends unless it is used again. */
export const expiryOf = ({ openedAt, lastUsedAt }: SessionTimes): Date =>
  new Date(Math.min(lastUsedAt.getTime() + IDLE_MS, openedAt.getTime() + LONGEST_MS));

/** Whether a use now is worth writing down. */
export const movesOn = ({ lastUsedAt }: Pick<SessionTimes, 'lastUsedAt'>, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= USE_GRAIN_MS;
