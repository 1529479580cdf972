import type { RequestHandler } from './http/drainable-server';
import type { RequestHead } from './http/request-head';
import { type HeaderList, headersByName } from './http/security-headers';
import type { Origins } from './mcp/origins';
import { BUSY } from './mcp/refusals';
import { NO_HEADERS } from './mcp/reply';
import { errorPage } from './web/pages/error-page';
import { pagePolicy, renderPage } from './web/routing/send-answer';

const SENTENCE = BUSY.message;

interface BusyAnswer {
  readonly isFor: (path: string, accept: string) => boolean;
  readonly body: Buffer;
  readonly headers: HeaderList;
}

const json = (isFor: BusyAnswer['isFor'], body: object, headers: HeaderList = []): BusyAnswer => ({
  isFor,
  body: Buffer.from(JSON.stringify(body)),
  headers: ['content-type', 'application/json; charset=utf-8', ...headers],
});

/**
 * How each surface refuses a request when the gateway is full. The first row whose `isFor` accepts the request is used.
 */
const answers = (): readonly BusyAnswer[] => [
  json((path) => path === MCP, { error: BUSY.error, message: BUSY.message }),
  json((path) => path.startsWith('/public/'), { success: false, code: 'unavailable', error: SENTENCE }),
  json((path) => path === '/oauth/token', { error: 'temporarily_unavailable', error_description: SENTENCE }, [
    'access-control-allow-origin',
    '*',
    'access-control-expose-headers',
    'Retry-After',
  ]),
  json((path) => path.startsWith('/webhooks/'), { error: SENTENCE }),
  {
    isFor: (_path, accept) => accept.includes('text/html'),
    body: Buffer.from(
      renderPage(errorPage(503, 'Try again in a moment', SENTENCE), { path: '', owner: undefined }),
    ),
    headers: ['content-type', 'text/html; charset=utf-8', 'content-security-policy', pagePolicy()],
  },
  json(() => true, { error: 'unavailable', message: SENTENCE }),
];

export interface BusyAnswers {
  readonly answer: RequestHandler;
  /** Returns the whole answer as ASCII text, for a request that was not parsed. */
  text(head: RequestHead): string;
}

/**
 * Creates the answers to requests that are refused because the gateway is full. The answers are prepared in advance,
 * because the gateway must send many of them during a flood of requests.
 */
export function createBusyAnswers(
  everywhere: HeaderList,
  origins: Origins,
  newRequestId: () => string,
): BusyAnswers {
  const kinds = answers().map(({ isFor, body, headers }) => {
    const ofKind = Object.entries({ ...headersByName(everywhere), ...headersByName(headers) }).flat();
    const all = ['retry-after', '1', 'content-length', String(body.length), ...ofKind];
    return { isFor, body, headers: all, head: STATUS_LINE + lines(all), text: body.toString('latin1') };
  });
  const kindOf = (url: string, accept: string, origin: string | undefined) => {
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const kind = kinds.find(({ isFor }) => isFor(path, accept)) as (typeof kinds)[number];
    return { kind, cors: path === MCP ? origins.headers(origin) : NO_HEADERS };
  };
  return {
    answer: ({ url = '', method, headers: given }, response) => {
      const { kind, cors } = kindOf(url, given.accept ?? '', given.origin);
      response.writeHead(503, [...kind.headers, 'x-request-id', newRequestId(), ...cors]);
      if (method === 'HEAD') response.end();
      else response.end(kind.body);
      return undefined;
    },
    text: ({ url, header }) => {
      const { kind, cors } = kindOf(url, header('accept') ?? '', header('origin'));
      return `${kind.head}x-request-id: ${newRequestId()}\r\n${lines(cors)}\r\n${kind.text}`;
    },
  };
}

const MCP = '/mcp';

const STATUS_LINE = 'HTTP/1.1 503 Service Unavailable\r\n';

const lines = (list: HeaderList): string =>
  Object.entries(headersByName(list))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
