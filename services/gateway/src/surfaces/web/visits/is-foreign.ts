import type { Context } from 'koa';

const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Whether the browser itself says that a request was begun by another site. Our pages send no referrer, which makes the
 * Origin of their own forms `null`: that alone says nothing, so the form's token decides.
 */
export function isForeign(ctx: Context, baseUrl: string): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site !== '' && !OWN_SITES.has(site)) return true;
  const origin = ctx.get('origin');
  if (origin === '' || origin === 'null') return false;
  return origin !== new URL(baseUrl).origin && hostOf(origin) !== ctx.get('host');
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
