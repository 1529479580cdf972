import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { acceptsGzip } from '../http/accepts-gzip';
import { entityTag, isUnchanged } from '../http/entity-tag';
import type { RestRoute } from './route';

const compress = promisify(gzip);

/**
 * zlib's compression level. With zlib's default level, compressing a list of orders takes 2.5 times as long, and the
 * result is only 5 percent smaller.
 */
const LEVEL = 3;

/** A smaller answer fits in one packet, so it is not compressed. */
const WORTH_COMPRESSING = 1_024;

/**
 * Answers a read, with an ETag. The answer is compressed when the client accepts compression. An answer with a secret
 * is never compressed, because its length would reveal something about the secret (BREACH). Caches must not store
 * account data (`no-store`), but the client may keep the ETag for its next read.
 */
export async function answerRead(
  ctx: Context,
  { access, holdsSecret }: RestRoute,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const plain = Buffer.from(JSON.stringify(body));
  if (access === 'none') ctx.set('cache-control', 'public, no-cache');
  const compressible = plain.length >= WORTH_COMPRESSING && !holdsSecret;
  if (compressible) ctx.vary('Accept-Encoding');
  if (isUnchanged(ctx, entityTag(plain))) return;
  ctx.type = 'application/json';
  ctx.body = plain;
  if (!compressible || !acceptsGzip(ctx.headers['accept-encoding'])) return;
  ctx.body = await compress(plain, { level: LEVEL });
  ctx.set('content-encoding', 'gzip');
}
