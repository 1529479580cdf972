import type { Logger } from '@parcelyard/service-kit/logger';
import type { Context, Middleware } from 'koa';
import { presentRequestId } from './identified-requests';
import { SenderGone } from './read-body';
import { type HeaderList, headersByName } from './security-headers';

/** Sets the headers of every response; later middleware may replace them. */
export function everyResponse(headers: HeaderList): Middleware {
  const byName = headersByName(headers);
  return (ctx, next) => {
    ctx.set(byName);
    ctx.set('x-request-id', presentRequestId());
    return next();
  };
}

/** Answers a problem: a browser gets a page, a program gets JSON. */
export type ShowProblem = (ctx: Context, status: number, title: string, message: string) => void;

/** Returns whether the client prefers HTML to JSON. */
export const isBrowser = (ctx: Context) => ctx.accepts('json', 'html') === 'html';

/** Turns an unexpected error into a 500 with a reference. The log has the same reference. */
export function unexpectedErrors(logger: Logger, show: ShowProblem): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof SenderGone) return;
      logger.error({ err: error }, 'request failed');
      const message = `Something went wrong on our side. (reference ${presentRequestId()})`;
      if (isBrowser(ctx)) return show(ctx, 500, 'Something went wrong', message);
      ctx.status = 500;
      ctx.body = { error: 'internal', message };
    }
  };
}

/**
 * The last middleware. Answers a program with 404. An earlier middleware has already answered a browser with a page.
 */
export const notFound: Middleware = (ctx) => {
  ctx.status = 404;
  ctx.body = { error: 'not_found', message: 'There is nothing at this address.' };
};
