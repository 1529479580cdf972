import type { RequestHandler } from './http/drainable-server';
import type { HeaderList } from './http/security-headers';
import type { Origins } from './mcp/origins';
import { BUSY } from './mcp/refusals';
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

/** How each surface words the refusal; the first row that matches is used. */
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
      renderPage(errorPage(503, 'Try again in a moment', SENTENCE), {
        path: '',
        csrf: '',
        member: undefined,
      }),
    ),
    headers: ['content-type', 'text/html; charset=utf-8', 'content-security-policy', pagePolicy()],
  },
  json(() => true, { error: 'unavailable', message: SENTENCE }),
];

/** Answers requests that found no room. The bytes are made beforehand, because most requests of a flood end here. */
export function createBusyAnswers(
  everywhere: HeaderList,
  origins: Origins,
  newRequestId: () => string,
): RequestHandler {
  const kinds = answers().map(({ isFor, body, headers }) => {
    const ofKind = Object.entries({ ...named(everywhere), ...named(headers) }).flat();
    return { isFor, body, headers: ['retry-after', '1', 'content-length', String(body.length), ...ofKind] };
  });
  return (request, response) => {
    const { url = '', method, headers: given } = request;
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const { headers, body } = kinds.find(({ isFor }) =>
      isFor(path, given.accept ?? ''),
    ) as (typeof kinds)[number];
    const cors = path === MCP ? origins.headers(given.origin) : [];
    response.writeHead(503, [...headers, 'x-request-id', newRequestId(), ...cors]);
    if (method === 'HEAD') response.end();
    else response.end(body);
    return undefined;
  };
}

const MCP = '/mcp';

const named = (list: HeaderList): Record<string, string> =>
  Object.fromEntries(
    list.flatMap((name, place) => (place % 2 === 0 ? [[name, list[place + 1] as string] as const] : [])),
  );
