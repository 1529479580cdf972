/**
 * Client errors that do not say whether the work was done: the time was over, another request is in progress, the object
 * is locked, or the request came too early.
 */
const OPEN_STATUSES: readonly number[] = [408, 409, 423, 425];

/** Sentences of sellers about a carrier that did not answer in time. The carrier may still do the work. */
const NO_ANSWER_IN_TIME =
  /\btaking too long\b|\btim(?:ed|ing)[ -]?out\b|\btime-?out\b|\b(?:did not|didn['’]t) respond\b|\bnot responding\b|\bno response\b/i;

/** True when a client error may come although the seller or the carrier does the work. */
export const isOpenOutcome = (status: number, message: string): boolean =>
  OPEN_STATUSES.includes(status) || saysNoAnswerInTime(message);

export const saysNoAnswerInTime = (message: string): boolean => NO_ANSWER_IN_TIME.test(message);
