import { randomBytes } from 'node:crypto';
import Router, { type RouterMiddleware } from '@koa/router';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Context, Middleware } from 'koa';
import { OWNER } from '../../clients/activity-author';
import type { Caller } from '../../clients/caller';
import type { AuthClient, BillingClient } from '../../clients/gateway-clients';
import { type Owner, toOwner } from '../../clients/owner';
import { allowedMethods } from '../http/allowed-methods';
import { isBrowser } from '../http/frame';
import { presentRequestId } from '../http/identified-requests';
import { lazily } from '../lazily';
import {
  badInputPage,
  brokenPage,
  errorPage,
  foreignFormPage,
  isInputProblem,
  notFoundPage,
  refusalPage,
  withProblem,
} from './pages/error-page';
import { type Answer, redirect } from './routing/answer';
import { cookieJar } from './routing/cookies';
import { csrfToken, type FormProblem, isCrossSite, isCsrfToken, readForm } from './routing/form-protection';
import { pageAddressOf, pageOfForm } from './routing/page-of-form';
import type { PageRequest } from './routing/page-request';
import { returnTo, signInFor, UNSENT } from './routing/return-to';
import { ownerPage, publicPage, type Route } from './routing/route';
import { sendAnswer } from './routing/send-answer';
import { withQuery } from './routing/with-query';

interface Dependencies {
  readonly baseUrl: string;
  readonly auth: AuthClient;
  readonly billing: Pick<BillingClient, 'countWaitingApprovals'>;
  readonly routes: readonly Route[];
  readonly logger: Logger;
}

interface Frame {
  readonly path: string;
  csrf?: () => string;
  owner: Owner | undefined;
  waiting?: number | undefined;
}

const callerOf = ({ ip }: Context, { accountId, timeZone }: Owner, requestId: string): Caller => ({
  accountId,
  timeZone,
  requestId,
  ip,
  author: OWNER,
});

const NOT_FOUND = publicPage('', () => notFoundPage());

interface SignedIn {
  readonly owner: Owner;
  readonly token: string;
}

interface Visit extends Pick<PageRequest, 'requestId' | 'csrf'> {
  readonly signedIn: SignedIn | undefined;
  /** The text from which the tokens of the visitor's forms are computed; undefined before the first form. */
  readonly secret: string | undefined;
}

/**
 * Creates the web application. For each request it finds the route, reads the session, and checks a form's origin and
 * token. Only then the route runs.
 */
export function createWebSurface(dependencies: Dependencies): Middleware {
  const { baseUrl, auth, billing, logger } = dependencies;
  const sessionCookie = cookieJar('parcelyard_session', baseUrl);
  const formCookie = cookieJar('parcelyard_form', baseUrl);

  const pageOf = pageOfForm(dependencies.routes);
  const router = new Router({ sensitive: true, strict: true });
  for (const route of [...dependencies.routes, ...pagesOfForms(dependencies.routes, pageOf)]) {
    const answerRoute = (ctx: Context) => serve(ctx, route, ctx.params);
    router.register(route.path, [route.method], answerRoute as RouterMiddleware);
  }
  const routed = router.routes() as unknown as Middleware;

  return (ctx, next) =>
    routed(ctx, async () => {
      const allow = allowedMethods(router, ctx).join(', ');
      if (allow === '') return isBrowser(ctx) ? serve(ctx, NOT_FOUND, {}) : next();
      const refused = errorPage(405, 'Method not allowed', 'This address does not accept this method.', {
        allow,
      });
      sendAnswer(ctx, refused, { owner: undefined, path: ctx.path }, sessionCookie);
    });

  async function serve(ctx: Context, route: Route, params: PageRequest['params']): Promise<void> {
    const requestId = presentRequestId();
    const frame: Frame = { path: ctx.path, owner: undefined };
    let answer: Answer;
    try {
      const signedIn = await readSession(ctx, requestId);
      frame.owner = signedIn?.owner;
      const secret = signedIn?.token ?? formCookie.read(ctx);
      // Called only when the page has a form, because this may set a cookie. A page without a form must set no cookie.
      const csrf = lazily(() => csrfToken(secret ?? newFormSecret(ctx)));
      frame.csrf = csrf;
      const count = lazily(async () => signedIn && countWaiting(ctx, signedIn, requestId));
      // Starts to count the waiting approvals before the page runs, because every page shows their number. Forms are
      // left out: the answer to a form is usually a redirect, which shows no number.
      if (route.method === 'GET') count();
      answer = await run(ctx, route, params, { requestId, signedIn, secret, csrf });
      if (answer.kind === 'page') frame.waiting = await count();
    } catch (error) {
      const refused = refusalPage(error);
      // The log gets the route's pattern instead of the path, because the path may contain the secret of a mailed link.
      if (!refused) logger.error({ err: error, route: route.path }, 'page failed');
      answer = refused ?? brokenPage(requestId);
    }
    sendAnswer(ctx, answer, frame, sessionCookie);
  }

  /**
   * Returns the number of waiting approvals. Returns undefined when billing does not answer; the page is then shown
   * without the number.
   */
  async function countWaiting(ctx: Context, { owner }: SignedIn, requestId: string) {
    try {
      return (await billing.countWaitingApprovals(callerOf(ctx, owner, requestId))).count;
    } catch {
      return undefined;
    }
  }

  async function run(
    ctx: Context,
    route: Route,
    params: PageRequest['params'],
    { requestId, signedIn, secret, csrf }: Visit,
  ): Promise<Answer> {
    const query = new URLSearchParams(ctx.querystring);
    const mayRun = route.access !== 'owner' || signedIn;
    if (!mayRun && !route.repeat) return redirect(signInTo(ctx, route));
    const form = route.method === 'POST' ? await readForm(ctx) : new URLSearchParams();
    if (typeof form === 'string') return FORM_PROBLEMS[form]();
    if (route.access === 'guest' && signedIn) {
      return redirect(returnTo(query.get('return_to') ?? form.get('return_to')));
    }
    const isOurs = () => secret !== undefined && isCsrfToken(form.get('csrf'), secret);
    const request: PageRequest = {
      path: ctx.path,
      query,
      params,
      form,
      requestId,
      ip: ctx.ip,
      csrf,
      owner: signedIn?.owner,
    };
    if (route.access === 'owner' && route.repeat && !isCrossSite(ctx, baseUrl)) {
      const cookie = sessionCookie.read(ctx);
      const isOfEnded = cookie !== undefined && isCsrfToken(form.get('csrf'), cookie);
      const answer = (signedIn ? !isOurs() : isOfEnded) ? await route.repeat(request) : undefined;
      if (answer) return answer;
    }
    if (!mayRun) return redirect(signInTo(ctx, route));
    if (route.method === 'POST' && (isCrossSite(ctx, baseUrl) || !isOurs())) {
      return foreignFormPage(pageToSend(ctx, route));
    }
    const ask = async (asked: Route, as: PageRequest): Promise<Answer> => {
      if (asked.access !== 'owner') return asked.run(as);
      const { owner, token } = signedIn as SignedIn;
      const caller = callerOf(ctx, owner, requestId);
      return asked.run({ ...as, owner, caller, sessionToken: token });
    };
    try {
      return await ask(route, request);
    } catch (error) {
      if (!isInputProblem(error)) throw error;
      const page = pageOf(route);
      if (!page || (page.access === 'owner' && !signedIn)) return badInputPage(error);
      // The query may have caused the error. So the page is shown without the query, and with the values that the
      // visitor entered, if the page can show them.
      const shown = await ask(page, { ...request, query: new URLSearchParams() }).catch(() => undefined);
      return shown?.kind === 'page' && shown.status === 200 ? withProblem(shown, error) : badInputPage(error);
    }
  }

  /**
   * Returns the address of the sign-in page. The data of a sent form are lost, so after sign-in the visitor sees the
   * page with the form again.
   */
  function signInTo(ctx: Context, route: Route): string {
    if (route.method === 'GET') return signInFor(ctx.path, ctx.search);
    const page = pageToSend(ctx, route);
    return page ? withQuery('/signin', { return_to: page, [UNSENT]: '1' }) : signInFor('/');
  }

  /**
   * Returns the address of the page from which the form can be sent again; undefined when it has no page. A form whose
   * page needs a query, such as the consent page, has the same query in its own address.
   */
  function pageToSend({ path, search }: Context, route: Route): string | undefined {
    const page = pageOf(route);
    return page && `${pageAddressOf(page, path)}${page.path === route.path ? search : ''}`;
  }

  async function readSession(ctx: Context, requestId: string): Promise<SignedIn | undefined> {
    const token = sessionCookie.read(ctx);
    if (token === undefined) return undefined;
    try {
      const { account } = await auth.getSession({ requestId }, { token });
      return { token, owner: toOwner(account) };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'unauthenticated') throw error;
      sessionCookie.clear(ctx);
      return undefined;
    }
  }

  /** Sets the cookie from which the tokens of forms are computed before sign-in. */
  function newFormSecret(ctx: Context): string {
    const fresh = randomBytes(32).toString('base64url');
    formCookie.write(ctx, fresh);
    return fresh;
  }
}

/**
 * Returns redirects for the addresses to which forms are sent. When a form is refused, the browser's address bar shows
 * the address of the form, which is not a page. If the visitor opens this address again, the redirect leads to the page
 * with the form.
 */
function pagesOfForms(routes: readonly Route[], pageOf: (route: Route) => Route | undefined): Route[] {
  return routes.flatMap((route) => {
    const page = route.access === 'owner' && route.method === 'POST' ? pageOf(route) : undefined;
    if (!page || page.path === route.path) return [];
    return [ownerPage(route.path, ({ path }) => redirect(pageAddressOf(page, path)))];
  });
}

const FORM_PROBLEMS: Readonly<Record<FormProblem, () => Answer>> = {
  unsupported_media_type: () =>
    errorPage(415, 'This form cannot be read', 'Forms must be application/x-www-form-urlencoded.'),
  payload_too_large: () => errorPage(413, 'This form is too large', 'A form can have up to 64 KiB.'),
};
