import type { Context } from 'koa';

/**
 * Lets pages of any origin read the response. These endpoints use no cookies, so a page can do no more than any other
 * program on the internet.
 */
export function allowAnyOrigin(ctx: Context): void {
  ctx.set('access-control-allow-origin', '*');
  ctx.set('access-control-expose-headers', 'Retry-After');
}

/** @param methods such as `GET, HEAD` */
export function answerPreflight(ctx: Context, methods: string): void {
  ctx.set('allow', `${methods}, OPTIONS`);
  ctx.set('access-control-allow-methods', methods);
  ctx.set('access-control-allow-headers', 'Content-Type, Accept, Authorization, MCP-Protocol-Version');
  ctx.set('access-control-max-age', '600');
  ctx.status = 204;
}
