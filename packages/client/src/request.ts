/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, even while it waits for a retry. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum time of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is retried after a temporary failure. */
  readonly maxRetries?: number | undefined;
}

export interface WriteOptions extends CallOptions {
  /**
   * Give your own key, such as your job's id, to repeat a call safely after a restart of your program. Without your own
   * key, each call has a new key, which all retries of the call use.
   */
  readonly idempotencyKey?: string | undefined;
}

/** One call of an operation, before its address is known. */
export interface OperationRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its ids inserted and encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly access: 'access token' | 'partner key' | 'none';
  /** Whether the operation accepts an Idempotency-Key. With the key, the operation is safe to repeat. */
  readonly takesKey?: true;
}
