/** Who acts: the account's access token, a connected app, or the owner in the web application. */
export const ACTORS = ['token', 'app', 'owner'] as const;
export type Actor = (typeof ACTORS)[number];

export const ACTIVITY_SURFACES = ['mcp', 'rest', 'web'] as const;
export type ActivitySurface = (typeof ACTIVITY_SURFACES)[number];

/** How an action ended. An entry without one was broken off: nobody can say what came of it. */
export const OUTCOMES = ['done', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What an action is about: ids, numbers and names of apps alone, so that the log holds nobody's data. */
export interface ActivitySubject {
  orderId?: number | undefined;
  batchId?: number | undefined;
  pickupId?: number | undefined;
  campaignId?: number | undefined;
  customerId?: number | undefined;
  approvalId?: string | undefined;
  count?: number | undefined;
  amountCents?: number | undefined;
  appName?: string | undefined;
}

/** The beginning of an action, as it is written before anything is done. */
export interface ActivityBeginning {
  accountId: number;
  requestId: string;
  at: Date;
  actor: Actor;
  surface: ActivitySurface;
  /** Of an app. */
  appName?: string;
  /** Of the access token. */
  tokenIssuedAt?: Date;
  action: string;
  subject: ActivitySubject;
}

/** Its end, as it is written afterwards. */
export interface ActivityEnd {
  outcome: Outcome;
  reason: string;
  endedAt: Date;
  subject: ActivitySubject;
}

export type ActivityEntry = ActivityBeginning & Partial<Omit<ActivityEnd, 'subject'>>;

/** A year and a month to look back. */
export const KEPT_DAYS = 400;

const DIGITS = 15;

/**
 * Where an entry stands in its account's log: by time, and by request id among those of one millisecond. As one text it
 * is both the order of the pages and the mark that the next page begins behind.
 */
export const placeOf = ({ at, requestId }: Pick<ActivityBeginning, 'at' | 'requestId'>): string =>
  `${String(at.getTime()).padStart(DIGITS, '0')}-${requestId}`;
