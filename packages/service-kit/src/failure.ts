import type { Failure } from '@parcelyard/contracts/common';
import type { Refused } from '@parcelyard/reasons/reason';
import { isReason, type Reason, type ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError, ERROR_CODES, type ErrorCode, type ErrorContext } from './domain-error';
import { isDatabaseAway } from './mongo/is-database-away';

const CODES: ReadonlySet<string> = new Set(ERROR_CODES);

/**
 * Converts an error into the form in which messages and documents contain refusals. The result contains only what the
 * caller may know. An error that is not a DomainError becomes `internal`, unless it comes from a database that is full,
 * unreachable or without a primary.
 */
export function toFailure(error: unknown): Failure {
  const { code, reason, params, field, retryAfterSeconds } = toDomainError(error);
  return { code, reason, params: JSON.stringify(params), field, retryAfterSeconds };
}

function toDomainError(error: unknown): DomainError<Reason> {
  if (error instanceof DomainError) return error;
  if (holdsFor(isOutOfSpace, error)) return new DomainError('unavailable', 'storage_full', {});
  if (holdsFor(isDatabaseAway, error)) return new DomainError('unavailable', 'unavailable', {});
  return new DomainError('internal', 'internal', {});
}

/** MongoDB's error code when the disk is full. */
const OUT_OF_DISK_SPACE = 14_031;

const isOutOfSpace = (error: Error): boolean => (error as { code?: unknown }).code === OUT_OF_DISK_SPACE;

/** Returns whether the condition is true for the error or for one of its causes. */
const holdsFor = (is: (error: Error) => boolean, error: unknown): boolean =>
  error instanceof Error && (is(error) || holdsFor(is, error.cause));

/**
 * Converts a failure into an error. If its reason is from a newer service and unknown to this version, the error is
 * internal.
 */
export function fromFailure(failure: Failure, context: ErrorContext = {}): DomainError {
  const { code, reason, params, field, retryAfterSeconds } = failure;
  if (!CODES.has(code) || !isReason(reason))
    return new DomainError('internal', 'internal', {}, { detail: `${code} ${reason}`, ...context });
  return new DomainError<Reason>(code as ErrorCode, reason, JSON.parse(params) as ReasonParams<Reason>, {
    ...context,
    field,
    retryAfterSeconds,
  });
}

/**
 * Creates a refusal that is returned or stored instead of thrown. The code may be one of the contract's own codes, such
 * as `no_rates`.
 */
export const failure = <R extends Reason>(
  code: string,
  reason: R,
  params: ReasonParams<R>,
  field?: string,
): Failure => ({ code, reason, params: JSON.stringify(params), ...(field === undefined ? {} : { field }) });

export const toRefused = ({ reason, params, field }: Failure): Refused => ({
  reason,
  params: JSON.parse(params) as object,
  field,
});
