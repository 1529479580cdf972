import type { Logger } from '@parcelyard/service-kit/logger';
import type { Middleware } from 'koa';
import type { HeaderList } from './security-headers';

/** Puts the headers of every response on; what follows may replace them. */
export function everyResponse(headers: HeaderList): Middleware {
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headers[index + 1] as string] as const] : [],
  );
  return (ctx, next) => {
    for (const [name, value] of pairs) ctx.set(name, value);
    return next();
  };
}

/** Turns what nobody foresaw into a 500 with a reference that the log carries, too. */
export function unexpectedErrors(logger: Logger, newRequestId: () => string): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const requestId = newRequestId();
      logger.error({ requestId, err: error }, 'request failed');
      ctx.status = 500;
      ctx.body = { error: 'internal', message: `Something went wrong on our side. (reference ${requestId})` };
    }
  };
}

/** The last row of the stack. */
export const notFound: Middleware = (ctx) => {
  ctx.status = 404;
  ctx.body = { error: 'not_found', message: 'There is nothing at this address.' };
};
