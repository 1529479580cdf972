import { z } from 'zod';

/** Builders of the API's schemas. A rule's message reads on after the name of its field: `zip must be five digits.` */

const REQUIRED = 'is required';

interface Length {
  readonly max: number;
}

/** Required text; blank counts as missing. */
export const text = (description: string, { max }: Length) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => value.trim() !== '', REQUIRED)
    .meta({ description });

/** Text that may be left out, or empty. */
export const optionalText = (description: string, { max }: Length) =>
  z.string().max(max, `must be at most ${max} characters`).meta({ description }).optional();

/** Required text of one form; a blank one is missing. */
export const patternedText = (description: string, pattern: RegExp, rule: string, { max }: Length) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => value.trim() !== '', { error: REQUIRED, abort: true })
    .regex(pattern, rule)
    .meta({ description });

const HIGHEST_AMOUNT = 10_000_000;

/** US dollars, zero or more, to the cent. */
export const amount = (description: string) =>
  z
    .number()
    .min(0, 'must be 0 or more')
    .max(HIGHEST_AMOUNT, `must be at most ${HIGHEST_AMOUNT}`)
    .meta({ description });

/** A number above zero, such as a weight or a length. */
export const positiveNumber = (description: string, { max }: { max: number }) =>
  z.number().gt(0, 'must be greater than 0').max(max, `must be at most ${max}`).meta({ description });

export const wholeNumber = (description: string, { min, max }: { min: number; max: number }) =>
  z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`).meta({ description });

export const flag = (description: string) => z.boolean().meta({ description }).optional();

/** A moment of an answer, in UTC to the second. */
export const utcTime = (description: string) => z.string().meta({ format: 'date-time', description });

/** An absolute address of an answer. */
export const link = (description: string) => z.string().meta({ format: 'uri', description });

/** The id of a record in a body. */
export const recordId = (description: string) =>
  wholeNumber(description, { min: 1, max: Number.MAX_SAFE_INTEGER });

const LONGEST_ID = 19;

/** The id of a record in a path: one that no record can have answers as an absent record. */
export const pathId = (record: string, description: string) =>
  z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && value.length <= LONGEST_ID && Number.isSafeInteger(Number(value)),
      {
        error: ({ input }) =>
          `${record} ${String(input).slice(0, LONGEST_ID)} was not found in this account.`,
      },
    )
    .transform(Number)
    .meta({ type: 'integer', description });

const LAST_PAGE = 1_000_000;
const LARGEST_PAGE = 100;
const DEFAULT_PAGE_SIZE = 25;

const clamp = (low: number, high: number) => (value: string) => Math.min(Math.max(Number(value), low), high);

const wholeNumberText = z.string().regex(/^-?\d{1,15}$/, 'must be a whole number');

/** Query parameters of a list; values out of bounds are clamped, never refused. */
export const pageParameters = {
  page: wholeNumberText
    .transform(clamp(1, LAST_PAGE))
    .meta({ type: 'integer', description: 'Page, from 1, which is the default.' })
    .optional(),
  pageSize: wholeNumberText
    .transform(clamp(1, LARGEST_PAGE))
    .meta({
      type: 'integer',
      description: `Rows a page, 1 to ${LARGEST_PAGE}; ${DEFAULT_PAGE_SIZE} by default.`,
    })
    .optional(),
};

export const appliedPage = (query: { page?: number | undefined; pageSize?: number | undefined }) => ({
  page: query.page ?? 1,
  pageSize: query.pageSize ?? DEFAULT_PAGE_SIZE,
});
