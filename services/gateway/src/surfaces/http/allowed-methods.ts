import type Router from '@koa/router';
import type { Context } from 'koa';

/**
 * Returns the methods of a router's routes for a path, as the header `Allow` lists them; empty when no route has the
 * path.
 */
export function allowedMethods(router: Router, ctx: Context): readonly string[] {
  const { path: matching } = router.match(ctx.path, ctx.method);
  return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
}
