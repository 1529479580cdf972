import { isUtf8 } from 'node:buffer';
import { isTooDeep, MAX_DEPTH } from '../http/is-too-deep';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

export type RequestId = string | number;

export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification' }
  | {
      readonly kind: 'malformed';
      readonly id: RequestId | null;
      readonly code: number;
      readonly problem: string;
    };

const malformed = (id: RequestId | null, problem: string, code = INVALID_REQUEST): Message => ({
  kind: 'malformed',
  id,
  code,
  problem,
});

/** Reads one JSON-RPC 2.0 message from a body. */
export function readMessage(body: Buffer): Message {
  if (isTooDeep(body))
    return malformed(null, `The body is nested deeper than ${MAX_DEPTH} levels.`, PARSE_ERROR);
  const value = parse(body);
  if (value === undefined) return malformed(null, 'The body is empty or not valid JSON.', PARSE_ERROR);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return malformed(null, 'The body must be a single JSON-RPC object; batches are not supported.');
  }
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  if (!Object.hasOwn(value, 'id')) {
    return typeof method === 'string' ? { kind: 'notification' } : malformed(null, 'method is missing.');
  }
  if (!isRequestId(id)) return malformed(null, 'id must be a string or an integer.');
  if (typeof method !== 'string') return malformed(id, 'method is missing.');
  if (jsonrpc !== undefined && jsonrpc !== '2.0') return malformed(id, 'jsonrpc must be "2.0".');
  return { kind: 'request', id, method, params };
}

/**
 * True for a valid request id. A whole number that is not a safe integer would change when it is parsed, so it is no
 * valid id.
 */
const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id);

function parse(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
