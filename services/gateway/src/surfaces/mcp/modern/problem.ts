import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../message';

/** Why a request is not served: an HTTP status and a JSON-RPC error. */
export interface Problem {
  readonly status: 200 | 400 | 404;
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_PROTOCOL_VERSION = -32022;
const MAX_ECHO = 100;

/** Returns the beginning of the caller's text, enough to recognise it. */
export const echo = (word: string): string => (word.length > MAX_ECHO ? `${word.slice(0, MAX_ECHO)}…` : word);

export const malformed = (code: number, message: string): Problem => ({ status: 400, code, message });

export const missingMeta = (keys: readonly string[]): Problem => ({
  status: 400,
  code: INVALID_PARAMS,
  message: `params._meta must contain ${keys.join(' and ')}.`,
});

export const headerMissing = (header: string): Problem => ({
  status: 400,
  code: HEADER_MISMATCH,
  message: `Header mismatch: the header ${header} is required.`,
});

export const headerMismatch = (header: string, value: string, body: string): Problem => ({
  status: 400,
  code: HEADER_MISMATCH,
  message: `Header mismatch: ${header} is '${echo(value)}', but the body says '${echo(body)}'.`,
});

export const unsupportedVersion = (requested: string, supported: readonly string[]): Problem => ({
  status: 400,
  code: UNSUPPORTED_PROTOCOL_VERSION,
  message: 'Unsupported protocol version',
  data: { supported, requested: echo(requested) },
});

export const methodNotFound = (method: string): Problem => ({
  status: 404,
  code: METHOD_NOT_FOUND,
  message: `The method '${echo(method)}' is not supported.`,
});

/**
 * Returns an error that a tool or a handler found. The HTTP status is 200, because the HTTP request was right and only
 * the JSON-RPC message in it was wrong.
 */
export const invalidParams = (message: string): Problem => ({ status: 200, code: INVALID_PARAMS, message });
