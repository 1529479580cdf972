import type Router from '@koa/router';
import type { Context } from 'koa';

/** The methods that a router's routes have for a path, as the header `Allow` lists them; none: there is no such path. */
export function allowedMethods(router: Router, ctx: Context): readonly string[] {
  const { path: matching } = router.match(ctx.path, ctx.method);
  return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
}
