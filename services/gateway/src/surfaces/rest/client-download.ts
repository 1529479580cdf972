import type { Middleware } from 'koa';
import { entityTag, isUnchanged } from '../http/entity-tag';

/** `npm install https://ship.example/public/client.tgz`: the client that fits this very API. */
export function clientDownload(content: Buffer): Middleware {
  const tag = entityTag(content);
  return (ctx) => {
    ctx.set('cache-control', 'public, no-cache');
    if (isUnchanged(ctx, tag)) return;
    ctx.type = 'application/gzip';
    ctx.body = content;
  };
}
