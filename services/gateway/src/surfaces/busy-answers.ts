import type { RequestHandler } from './http/drainable-server';
import { presentRequestId } from './http/identified-requests';
import type { HeaderList } from './http/security-headers';
import { errorPage } from './web/pages/error-page';
import { pagePolicy, renderPage } from './web/routing/send-answer';

const SENTENCE = 'The service is busy. Nothing was done. Try again in a moment.';

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

/** In the shape that each surface refuses with; the first that fits. `/mcp` refuses by itself. */
const answers = (): readonly BusyAnswer[] => [
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

/**
 * Answers requests for which there was no room, from bytes that were made beforehand: under a flood it is what most
 * requests cost. @see decisions, "Overload"
 */
export function createBusyAnswers(everywhere: HeaderList): RequestHandler {
  const kinds = answers().map(({ isFor, body, headers }) => {
    const ofKind = Object.entries({ ...named(everywhere), ...named(headers) }).flat();
    return { isFor, body, headers: ['retry-after', '1', 'content-length', String(body.length), ...ofKind] };
  });
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const accept = request.headers.accept ?? '';
    const { headers, body } = kinds.find(({ isFor }) => isFor(path, accept)) as (typeof kinds)[number];
    response.writeHead(503, [...headers, 'x-request-id', presentRequestId()]);
    if (request.method === 'HEAD') response.end();
    else response.end(body);
    return undefined;
  };
}

const named = (list: HeaderList): Record<string, string> =>
  Object.fromEntries(
    list.flatMap((name, place) => (place % 2 === 0 ? [[name, list[place + 1] as string] as const] : [])),
  );
