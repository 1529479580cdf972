import type { ServerResponse } from 'node:http';
import type { HeaderList } from '../http/security-headers';

/** A whole JSON-RPC message, in one piece or in its parts. */
export type Answer = Buffer | readonly Buffer[];

/** Writes the answers of the endpoint, each with one write to the socket. */
export interface Reply {
  /** HTTP 200 with a JSON-RPC message. */
  message(response: ServerResponse, body: Answer, extra: HeaderList): void;
  /** A status of HTTP's own with `{error, message}`. */
  refusal(response: ServerResponse, status: number, refusal: Refusal, extra: HeaderList): void;
  accepted(response: ServerResponse, extra: HeaderList): void;
  noContent(response: ServerResponse, extra: HeaderList): void;
  methodNotAllowed(response: ServerResponse): void;
}

export interface Refusal {
  error: string;
  message: string;
  headers?: HeaderList;
}

export const NO_HEADERS: HeaderList = [];

/** @param everywhere headers of every response */
export function createReply(everywhere: HeaderList): Reply {
  const json = [...everywhere, 'content-type', 'application/json', 'content-length'];
  // A list goes to the socket as it is; header by header would cost a look-up each.
  const send = (response: ServerResponse, status: number, body: Answer, extra: HeaderList) => {
    const parts = Buffer.isBuffer(body) ? [body] : body;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    response.writeHead(status, [...json, String(length), ...extra]);
    if (parts.length > 1) response.cork();
    for (const part of parts.slice(0, -1)) response.write(part);
    response.end(parts.at(-1));
  };
  return {
    message: (response, body, extra) => send(response, 200, body, extra),
    refusal: (response, status, { error, message, headers = NO_HEADERS }, extra) =>
      send(response, status, Buffer.from(JSON.stringify({ error, message })), [...headers, ...extra]),
    accepted: (response, extra) => {
      response.writeHead(202, [...everywhere, 'content-length', '0', ...extra]).end();
    },
    noContent: (response, extra) => {
      response.writeHead(204, [...everywhere, ...extra]).end();
    },
    methodNotAllowed: (response) => {
      const body = 'Method Not Allowed. This endpoint answers POST only.\n';
      response
        .writeHead(405, [
          ...everywhere,
          ...['allow', 'POST', 'content-type', 'text/plain; charset=utf-8'],
          ...['content-length', String(body.length)],
        ])
        .end(body);
    },
  };
}
