import type { Context } from 'koa';

/** The pattern of the route that a router found. Never a path as it came: it may be a secret or personal. */
export function routeOf(ctx: Context): string {
  const matched: unknown = (ctx as { _matchedRoute?: unknown })._matchedRoute;
  return typeof matched === 'string' ? matched : 'unmatched';
}
