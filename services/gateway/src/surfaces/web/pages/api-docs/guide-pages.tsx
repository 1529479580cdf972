import type { Middleware } from 'koa';
import { renderToString } from 'preact-render-to-string';
import { keptDocument } from '../../../http/kept-document';
import { restRoutes } from '../../../rest/routes';
import { pagePolicy } from '../../routing/send-answer';
import type { WebDependencies } from '../../web-dependencies';
import { AUTHENTICATION } from './guide/authentication';
import { CHANGES } from './guide/changes';
import { ERRORS } from './guide/errors';
import { FIRST_LABEL } from './guide/first-label';
import { IDEMPOTENCY } from './guide/idempotency';
import { LISTS } from './guide/lists';
import { WEBHOOKS } from './guide/webhooks';
import { GuideFrame } from './guide-frame';
import type { GuidePage } from './guide-page';
import { REFERENCE } from './reference/operation-list';
import { operationPage } from './reference/operation-page';

type Service = Pick<WebDependencies, 'baseUrl'>;

/** Returns the guide's pages, in the order of the side list. */
const pagesOf = (service: Service): readonly GuidePage[] => [
  FIRST_LABEL(service),
  AUTHENTICATION,
  ERRORS,
  IDEMPOTENCY,
  LISTS,
  WEBHOOKS,
  CHANGES,
  REFERENCE,
];

/**
 * Returns `/public/docs` and the pages below it. They are the same for everybody, so each page is made once.
 * @see [REST-D3]
 */
export function guidePages({ baseUrl }: Service): ReadonlyMap<string, Middleware> {
  const pages = pagesOf({ baseUrl });
  const send = (page: GuidePage) => () =>
    `<!doctype html>${renderToString(
      <GuideFrame page={page} pages={pages} baseUrl={baseUrl}>
        {page.body}
      </GuideFrame>,
    )}\n`;
  const headers = { 'content-security-policy': pagePolicy() };
  return new Map(
    [...pages, ...restRoutes.map(operationPage)].map((page) => [
      page.path,
      keptDocument(send(page), { type: 'text/html; charset=utf-8', headers }),
    ]),
  );
}
