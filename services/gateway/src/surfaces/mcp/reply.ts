import type { ServerResponse } from 'node:http';
import { acceptsGzip } from '../http/accepts-gzip';
import type { HeaderList } from '../http/security-headers';
import type { PrecompressedBody } from './precompressed-body';

/** A whole JSON-RPC message, a message with a compressed beginning, or a message with its own HTTP status. */
export type Answer = Buffer | PrecompressedAnswer | AnswerWithStatus;

interface AnswerWithStatus {
  readonly status: number;
  readonly body: Buffer;
}

interface PrecompressedAnswer {
  readonly start: PrecompressedBody;
  readonly end: Buffer;
}

/** Sends answers of the endpoint, each with one write to the socket. */
export interface Reply {
  /** Sends a JSON-RPC message, with HTTP 200 unless it has its own status. */
  message(response: ServerResponse, answer: Answer, extra: HeaderList): void;
  /** Sends an HTTP status with `{error, message}`. */
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

/** @param everywhere the headers of every response */
export function createReply(everywhere: HeaderList): Reply {
  const json = [...everywhere, 'content-type', 'application/json', 'content-length'];
  // The headers are written to the socket as one list. Setting each header alone would cost a look-up per header.
  const send = (response: ServerResponse, status: number, body: Buffer, extra: HeaderList) => {
    response.writeHead(status, [...json, String(body.length), ...extra]).end(body);
  };
  const sendPrecompressed = (
    response: ServerResponse,
    { start, end }: PrecompressedAnswer,
    extra: HeaderList,
  ) => {
    const gzipped = acceptsGzip(response.req.headers['accept-encoding']) ? start.gzipped(end) : undefined;
    const parts = gzipped ?? start.plain(end);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const coding = gzipped ? ['content-encoding', 'gzip'] : [];
    response.writeHead(200, [...json, String(length), ...coding, 'vary', 'Accept-Encoding', ...extra]);
    response.cork();
    for (const part of parts) response.write(part);
    response.end();
  };
  return {
    message: (response, answer, extra) => {
      if (Buffer.isBuffer(answer)) send(response, 200, answer, extra);
      else if ('start' in answer) sendPrecompressed(response, answer, extra);
      else send(response, answer.status, answer.body, extra);
    },
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
