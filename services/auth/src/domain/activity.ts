import type { ActivitySubject } from '@parcelyard/contracts/activity';

/** Who acts: the account's access token, a connected app, or the owner in the web application. */
export const ACTORS = ['token', 'app', 'owner'] as const;
export type Actor = (typeof ACTORS)[number];

export const ACTIVITY_SURFACES = ['mcp', 'rest', 'web'] as const;
export type ActivitySurface = (typeof ACTIVITY_SURFACES)[number];

/** How an action ended. An entry without an outcome means that the action was interrupted and its result is unknown. */
export const OUTCOMES = ['done', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface ActivityBeginning {
  accountId: number;
  requestId: string;
  at: Date;
  actor: Actor;
  surface: ActivitySurface;
  /** Only when an app acts. */
  appName?: string;
  /** Only when the access token acts. */
  tokenIssuedAt?: Date;
  action: string;
  /** Only ids, numbers and app names, so that the log holds no personal data. */
  subject: ActivitySubject;
}

export interface ActivityEnd {
  outcome: Outcome;
  reason: string;
  endedAt: Date;
  subject: ActivitySubject;
}

export type ActivityEntry = ActivityBeginning & Partial<Omit<ActivityEnd, 'subject'>>;

/** The log keeps entries for thirteen months. */
export const KEPT_DAYS = 400;

const DIGITS = 15;

/** Returns an entry's position in its account's log: the time, and then the request id. Pages are sorted by it. */
export const placeOf = ({ at, requestId }: Pick<ActivityBeginning, 'at' | 'requestId'>): string =>
  `${String(at.getTime()).padStart(DIGITS, '0')}-${requestId}`;
