import { renderToString } from 'preact-render-to-string';
import type { RestRoute } from '../../../../rest/route';
import { restRoutes } from '../../../../rest/routes';
import { REFERENCE_SCRIPT, REFERENCE_STYLESHEET } from '../../../assets/assets';
import { type Answer, text } from '../../../routing/answer';
import type { PageRequest } from '../../../routing/page-request';
import { ownerForm, publicPage, type Route } from '../../../routing/route';
import { Button } from '../../../view/forms';
import { Brand, Document } from '../../../view/layout';
import type { WebDependencies } from '../../../web-dependencies';
import { notFoundPage } from '../../error-page';
import { operationPath, REFERENCE_PATH, TRY_PATH, tryPath } from './reference-path';
import { RENDERER_PATH } from './renderer-script';

const KEY_PATH = '/settings/api/key';

/**
 * The Content-Security-Policy of this page: our own scripts, no evaluation of text, requests only to this server.
 * Inline styles are allowed, because the renderer needs them.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Lets the browser fetch the document while it loads the renderer, not afterwards. */
const PRELOAD = '</public/openapi.json>; rel="preload"; as="fetch"; crossorigin="anonymous"';

/**
 * The page for trying operations, such as `/public/docs/try/createOrder`. A signed-in owner can try them with the
 * account's key. The HTML never contains the key: the page fetches it when a button is pressed.
 */
export const tryRoutes = ({ baseUrl, clients }: WebDependencies): Route[] => [
  ...[TRY_PATH, `${TRY_PATH}/{*place}`].map((path) =>
    publicPage(path, (request) => {
      const operation = operationAt(request.params.place);
      return operation === undefined ? notFoundPage() : show(operation, request, baseUrl);
    }),
  ),
  ownerForm(KEY_PATH, async ({ caller }) => {
    const { token } = await clients.auth.showAccessToken(caller);
    return text('application/json', JSON.stringify({ token }));
  }),
];

/**
 * Returns the operation in a URL: `createOrder`, or as the renderer writes it, `tag/orders/createOrder`. Null for
 * another URL of the renderer, such as `tag/orders`; undefined when there is no such URL.
 */
function operationAt(place = ''): RestRoute | null | undefined {
  const parts = place.split('/');
  const operation = restRoutes.find(({ operationId }) => operationId === parts.at(-1));
  if (operation && (parts.length === 1 || (parts.length === 3 && parts[0] === 'tag'))) return operation;
  return place === '' || place.startsWith('tag/') || place.startsWith('description/') ? null : undefined;
}

function show(operation: RestRoute | null, { owner, csrf }: PageRequest, baseUrl: string): Answer {
  const title = operation ? `${operation.summary}, REST API` : 'Reference, REST API';
  const description = operation
    ? `${operation.method} ${operation.path}: ${operation.description}`
    : undefined;
  const page = operation ? operationPath(operation.operationId) : REFERENCE_PATH;
  const html = renderToString(
    <Document
      title={title}
      description={description?.replaceAll('`', '')}
      canonical={baseUrl + page}
      stylesheets={[REFERENCE_STYLESHEET.path]}
    >
      <header class="bar">
        <Brand />
        <nav aria-label="REST API">
          <a href="/public/docs">Guide</a>
          <a href={page}>Reference</a>
        </nav>
        {owner ? (
          <form id="own-key" method="post" action={KEY_PATH}>
            <input type="hidden" name="csrf" value={csrf()} />
            <Button size="small">Try it with my key</Button>
            <span id="own-key-state" role="status" />
          </form>
        ) : (
          <a href={`/signin?return_to=${encodeURIComponent(tryPath(operation?.operationId ?? ''))}`}>
            Sign in to try it
          </a>
        )}
      </header>
      <main id="content" data-operation={operation?.operationId} data-tag={operation?.tag}>
        <div class="shell">
          <h1>{operation?.summary ?? 'Reference'}</h1>
          {operation && (
            <p>
              <code>
                {operation.method} {operation.path}
              </code>
            </p>
          )}
          <noscript>
            <p>
              This page needs JavaScript. The same for programs:{' '}
              <a href="/public/openapi.json">openapi.json</a>.
            </p>
          </noscript>
        </div>
      </main>
      <script src={RENDERER_PATH} defer />
      <script src={REFERENCE_SCRIPT.path} type="module" />
    </Document>,
  );
  const headers = { 'content-security-policy': POLICY, link: PRELOAD };
  return text('text/html; charset=utf-8', `<!doctype html>${html}\n`, headers);
}
