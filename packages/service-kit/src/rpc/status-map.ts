import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { Failure } from '@parcelyard/contracts/common';
import { DomainError, type ErrorCode } from '../domain-error';
import { fromFailure, toFailure } from '../failure';

const STATUS: Record<ErrorCode, status> = {
  invalid_argument: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  permission_denied: status.PERMISSION_DENIED,
  not_found: status.NOT_FOUND,
  already_exists: status.ALREADY_EXISTS,
  failed_precondition: status.FAILED_PRECONDITION,
  conflict: status.ABORTED,
  resource_exhausted: status.RESOURCE_EXHAUSTED,
  payment_required: status.FAILED_PRECONDITION,
  carrier_refused: status.FAILED_PRECONDITION,
  unresolved: status.UNKNOWN,
  unavailable: status.UNAVAILABLE,
  deadline_exceeded: status.DEADLINE_EXCEEDED,
  internal: status.INTERNAL,
};

/** Binary, because a text header takes ASCII only and a field's name or a carrier's words may be anything. */
const FAILURE_KEY = 'parcelyard-failure-bin';

/** A call that the caller no longer waits for; whether its work was done is not known. */
export const deadlineExceeded = (method: string, cause?: unknown): DomainError =>
  new DomainError('deadline_exceeded', 'unavailable', {}, { detail: `${method} missed its deadline`, cause });

/** An error as gRPC carries it: status and what the caller may know of it; detail and cause stay here. */
export function toServiceError(error: unknown): Pick<ServiceError, 'code' | 'details' | 'metadata'> {
  const failure = toFailure(error);
  const metadata = new Metadata();
  metadata.set(FAILURE_KEY, Buffer.from(Failure.encode(failure).finish()));
  return { code: STATUS[failure.code as ErrorCode], details: failure.reason, metadata };
}

/** A call that our own side could not even send. */
export const notSent = (method: string, cause: unknown): DomainError =>
  new DomainError('internal', 'internal', {}, { detail: `${method} was not sent`, cause });

/** The caller's view of a failed call. An error without our failure is the transport's: the service was not reached. */
export function fromServiceError(error: ServiceError, method: string): DomainError {
  const bytes = error.metadata?.get(FAILURE_KEY)[0];
  if (bytes instanceof Buffer) {
    const failure = Failure.decode(bytes);
    return fromFailure(failure, { detail: `${method} answered ${failure.code}`, cause: error });
  }
  if (error.code === status.DEADLINE_EXCEEDED) return deadlineExceeded(method, error);
  const context = { detail: `${method}: ${error.message}`, cause: error };
  // Callers of ours never cancel: a cancelled call is one whose server gave up at its own end.
  return error.code === status.UNAVAILABLE || error.code === status.CANCELLED
    ? new DomainError('unavailable', 'unavailable', {}, context)
    : new DomainError('internal', 'internal', {}, context);
}

/** Whether the service does not recognize its caller, because their secrets differ. */
export const isStranger = (error: unknown): boolean => causeOf(error) === status.UNAUTHENTICATED;

/** What the transport said; undefined for an answer of the service itself. */
const causeOf = (error: unknown): status | undefined =>
  error instanceof DomainError && error.code === 'internal'
    ? (error.cause as Partial<ServiceError> | undefined)?.code
    : undefined;
