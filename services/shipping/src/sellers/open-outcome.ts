/**
 * Statuses that do not say whether the work was done. They mean that the request took too long, that another request is
 * running, that the object is locked, or that the request came too early.
 */
const OPEN_STATUSES: readonly number[] = [408, 409, 423, 425];

/** Matches a seller's message that a carrier did not answer in time. The carrier may still do the work. */
const NO_ANSWER_IN_TIME =
  /\btaking too long\b|\btim(?:ed|ing)[ -]?out\b|\btime-?out\b|\b(?:did not|didn['’]t) respond\b|\bnot responding\b|\bno response\b/i;

/** Returns whether the work may have been done in spite of this error. */
export const isOpenOutcome = (status: number, message: string): boolean =>
  OPEN_STATUSES.includes(status) || saysNoAnswerInTime(message);

export const saysNoAnswerInTime = (message: string): boolean => NO_ANSWER_IN_TIME.test(message);
