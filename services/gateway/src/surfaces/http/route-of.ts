import type { Context } from 'koa';

/** Returns the pattern of the route, such as `/labels/:key`. The path itself may contain secrets or personal data. */
export function routeOf(ctx: Context): string {
  const matched: unknown = (ctx as { _matchedRoute?: unknown })._matchedRoute;
  return typeof matched === 'string' ? matched : 'unmatched';
}
