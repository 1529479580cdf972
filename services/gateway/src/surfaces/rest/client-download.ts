import type { Middleware } from 'koa';
import { entityTag, isUnchanged } from '../http/entity-tag';
import { clientPackage, clientVersion } from './client-package';

/** Its bytes never change: a lock file holds their hash. `/public/client.tgz` is the newest, whatever its version. */
export const CLIENT_PATH = `/public/client-${clientVersion}.tgz`;

/** The client that fits this very API. */
export function clientDownload(): Middleware {
  const tag = entityTag(clientPackage);
  return (ctx) => {
    ctx.set('cache-control', 'public, no-cache');
    if (isUnchanged(ctx, tag)) return;
    ctx.type = 'application/gzip';
    ctx.body = clientPackage;
  };
}
