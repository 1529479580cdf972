import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';

const NO_ANSWER: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'deadline_exceeded',
  'unresolved',
  'internal',
]);

/** True when the other side certainly did nothing: it answered, and the answer is no. */
export const isDefinite = (error: unknown): error is DomainError =>
  error instanceof DomainError && !NO_ANSWER.has(error.code);
