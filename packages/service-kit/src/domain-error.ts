import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';

/**
 * What went wrong, in the words of the domain. One map turns a code into a gRPC status (`rpc/status-map.ts`), each
 * surface words the reason in its own names (`packages/reasons`).
 */
export const ERROR_CODES = [
  'invalid_argument',
  'unauthenticated',
  'permission_denied',
  'not_found',
  'already_exists',
  /** The record's present state does not allow it. */
  'failed_precondition',
  /** Somebody else changed the record meanwhile; reading again and retrying may succeed. */
  'conflict',
  /** A limit of the plan or a rate. */
  'resource_exhausted',
  'payment_required',
  /** The carrier said no; its own words are a parameter, passed on to the letter. */
  'carrier_refused',
  /** The outcome is unknown: it may have happened. */
  'unresolved',
  'unavailable',
  'deadline_exceeded',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ErrorContext {
  /** For logs only; never leaves the service. */
  detail?: string;
  cause?: unknown;
  /** Path of the offending input in the contract's names, such as `ship_to.zip`. */
  field?: string | undefined;
  /** When the same request may succeed: a quota or a queue was full, and nothing else was wrong. */
  retryAfterSeconds?: number | undefined;
}

/** A refusal with its reason for the caller beside a private detail for the log. */
export class DomainError<R extends Reason = Reason> extends Error {
  readonly code: ErrorCode;
  readonly reason: R;
  readonly params: ReasonParams<R>;
  readonly detail: string | undefined;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, reason: R, params: ReasonParams<R>, context: ErrorContext = {}) {
    // The log shows the message. It holds no parameter but a whole sentence: others may hold what a log must not.
    super(
      reason === 'text' ? (params as ReasonParams<'text'>).text : reason,
      context.cause === undefined ? undefined : { cause: context.cause },
    );
    this.name = 'DomainError';
    this.code = code;
    this.reason = reason;
    this.params = params;
    this.detail = context.detail;
    this.field = context.field;
    this.retryAfterSeconds = context.retryAfterSeconds;
  }
}
