import Router, { type RouterMiddleware } from '@koa/router';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Context, Middleware } from 'koa';
import { presentRequestId } from '../http/identified-requests';
import { readBody, TOO_LARGE } from '../http/read-body';
import { HOOK_ROUTES, type HookReceivers, type HookRoute } from './hook-routes';

interface Dependencies {
  readonly clients: HookReceivers;
  readonly logger: Logger;
}

/** The largest accepted body. It is large enough for a store's order, or for a returned mail with pictures. */
const MAX_BYTES = 2 * 1024 * 1024;
const KEY = /^[A-Za-z0-9_-]{0,128}$/;
const RETRY_AFTER_S = '30';

/**
 * The HTTP status for each error. For 429 and 5xx, the sender should try again; for any other status, it should give
 * up.
 */
const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  unauthenticated: 401,
  invalid_argument: 400,
  not_found: 404,
  resource_exhausted: 429,
  unavailable: 503,
  conflict: 503,
  deadline_exceeded: 503,
};

/**
 * Receives events that outside services post. The sender signs the exact bytes of the body, so the body is not parsed
 * here. The service that has the secret checks the signature.
 */
export function createHooksSurface({ clients, logger }: Dependencies): Middleware {
  const router = new Router({ sensitive: true, strict: true });
  for (const route of HOOK_ROUTES) {
    const receive = (ctx: Context) => receiveHook(ctx, route, ctx.params.key ?? '');
    router.all(route.path, receive as unknown as RouterMiddleware);
  }
  return router.routes() as unknown as Middleware;

  async function receiveHook(ctx: Context, route: HookRoute, key: string): Promise<void> {
    if (ctx.method !== 'POST') {
      ctx.set('allow', 'POST');
      return refuse(ctx, 405, 'This address accepts only POST.');
    }
    if (!KEY.test(key)) return refuse(ctx, 404, 'There is nothing at this address.');
    const body = await readBody(ctx.req, MAX_BYTES);
    if (body === TOO_LARGE) return refuse(ctx, 413, `The body is larger than ${MAX_BYTES} bytes.`);
    try {
      const hook = { source: route.source, key, body, headers: headersOf(ctx, route) };
      await route.deliver(clients, { requestId: presentRequestId() }, hook);
      ctx.body = { received: true };
    } catch (error) {
      const status = error instanceof DomainError ? STATUS[error.code] : undefined;
      // Unexpected errors become 500, after which the sender tries again.
      if (!(error instanceof DomainError) || status === undefined) throw error;
      if (status >= 500) logger.warn({ source: route.source, err: error }, 'webhook postponed');
      else logger.info({ source: route.source, reason: error.reason, status }, 'webhook refused');
      if (status === 503 || status === 429) ctx.set('retry-after', RETRY_AFTER_S);
      refuse(ctx, status, WORDS[status] ?? 'The event was not accepted.');
    }
  }
}

/** The texts say little, so that a sender without our secret learns nothing about the set-up. */
const WORDS: Readonly<Record<number, string>> = {
  400: 'The body is not a valid event.',
  401: 'The signature is missing, wrong or too old.',
  404: 'There is nothing at this address.',
  429: 'Too many events. Try again later.',
  503: 'The event could not be accepted now. Send it again later.',
};

const headersOf = (ctx: Context, { headers }: HookRoute): Record<string, string> =>
  Object.fromEntries(headers.map((name) => [name, ctx.get(name)]).filter(([, value]) => value !== ''));

function refuse(ctx: Context, status: number, message: string): void {
  ctx.status = status;
  ctx.body = { error: message };
}
