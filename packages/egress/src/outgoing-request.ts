import type { IncomingHttpHeaders } from 'node:http';
import type { Protocol } from './target';

export interface OutgoingRequest {
  readonly url: string;
  /** The method; GET when absent. */
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly protocols: readonly Protocol[];
  /** Milliseconds for the whole exchange: look-up, connection, sending and receiving. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Accepts an answer even if its body is too long, too slow or cut off. For callers that need only the status. */
  readonly statusIsEnough?: boolean;
  /** Aborts the request, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
