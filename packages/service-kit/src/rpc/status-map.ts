import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { DomainError, type ErrorCode } from '../domain-error';

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

const CODE_KEY = 'parcelyard-code';
const FIELD_KEY = 'parcelyard-field';
const RETRY_KEY = 'parcelyard-retry-after';

/** What a caller sees of an error that no rule of ours made. */
export const INTERNAL_MESSAGE = 'Something went wrong on our side.';

const UNAVAILABLE_MESSAGE = 'The service is not available right now. Try again in a moment.';

/** A call that the caller no longer waits for; whether its work was done is not known. */
export const deadlineExceeded = (method: string, cause?: unknown): DomainError =>
  new DomainError('deadline_exceeded', UNAVAILABLE_MESSAGE, {
    detail: `${method} missed its deadline`,
    cause,
  });

/** An error as gRPC carries it: status, public message and the exact code; detail and cause stay here. */
export function toServiceError(error: unknown): Pick<ServiceError, 'code' | 'details' | 'metadata'> {
  const known = error instanceof DomainError ? error : new DomainError('internal', INTERNAL_MESSAGE);
  const metadata = new Metadata();
  metadata.set(CODE_KEY, known.code);
  // A header takes ASCII only, and a field's name may come from outside.
  if (known.field !== undefined) metadata.set(FIELD_KEY, encodeURIComponent(known.field));
  if (known.retryAfterSeconds !== undefined) metadata.set(RETRY_KEY, String(known.retryAfterSeconds));
  return { code: STATUS[known.code], details: known.publicMessage, metadata };
}

/** A call that our own side could not even send. */
export const notSent = (method: string, cause: unknown): DomainError =>
  new DomainError('internal', INTERNAL_MESSAGE, { detail: `${method} was not sent`, cause });

/** The caller's view of a failed call. An error without our code is the transport's: the service was not reached. */
export function fromServiceError(error: ServiceError, method: string): DomainError {
  const code = error.metadata?.get(CODE_KEY)[0];
  const field = error.metadata?.get(FIELD_KEY)[0];
  const retryAfter = error.metadata?.get(RETRY_KEY)[0];
  if (typeof code === 'string' && Object.hasOwn(STATUS, code)) {
    return new DomainError(code as ErrorCode, error.details, {
      detail: `${method} answered ${code}`,
      cause: error,
      ...(typeof field === 'string' ? { field: decodeURIComponent(field) } : {}),
      ...(typeof retryAfter === 'string' ? { retryAfterSeconds: Number(retryAfter) } : {}),
    });
  }
  if (error.code === status.DEADLINE_EXCEEDED) return deadlineExceeded(method, error);
  const context = { detail: `${method}: ${error.message}`, cause: error };
  // Callers of ours never cancel: a cancelled call is one whose server gave up at its own end.
  return error.code === status.UNAVAILABLE || error.code === status.CANCELLED
    ? new DomainError('unavailable', UNAVAILABLE_MESSAGE, context)
    : new DomainError('internal', INTERNAL_MESSAGE, context);
}
