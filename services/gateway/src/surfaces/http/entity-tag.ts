import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/**
 * The validator of a content. It is weak, so that the plain and the compressed form of a content share it: a client that
 * kept either one asks with it, and weak comparison is all that `If-None-Match` needs (RFC 9110, 8.8.3 and 13.1.2).
 */
export const entityTag = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/**
 * Sets the tag, and answers 304 when the one who asks has this content already. Koa's own `fresh` does not serve here: it
 * takes `Cache-Control: no-cache` of a request for a wish not to be asked, and every `fetch` that carries an
 * `If-None-Match` sends that along.
 */
export function isUnchanged(ctx: Context, tag: string): boolean {
  ctx.set('etag', tag);
  const known = ctx.get('if-none-match');
  if (known !== '*' && !opaqueTags(known).includes(opaque(tag))) return false;
  ctx.status = 304;
  return true;
}

const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);

/** Tags of ours hold no comma. */
const opaqueTags = (list: string): string[] => list.split(',').map((tag) => opaque(tag.trim()));
