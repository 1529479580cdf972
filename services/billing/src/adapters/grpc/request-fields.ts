import { type Cents, cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type AccountId, accountId } from '@parcelyard/service-kit/ids';

/** @throws DomainError invalid_argument */
export function accountOf(request: { accountId: number }): AccountId {
  if (!Number.isSafeInteger(request.accountId) || request.accountId <= 0) refuse('account_id', 'is required');
  return accountId(request.accountId);
}

/** @throws DomainError invalid_argument */
export function textOf(field: string, text: string): string {
  if (text === '') refuse(field, 'is required');
  return text;
}

const MOST = 100_000_000;

/** @throws DomainError invalid_argument unless it is a whole number of cents from `least` to a million dollars */
export function amountOf(field: string, amount: number, least: 0 | 1 = 0): Cents {
  if (!Number.isInteger(amount) || amount < least || amount > MOST) {
    refuse(field, `must be a whole number of cents from ${least} to ${MOST}`);
  }
  return cents(amount);
}

const MOST_COUNTED = 10_000_000;

/** @throws DomainError invalid_argument unless it is a whole number from `least` to ten millions */
export function countOf(field: string, count: number, least: 0 | 1): number {
  if (!Number.isInteger(count) || count < least || count > MOST_COUNTED) {
    refuse(field, `must be a whole number from ${least} to ${MOST_COUNTED}`);
  }
  return count;
}

const MOST_ROWS = 1_000;

/** Rows of one page: at most 1,000, which is also what 0 means. */
export const rowsOf = (limit: number): number =>
  limit >= 1 ? Math.min(MOST_ROWS, Math.trunc(limit)) : MOST_ROWS;

function refuse(field: string, rule: string): never {
  throw DomainError.text('invalid_argument', `${field} ${rule}.`, { field });
}
