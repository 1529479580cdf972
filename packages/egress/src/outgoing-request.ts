import type { IncomingHttpHeaders } from 'node:http';
import type { Protocol } from './target';

export interface OutgoingRequest {
  readonly url: string;
  /** GET when absent. */
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly protocols: readonly Protocol[];
  /** Milliseconds for the whole exchange: look-up, connection, sending and the answer's last byte. */
  readonly timeoutMs: number;
  /** Longest body of an answer that is taken. */
  readonly maxBytes: number;
  /** Whether an answer whose body is too long, too slow or cut off still counts, for who asks only for its status. */
  readonly statusIsEnough?: boolean;
  /** Gives the request up; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
