import { gzipSync } from 'node:zlib';
import type { Middleware } from 'koa';
import { acceptsGzip } from './accepts-gzip';
import { entityTag, isUnchanged } from './entity-tag';

interface Options {
  readonly type: string;
  /** By default, a browser asks each time whether the document has changed. If it has not, the answer is 304. */
  readonly cacheControl?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Creates a middleware for a text that is the same for everybody and never changes. The text is created and compressed
 * on first use and then kept in memory.
 * @param make called once, to create the text
 */
export function keptDocument(
  make: () => string,
  { type, cacheControl = 'public, no-cache', headers = {} }: Options,
): Middleware {
  let kept: ReturnType<typeof keep> | undefined;
  return (ctx) => {
    kept ??= keep(make());
    ctx.set({ ...headers, 'cache-control': cacheControl });
    ctx.vary('Accept-Encoding');
    if (isUnchanged(ctx, kept.tag)) return;
    ctx.type = type;
    const gzipped = acceptsGzip(ctx.headers['accept-encoding']);
    if (gzipped) ctx.set('content-encoding', 'gzip');
    ctx.body = gzipped ? kept.gzipped : kept.plain;
  };
}

function keep(text: string) {
  const plain = Buffer.from(text);
  return { plain, gzipped: gzipSync(plain, { level: 9 }), tag: entityTag(plain) };
}
