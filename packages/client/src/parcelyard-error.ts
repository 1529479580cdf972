import type { ErrorCode, ProblemField } from './generated/types';

interface Details {
  readonly status: number;
  readonly body?: unknown;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** A call that was refused or got no answer. */
export class ParcelyardError extends Error {
  override readonly name = 'ParcelyardError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /**
   * A code by which a program can decide what to do. Undefined when the answer is not from Parcelyard, but for example
   * from a proxy.
   */
  readonly code: ErrorCode | undefined;
  /** Each field that breaks a rule. */
  readonly fields: readonly ProblemField[];
  /** The request's id in Parcelyard's logs. Send it to support when you report a problem. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The answer as received: parsed if it is JSON, otherwise as text. */
  readonly body: unknown;

  constructor(message: string, { status, body, requestId, retryAfterSeconds, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause });
    const { code, fields } = membersOf(body);
    this.status = status;
    this.code = typeof code === 'string' ? (code as ErrorCode) : undefined;
    this.fields = Array.isArray(fields) ? fields : [];
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }
}

/** Returns the members of an answer; none when the answer is not an object. */
export const membersOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
