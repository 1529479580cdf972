import { isWholeCents } from '@parcelyard/money/dollars';
import { addDays, type CalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import { startOfDay } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { z } from 'zod';
import type { Caller } from '../../clients/caller';
import { DAY_PATTERN, TIME_PATTERN } from './openapi/time-pattern';

/** The message of a rule is the end of a sentence that begins with the field's name: `zip must be five digits.` */

const REQUIRED = 'is required';

type ShopClock = Pick<Caller, 'timeZone'>;

interface Length {
  readonly max: number;
}

/**
 * The JSON Schema of a text with at least one character that is not white space. The pattern works in engines that
 * match the whole text and in engines that match a part of it.
 */
export const NOT_BLANK = { minLength: 1, pattern: '^[\\s\\S]*\\S[\\s\\S]*$' };

/** True for a text that would be blank after saving, because saving removes control characters. */
const isBlank = (value: string): boolean => cleanSavedText(value).trim() === '';

/** Creates the schema of a required text. A blank text counts as missing. */
export const text = (description: string, { max }: Length) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !isBlank(value), REQUIRED)
    .meta({ description, ...NOT_BLANK });

const ANY_TEXT = { pattern: undefined, rule: '' };

/** Creates the schema of a text that may be absent or empty. */
export const optionalText = (
  description: string,
  { max }: Length,
  { pattern, rule }: { pattern: RegExp | undefined; rule: string } = ANY_TEXT,
) => {
  const any = z.string().max(max, `must be at most ${max} characters`);
  return (pattern ? any.regex(pattern, rule) : any).meta({ description }).optional();
};

/** Creates the schema of a required text that matches a pattern. A blank text counts as missing. */
export const patternedText = (description: string, pattern: RegExp, rule: string, { max }: Length) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !isBlank(value), { error: REQUIRED, abort: true })
    .regex(pattern, rule)
    .meta({ description, minLength: 1 });

/** Creates the schema of a day without a time. */
export const calendarDay = (description: string) =>
  z
    .string()
    .regex(new RegExp(DAY_PATTERN), 'must be a calendar date as YYYY-MM-DD')
    .meta({ format: 'date', description });

export const MAX_AMOUNT = 10_000_000;

/** Creates the schema of an amount in US dollars: zero or more, in whole cents. */
export const amount = (description: string) =>
  z
    .number()
    .min(0, { error: 'must be 0 or more', abort: true })
    .max(MAX_AMOUNT, { error: `must be at most ${MAX_AMOUNT}`, abort: true })
    .refine(isWholeCents, 'must be a whole number of cents')
    .meta({ description: `${description} In US dollars, a whole number of cents.`, multipleOf: 0.01 });

/** Creates the schema of a number above zero, such as a weight or a length. */
export const positiveNumber = (description: string, { max }: { max: number }) =>
  z.number().gt(0, 'must be greater than 0').max(max, `must be at most ${max}`).meta({ description });

export const wholeNumber = (description: string, { min, max }: { min: number; max: number }) => {
  const rules: Record<string, string> = {
    too_small: `must be at least ${min}`,
    too_big: `must be at most ${max}`,
  };
  return (
    z
      // If a number is not a safe integer, only this problem is reported, and its bounds are not checked.
      .int({ abort: true, error: ({ code }) => rules[code] })
      .min(min, rules.too_small)
      .max(max, rules.too_big)
      .meta({ description })
  );
};

export const flag = (description: string) => z.boolean().meta({ description }).optional();

/** Creates the schema of a time in an answer: UTC, to the second. */
export const utcTime = (description: string) => z.string().meta({ format: 'date-time', description });

export const link = (description: string) => z.string().meta({ format: 'uri', description });

export const recordId = (description: string) =>
  wholeNumber(description, { min: 1, max: Number.MAX_SAFE_INTEGER });

const MAX_ID_LENGTH = 19;

/**
 * Creates the schema of a record's id in a path. An id that cannot exist, such as `abc`, gets the same answer as an id
 * that does not exist.
 */
export const pathId = (record: string, description: string) =>
  z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && value.length <= MAX_ID_LENGTH && Number.isSafeInteger(Number(value)),
      {
        error: ({ input }) =>
          `${record} ${String(input).slice(0, MAX_ID_LENGTH)} was not found in this account.`,
      },
    )
    .transform(Number)
    .meta({ description, publishedAs: { type: 'integer', minimum: 1 } });

const LAST_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 25;

const clamp = (low: number, high: number) => (value: string) => Math.min(Math.max(Number(value), low), high);

const clampedNumber = (description: string, bounds: { maximum: number; default: number }) =>
  z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(clamp(1, bounds.maximum))
    .meta({
      description: `${description} A value outside the limits is replaced by the nearest limit.`,
      publishedAs: { type: 'integer', minimum: 1, ...bounds },
    })
    .optional();

/** The query parameters of a list. A value outside its bounds is moved to the nearest bound. */
export const pageParameters = {
  page: clampedNumber('Number of the page.', { maximum: LAST_PAGE, default: 1 }),
  pageSize: clampedNumber('Number of rows on a page.', {
    maximum: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
  }),
};

export const appliedPage = (query: { page?: number | undefined; pageSize?: number | undefined }) => ({
  page: query.page ?? 1,
  pageSize: query.pageSize ?? DEFAULT_PAGE_SIZE,
});

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** Returns the position of a page in its list. Each list names its total number differently. @see [REST-C1] */
export const paginationOf = ({ page, pageSize }: Page, totalName: string, total: number) => ({
  currentPage: page,
  pageSize,
  [totalName]: total,
  totalPages: Math.ceil(total / pageSize),
});

export const paginationSchema = (totalName: string) =>
  z.object({ currentPage: z.int(), pageSize: z.int(), [totalName]: z.int(), totalPages: z.int() });

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

const isTime = (text: string): boolean => {
  if (!DAY.test(text) && !MOMENT.test(text)) return false;
  const day = Date.parse(text.slice(0, 10));
  // Without this check, Date would turn 30 February into a day of March.
  const exists = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
  return exists && !Number.isNaN(toTime(text).getTime());
};

const isSinceEpoch = (text: string): boolean => toTime(text).getTime() >= 0;

/** Converts a text to a time. A time without a zone is UTC. A day becomes its first moment. */
const toTime = (text: string): Date =>
  new Date(MOMENT.test(text) && !/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? `${text}Z` : text);

const RULE = 'must be a date as YYYY-MM-DD or a time as YYYY-MM-DDThh:mm:ssZ';

/** Creates the schema of a time, or of a day in the shop's time zone. */
export const timestamp = (description: string) =>
  z
    .string()
    .refine(isTime, { error: RULE, abort: true })
    .refine(isSinceEpoch, { error: 'must not be before 1970', abort: true })
    .meta({
      description: `${description} Either a day in the shop's time zone as YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ, from 1970 on. Seconds, their fraction and the zone may be left out. A time without a zone is UTC.`,
      pattern: TIME_PATTERN,
      minLength: 10,
    });

/** A day means its first moment in the shop's time zone. */
export const momentOf = (text: string, { timeZone = DEFAULT_TIME_ZONE }: ShopClock): Date =>
  DAY.test(text) ? startOfDay(text as CalendarDate, timeZone) : toTime(text);

/**
 * Returns the end of a period. A day is included until its last moment in the shop's time zone; a time is the exact
 * end.
 */
export const spanEndOf = (text: string, shop: ShopClock): Date =>
  momentOf(DAY.test(text) ? addDays(text as CalendarDate, 1) : text, shop);
