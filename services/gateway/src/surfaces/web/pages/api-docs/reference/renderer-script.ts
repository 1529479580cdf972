import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Middleware } from 'koa';
import { acceptsGzip } from '../../../../http/accepts-gzip';
import { rendererFile, rendererHash } from './renderer-file';

/** The URL contains the script's hash, so it changes with the script. */
export const RENDERER_PATH = `/assets/renderer-${rendererHash}.js`;

/** Streams the script from its file, so that the script is not kept in memory. */
export const rendererScript: Middleware = (ctx, next) => {
  if (rendererFile === undefined) return next();
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.vary('Accept-Encoding');
  ctx.type = 'text/javascript; charset=utf-8';
  const file = createReadStream(rendererFile);
  if (acceptsGzip(ctx.headers['accept-encoding'])) {
    ctx.set('content-encoding', 'gzip');
    ctx.body = file;
    return;
  }
  const plain = createGunzip();
  file.once('error', (error) => plain.destroy(error));
  ctx.body = file.pipe(plain);
};
