import type { PostageAdjustment } from '@parcelyard/contracts/common';
import { type Cents, cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type AccountId, accountId } from '@parcelyard/service-kit/ids';

const MAX_CENTS = 100_000_000;
const MAX_COUNT = 10_000_000;
const MAX_ROWS = 1_000;

/** @throws DomainError invalid_argument */
export function accountOf(request: { accountId: number }): AccountId {
  if (!Number.isSafeInteger(request.accountId) || request.accountId <= 0) throw required('account_id');
  return accountId(request.accountId);
}

/** @throws DomainError invalid_argument */
export function textOf(field: string, text: string): string {
  if (text === '') throw required(field);
  return text;
}

/**
 * @throws DomainError invalid_argument unless the amount is a whole number of cents from `min` to `max`. The default of
 * `max` is a million dollars.
 */
export function amountOf(field: string, amount: number, min: 0 | 1 = 0, max = MAX_CENTS): Cents {
  if (isWhole(amount, min, max)) return cents(amount);
  throw new DomainError('invalid_argument', 'amount_out_of_range', { min, max }, { field });
}

export const optionalAmountOf = (field: string, amount: number | undefined): Cents | undefined =>
  amount === undefined ? undefined : amountOf(field, amount);

/**
 * @throws DomainError invalid_argument when the adjustment's id is missing, is longer than 100 characters or has
 * characters other than letters, digits, _ and -, or when the amount is above a million dollars
 */
export function adjustmentOf(adjustment: PostageAdjustment | undefined): PostageAdjustment {
  if (!adjustment || !/^[\w-]{1,100}$/.test(adjustment.adjustmentId)) throw required('adjustment_id');
  amountOf('adjustment.cents', Math.abs(adjustment.cents));
  return adjustment;
}

/** @throws DomainError invalid_argument unless `count` is a whole number from `min` to ten million */
export function countOf(field: string, count: number, min: 0 | 1): number {
  if (isWhole(count, min, MAX_COUNT)) return count;
  throw new DomainError('invalid_argument', 'count_out_of_range', { min, max: MAX_COUNT }, { field });
}

/** Returns the number of rows of a page: at most 1,000. 0 means 1,000. */
export const rowsOf = (limit: number): number =>
  limit >= 1 ? Math.min(MAX_ROWS, Math.trunc(limit)) : MAX_ROWS;

const isWhole = (number: number, min: number, max: number) =>
  Number.isInteger(number) && number >= min && number <= max;

const required = (field: string) => new DomainError('invalid_argument', 'field_required', {}, { field });
