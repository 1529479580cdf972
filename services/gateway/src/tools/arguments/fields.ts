import { isWholeCents } from '@parcelyard/money/dollars';
import { z } from 'zod';

/**
 * What a custom check reports: a wrong JSON type, a missing value, or a whole sentence in place of `<name> <rule>; got
 * <value>.`
 */
export type IssueKind = 'wrong type' | 'missing' | 'sentence';

export const as = (kind: IssueKind) => ({ params: { kind } });

interface Range {
  min?: number;
  max?: number;
}

export const INTEGER = 'must be an integer';

/** Creates the schema of an integer. JSON has only one type for numbers, so this must be checked. */
const integer = () =>
  z.number({ error: INTEGER }).refine(Number.isInteger, { ...as('wrong type'), error: INTEGER, abort: true });

/**
 * Creates the schema of an id from another tool's answer. An integer that is too large to be an id gets the same answer
 * as an id that does not exist.
 */
export const recordId = (
  record: 'Order' | 'Customer' | 'Pickup' | 'Batch' | 'Import job',
  description: string,
) =>
  integer()
    .refine(Number.isSafeInteger, {
      ...as('sentence'),
      error: ({ input }) => `${record} ${BigInt(input as number)} was not found in this account.`,
    })
    .meta({ type: 'integer', description });

export const wholeNumber = (description: string, { min, max }: Required<Range>) =>
  integer()
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .meta({ type: 'integer', description });

const LAST_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 50;
const DEFAULT_PAGE_SIZE = 25;

const clamp = (value: number, { min, max }: Required<Range>) => Math.min(Math.max(value, min), max);

/** Creates the schema of a page number. A number outside its bounds is moved to the nearest bound. */
export const page = () =>
  integer().meta({ type: 'integer', description: 'Page, from 1.', default: 1 }).optional();

/** Creates the schema of a page size. A number outside 1 to 50 is moved to the nearest bound. */
export const pageSize = (fallback = DEFAULT_PAGE_SIZE) =>
  integer()
    .meta({
      type: 'integer',
      description: `Rows per page, 1 to ${MAX_PAGE_SIZE}.`,
      default: fallback,
    })
    .optional();

export interface PageArguments {
  page?: number | undefined;
  page_size?: number | undefined;
}

/** Returns page and page size within their bounds. */
export const appliedPage = (args: PageArguments, defaultSize = DEFAULT_PAGE_SIZE) => ({
  page: clamp(args.page ?? 1, { min: 1, max: LAST_PAGE }),
  pageSize: clamp(args.page_size ?? defaultSize, { min: 1, max: MAX_PAGE_SIZE }),
});

/** Returns page, page size and total number, as lists show them. */
export const pageOf = ({ page, pageSize }: ReturnType<typeof appliedPage>, total: number) => ({
  page,
  page_size: pageSize,
  total,
});

/** Creates the schema of a number above zero, such as a weight or a length. */
export const positiveNumber = (description: string, { max }: { max: number }) =>
  z.number().gt(0, 'must be greater than 0').max(max, `must be at most ${max}`).meta({ description });

/** Creates the schema of an optional number above zero; 0 counts as not given. */
export const optionalPositiveNumber = (description: string, { max }: { max: number }) =>
  z
    .number()
    .min(0, 'must be greater than 0')
    .max(max, `must be at most ${max}`)
    .meta({ description })
    .optional();

/** Creates the schema of an amount in US dollars, zero or more. */
export const dollars = (description: string, { max }: { max: number }) =>
  z.number().min(0, 'must be 0 or more').max(max, `must be at most ${max}`).meta({ description });

/**
 * Creates the schema of an amount that is stored. It must be whole cents: a price that is rounded would change the
 * total of an order's line.
 */
export const wholeCents = (description: string, { max }: { max: number }) =>
  z
    .number()
    .min(0, { error: 'must be 0 or more', abort: true })
    .max(max, { error: `must be at most ${max}`, abort: true })
    .refine(isWholeCents, 'must be a whole number of cents')
    .meta({ description });

/** Creates the schema of a required text. A blank text counts as missing. */
export const text = (description: string, { max }: { max: number }) =>
  z
    .string()
    .refine((value) => value.trim() !== '', as('missing'))
    .max(max, `must be at most ${max} characters`)
    .meta({ description });

/** Creates the schema of an optional text. A blank text counts as not given. */
export const optionalText = (description: string, { max }: { max: number }) =>
  z.string().max(max, `must be at most ${max} characters`).meta({ description }).optional();

/** Creates the schema of an optional text that must be one of the given values. An empty text counts as not given. */
export const optionalChoice = (values: readonly string[], description: string, fallback?: string) =>
  z
    .string()
    .refine((value) => value === '' || values.includes(value), `must be one of ${values.join(', ')}`)
    .meta({ description, enum: values, ...(fallback === undefined ? {} : { default: fallback }) })
    .optional();

/**
 * Creates the schema of an optional two-letter country code, in upper or lower case. An empty text counts as not given.
 */
export const optionalCountry = (description: string, fallback?: string) =>
  z
    .string()
    .refine((value) => value === '' || /^[A-Za-z]{2}$/.test(value), 'must be a two-letter country code')
    .meta({ description, ...(fallback === undefined ? {} : { default: fallback }) })
    .optional();

export const countryCode = () => optionalCountry('Two-letter country code.', 'US');

/** Creates the schema of a day as YYYY-MM-DD. */
export const calendarDate = (description: string) =>
  z
    .string()
    .refine((value) => value !== '', as('missing'))
    .refine((value) => value === '' || isCalendarDate(value), 'must be a calendar date as YYYY-MM-DD')
    .meta({ description, format: 'date' });

/** Creates the schema of an optional day as YYYY-MM-DD. An empty text counts as not given. */
export const optionalCalendarDate = (description: string) =>
  z
    .string()
    .refine((value) => value === '' || isCalendarDate(value), 'must be a calendar date as YYYY-MM-DD')
    .meta({ description, format: 'date' })
    .optional();

function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export const flag = (description: string) => z.boolean().meta({ description }).optional();

/** Creates the schema of `confirm`. Without it, a tool only shows a preview. */
export const confirm = (description: string) =>
  z
    .boolean()
    .meta({ description: `${description} Omitted: a preview.` })
    .optional();

/** Creates the schemas of a report's first and last day. Both have a default. */
export const reportSpan = (defaultSpan: string) => ({
  from: optionalCalendarDate(`First day of the report (in time_zone), YYYY-MM-DD. Default: ${defaultSpan}.`),
  to: optionalCalendarDate('Last day of the report (in time_zone), YYYY-MM-DD. Default: today.'),
});
