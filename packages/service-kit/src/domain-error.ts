/**
 * What went wrong, in the words of the domain. One map turns a code into a gRPC status (`rpc/status-map.ts`), one per
 * surface into output.
 */
export type ErrorCode =
  | 'invalid_argument'
  | 'unauthenticated'
  | 'permission_denied'
  | 'not_found'
  | 'already_exists'
  /** The record's present state does not allow it. */
  | 'failed_precondition'
  /** Somebody else changed the record meanwhile; reading again and retrying may succeed. */
  | 'conflict'
  /** A limit of the plan or a rate. */
  | 'resource_exhausted'
  | 'payment_required'
  /** The carrier said no; the public message is the carrier's, word for word. */
  | 'carrier_refused'
  /** The outcome is unknown: it may have happened. */
  | 'unresolved'
  | 'unavailable'
  | 'deadline_exceeded'
  | 'internal';

export interface ErrorContext {
  /** For logs only; never leaves the service. */
  detail?: string;
  cause?: unknown;
  /** Path of the offending input, such as `ship_to.zip`. */
  field?: string;
  /** When the same request may succeed: a budget or a queue was full, and nothing else was wrong. */
  retryAfterSeconds?: number | undefined;
}

/** An error with a sentence for the caller beside a private detail for the log. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** Safe to show to the caller. */
  readonly publicMessage: string;
  readonly detail: string | undefined;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, publicMessage: string, context: ErrorContext = {}) {
    super(publicMessage, context.cause === undefined ? undefined : { cause: context.cause });
    this.name = 'DomainError';
    this.code = code;
    this.publicMessage = publicMessage;
    this.detail = context.detail;
    this.field = context.field;
    this.retryAfterSeconds = context.retryAfterSeconds;
  }
}
