import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/**
 * Returns the tag (ETag) of a content. It is weak, because the plain and the compressed form have the same tag (RFC
 * 9110, 8.8.3 and 13.1.2).
 */
export const entityTag = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/**
 * Sets the tag, and answers 304 when the client already has this content. Koa's `fresh` is not used: it never answers
 * 304 to a request with `Cache-Control: no-cache`, and `fetch` adds this header to every request with `If-None-Match`.
 */
export function isUnchanged(ctx: Context, tag: string): boolean {
  ctx.set('etag', tag);
  const known = ctx.get('if-none-match');
  if (known !== '*' && !opaqueTags(known).includes(opaque(tag))) return false;
  ctx.status = 304;
  return true;
}

const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);

/** Splits the list at each comma. This is correct because our tags contain no comma. */
const opaqueTags = (list: string): string[] => list.split(',').map((tag) => opaque(tag.trim()));
