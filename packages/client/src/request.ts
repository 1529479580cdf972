/** What may be said about one call. */
export interface CallOptions {
  /** Ends the call, also while it waits to try again. */
  readonly signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is tried again that failed for the moment. */
  readonly maxRetries?: number | undefined;
}

export interface WriteOptions extends CallOptions {
  /**
   * Give one of your own, such as the id of your job, to repeat a call safely after your program was restarted.
   * Without it each call has a new key, which its retries share.
   */
  readonly idempotencyKey?: string | undefined;
}

/** One call of an operation, before it is known where it goes. */
export interface OperationRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its ids in place and encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly access: 'access token' | 'partner key' | 'none';
  /** Whether the operation takes an Idempotency-Key, under which repeating it is safe. */
  readonly takesKey?: true;
}
