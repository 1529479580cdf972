import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';

/**
 * Error codes in domain terms. `rpc/status-map.ts` maps each code to a gRPC status. An error also has a reason, for
 * which each surface has its own text (`packages/reasons`).
 */
export const ERROR_CODES = [
  'invalid_argument',
  'unauthenticated',
  'permission_denied',
  'not_found',
  'already_exists',
  /** The record's current state does not allow the request. */
  'failed_precondition',
  /** The record was changed by another call. Reading again and retrying may succeed. */
  'conflict',
  /** A limit of the plan or a rate limit was reached. */
  'resource_exhausted',
  'payment_required',
  /** The carrier refused. The carrier's own text is a parameter, and is passed on unchanged. */
  'carrier_refused',
  /** The outcome is unknown: the action may or may not have been done. */
  'unresolved',
  'unavailable',
  'deadline_exceeded',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ErrorContext {
  /** Only for logs. It never leaves the service. */
  detail?: string;
  cause?: unknown;
  /** The path of the refused input, with the contract's names, such as `ship_to.zip`. */
  field?: string | undefined;
  /** Seconds after which the same request may succeed. Set only when a quota or a queue was full. */
  retryAfterSeconds?: number | undefined;
}

/** A refusal. The caller gets its reason; its detail appears only in the log. */
export class DomainError<R extends Reason = Reason> extends Error {
  readonly code: ErrorCode;
  readonly reason: R;
  readonly params: ReasonParams<R>;
  readonly detail: string | undefined;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, reason: R, params: ReasonParams<R>, context: ErrorContext = {}) {
    // The log shows this message: the name of the reason. Parameters are left out, because they may contain private
    // data. Only for the reason `text`, the log shows the text.
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
