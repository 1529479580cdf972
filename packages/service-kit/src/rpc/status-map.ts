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

/** Binary, because a text header allows only ASCII. A field name or a carrier's text may have other characters. */
const FAILURE_KEY = 'parcelyard-failure-bin';

/** The caller no longer waits; whether the work was done is unknown. */
export const deadlineExceeded = (method: string, cause?: unknown): DomainError =>
  new DomainError('deadline_exceeded', 'unavailable', {}, { detail: `${method} missed its deadline`, cause });

/** An error in gRPC's form: its status, and what the caller may know. Detail and cause stay in this process. */
export function toServiceError(error: unknown): Pick<ServiceError, 'code' | 'details' | 'metadata'> {
  const failure = toFailure(error);
  const metadata = new Metadata();
  metadata.set(FAILURE_KEY, Buffer.from(Failure.encode(failure).finish()));
  return { code: STATUS[failure.code as ErrorCode], details: failure.reason, metadata };
}

export const notSent = (method: string, cause: unknown): DomainError =>
  new DomainError('internal', 'internal', {}, { detail: `${method} was not sent`, cause });

/**
 * The error that a client throws for a failed call. An error without our failure data comes from the transport, not
 * from the service.
 */
export function fromServiceError(error: ServiceError, method: string): DomainError {
  const bytes = error.metadata?.get(FAILURE_KEY)[0];
  if (bytes instanceof Buffer) {
    const failure = Failure.decode(bytes);
    return fromFailure(failure, { detail: `${method} answered ${failure.code}`, cause: error });
  }
  if (error.code === status.DEADLINE_EXCEEDED) return deadlineExceeded(method, error);
  const context = { detail: `${method}: ${error.message}`, cause: error };
  // Our callers never cancel, so a cancelled call means that its server shut down.
  return error.code === status.UNAVAILABLE || error.code === status.CANCELLED || isOfClosedSession(error)
    ? new DomainError('unavailable', 'unavailable', {}, context)
    : new DomainError('internal', 'internal', {}, context);
}

/**
 * True when the server has closed the connection with an error, as Node does after about 1,000 cancelled calls at once.
 * The server may have begun the call, so the call is not sent again. Only the text of the error distinguishes such a
 * call from a fault of the service.
 */
const isOfClosedSession = ({ details }: ServiceError): boolean =>
  details?.includes('Session closed with error code') ?? false;

/**
 * Whether the service refused the call because the caller's secret is not the service's secret. When a service answers
 * `unauthenticated` about a user, the error has another code than `internal`.
 */
export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof DomainError &&
  error.code === 'internal' &&
  (error.cause as Partial<ServiceError> | undefined)?.code === status.UNAUTHENTICATED;
