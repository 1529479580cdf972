import type { Context } from 'koa';
import { renderToString } from 'preact-render-to-string';
import { FirstProblem, FormToken } from '../view/forms';
import { Layout } from '../view/layout';
import type { Answer, Page } from './answer';
import type { CookieJar } from './cookies';
import type { PageRequest } from './page-request';

/** Returns the Content-Security-Policy of a page: no scripts, no frames, nothing from other origins. */
export const pagePolicy = (formTargets: readonly string[] = []): string =>
  `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'; base-uri 'none'`;

interface Frame extends Pick<PageRequest, 'owner' | 'path'> {
  /** Returns the hidden field `csrf` of the page's forms. Absent outside the routes, where a form has no token. */
  readonly csrf?: (() => string) | undefined;
  /** Number of purchases that wait for the owner; absent when unknown. */
  readonly waiting?: number | undefined;
}

export function sendAnswer(ctx: Context, answer: Answer, frame: Frame, sessions: CookieJar): void {
  for (const [name, value] of Object.entries(answer.headers ?? {})) ctx.set(name, value);
  ctx.status = answer.status;
  if (answer.kind === 'download' || answer.kind === 'text') {
    if (answer.kind === 'download')
      ctx.set('content-disposition', `attachment; filename="${answer.fileName}"`);
    ctx.type = answer.type;
    ctx.body = answer.content;
    return;
  }
  if (answer.session === 'end') sessions.clear(ctx);
  else if (answer.session) sessions.write(ctx, answer.session.begin, answer.session.endsAt);
  if (answer.kind === 'redirect') {
    ctx.set('location', answer.to);
    ctx.body = '';
    return;
  }
  sendPage(ctx, answer, frame);
}

/** Sends a page as HTML, with its Content-Security-Policy. */
export function sendPage(ctx: Context, page: Page, frame: Frame): void {
  ctx.status = page.status;
  ctx.set('content-security-policy', pagePolicy(page.formTargets));
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = renderPage(page, frame);
}

export const renderPage = ({ body, ...page }: Page, { csrf, ...frame }: Frame): string =>
  `<!doctype html>${renderToString(
    <FormToken.Provider value={csrf}>
      <FirstProblem.Provider value={{ isFound: false }}>
        <Layout {...page} {...frame}>
          {body}
        </Layout>
      </FirstProblem.Provider>
    </FormToken.Provider>,
  )}\n`;
