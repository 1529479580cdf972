import type { Logger } from '@parcelyard/service-kit/logger';
import type { Context, Middleware } from 'koa';
import { presentRequestId } from './identified-requests';
import { SenderGone } from './read-body';
import type { HeaderList } from './security-headers';

/** Puts the headers of every response on; what follows may replace them. */
export function everyResponse(headers: HeaderList): Middleware {
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headers[index + 1] as string] as const] : [],
  );
  return (ctx, next) => {
    for (const [name, value] of pairs) ctx.set(name, value);
    ctx.set('x-request-id', presentRequestId());
    return next();
  };
}

/** How somebody with a browser is told; programs get JSON. */
export type ShowProblem = (ctx: Context, status: number, title: string, message: string) => void;

/** Whether the one who asks would rather read a page. */
export const isBrowser = (ctx: Context) => ctx.accepts('json', 'html') === 'html';

/** Turns what nobody foresaw into a 500 with a reference that the log carries, too. */
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

/** The last row of the stack, for programs; browsers got a page before. */
export const notFound: Middleware = (ctx) => {
  ctx.status = 404;
  ctx.body = { error: 'not_found', message: 'There is nothing at this address.' };
};
