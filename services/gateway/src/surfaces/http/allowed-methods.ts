import type Router from '@koa/router';
import type { Context } from 'koa';

/** Returns the methods that a path allows, for the header `Allow`; empty for an unknown path. */
export function allowedMethods(router: Router, ctx: Context): readonly string[] {
  const { path: matching } = router.match(ctx.path, ctx.method);
  return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
}
