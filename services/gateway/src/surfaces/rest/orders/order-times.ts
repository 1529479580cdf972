import { z } from 'zod';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

const isTime = (text: string): boolean => {
  if (!DAY.test(text) && !MOMENT.test(text)) return false;
  const day = Date.parse(text.slice(0, 10));
  // The calendar has no 30 February, which Date would move to March.
  const exists = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
  return exists && !Number.isNaN(toTime(text).getTime()) && toTime(text).getUTCFullYear() >= 1970;
};

/** A time without a zone is UTC, and a day is its first moment. */
const toTime = (text: string): Date =>
  new Date(MOMENT.test(text) && !/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? `${text}Z` : text);

const RULE = 'must be a date as YYYY-MM-DD or a time as YYYY-MM-DDThh:mm:ssZ';

/** A moment, or the first moment of a day, in UTC. */
export const timestamp = (description: string) =>
  z
    .string()
    .refine(isTime, { error: RULE, abort: true })
    .transform(toTime)
    .meta({ description: `${description} YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ.` });

const DAY_MS = 24 * 60 * 60 * 1000;

/** The end of a span: a day is in it, and so is everything up to a moment. */
export const spanEnd = (description: string) =>
  z
    .string()
    .refine(isTime, { error: RULE, abort: true })
    .transform((text) => (DAY.test(text) ? new Date(toTime(text).getTime() + DAY_MS) : toTime(text)))
    .meta({ description: `${description} YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ.` });
