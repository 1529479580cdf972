import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { acceptsGzip } from '../http/accepts-gzip';
import { entityTag, isUnchanged } from '../http/entity-tag';
import type { RestRoute } from './route';

const compress = promisify(gzip);

/**
 * zlib's compression level. For a list of orders, its default level takes 2.5 times as long and saves only another 5
 * percent.
 */
const LEVEL = 3;

/** Answers below this size fit in one packet uncompressed. */
const WORTH_COMPRESSING = 1_024;

/**
 * Answers a read with its tag, compressed when the client accepts that. Answers with a secret are never compressed: the
 * length of a compressed answer reveals something about its content (BREACH). Caches must not store account data
 * (`no-store`), but a client may store the tag and send it with its next read.
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
