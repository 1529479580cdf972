import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './drainable-server';
import { readingOf } from './reading';
import type { HeaderList } from './security-headers';

interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

const MALFORMED: Refusal = {
  status: 400,
  error: 'bad_request',
  message: 'The request is not well-formed HTTP.',
};
const WITHOUT_HOST: Refusal = { ...MALFORMED, message: 'The header Host is required.' };
const WRONG_HOST: Refusal = {
  ...MALFORMED,
  message: 'The header Host must be sent once, with a host name and at most a port.',
};
const TUNNEL: Refusal = {
  status: 405,
  error: 'method_not_allowed',
  message: 'This server does not support CONNECT.',
};
const EXPECTATION: Refusal = {
  status: 417,
  error: 'expectation_failed',
  message: 'The header Expect must be 100-continue.',
};
const TOO_LARGE: Refusal = {
  status: 413,
  error: 'payload_too_large',
  message: 'The body is too large.',
};

/** How to refuse a request for each error code of Node's parser. For any other code, the refusal is MALFORMED. */
const BY_CODE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'headers_too_large',
    message: 'The headers are larger than the limit of 16 KiB.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
};

/** The longest body that a surface accepts. */
const LONGEST_BODY = 2 * 1024 * 1024;

export interface UnreadableRequests {
  /** Must be called for the server, before it listens. */
  answerOf(server: Server): void;
  /**
   * Refuses requests without exactly one valid header Host. Node's own check is turned off; it would accept a second
   * Host.
   */
  withHost(handler: RequestHandler): RequestHandler;
}

/**
 * Answers requests that Node's HTTP server cannot read. Without this, Node would answer or drop them itself. The answer
 * has our headers, an id and a message, and closes the connection.
 */
export function unreadableRequests(everywhere: HeaderList, newRequestId: () => string): UnreadableRequests {
  const answering = new WeakMap<Socket, ServerResponse>();
  const headersOf = (body: string) => [
    ...everywhere,
    ...['x-request-id', newRequestId(), 'content-type', 'application/json; charset=utf-8'],
    ...['content-length', String(body.length), 'connection', 'close'],
  ];
  const answer = ({ url }: IncomingMessage, response: ServerResponse, refusal: Refusal) => {
    const body = bodyOf(refusal, url);
    response.writeHead(refusal.status, headersOf(body)).end(body);
  };
  const write = (socket: Socket, refusal: Refusal, url: string | undefined) => {
    const body = bodyOf(refusal, url);
    const headers = headersOf(body);
    const lines = headers.flatMap((name, place) =>
      place % 2 === 0 ? [`${name}: ${headers[place + 1]}`] : [],
    );
    const { status } = refusal;
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
    socket.destroySoon();
  };
  /**
   * True while an answer is being written to the connection. A second answer would then be mixed into the first answer.
   */
  const isAnswering = (socket: Socket) => {
    if ((readingOf(socket)?.unanswered ?? 0) > 1) return true;
    const response = answering.get(socket);
    return response?.headersSent === true && !response.writableFinished;
  };

  return {
    answerOf: (server) => {
      server.on('clientError', (error: ClientError, socket: Socket) => {
        if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) socket.destroy();
        else write(socket, BY_CODE[error.code ?? ''] ?? MALFORMED, urlIn(error.rawPacket));
      });
      server.on('connect', ({ url }: IncomingMessage, socket: Socket) => write(socket, TUNNEL, url));
      server.on('checkExpectation', (request, response) => answer(request, response, EXPECTATION));
      server.on('checkContinue', (request, response) => {
        if (Number(request.headers['content-length']) > LONGEST_BODY)
          return answer(request, response, TOO_LARGE);
        response.writeContinue();
        server.emit('request', request, response);
      });
    },
    withHost: (handler) => (request, response) => {
      answering.set(request.socket, response);
      const refusal = hostRefusal(request);
      if (!refusal) return handler(request, response);
      answer(request, response, refusal);
      return undefined;
    },
  };
}

/** Matches a character that neither a host nor a port has (RFC 3986, 3.2.2). */
const FOREIGN_TO_HOST = /[^\w.~%!$&'()*+,;=:[\]-]/;

/** Returns why the header Host is refused; undefined if it is valid. HTTP/1.0 may leave it out (RFC 9112, 3.2). */
function hostRefusal({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined {
  if (host === undefined) return httpVersion === '1.1' ? WITHOUT_HOST : undefined;
  const isHost = (text: string, place: number) => place % 2 === 0 && text.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1 || FOREIGN_TO_HOST.test(host) ? WRONG_HOST : undefined;
}

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Returns the URL in the first line of the bytes; empty when there is none. */
const urlIn = (bytes: Buffer | undefined): string =>
  bytes?.toString('latin1', 0, 256).split('\r\n')[0]?.split(' ')[1] ?? '';

const bodyOf = ({ error, message }: Refusal, url = ''): string =>
  JSON.stringify(
    url.startsWith('/public/')
      ? { success: false, code: 'invalid_input', error: message }
      : { error, message },
  );
