import type { Middleware } from 'koa';
import { entityTag, isUnchanged } from '../http/entity-tag';
import { clientPackage, clientVersion } from './client-package';

/**
 * The path of this version's npm package. Lock files contain its hash, so its bytes never change. `/public/client.tgz`
 * is always the newest version.
 */
export const CLIENT_PATH = `/public/client-${clientVersion}.tgz`;

/** Serves the client package that fits this version of the API. */
export function clientDownload(): Middleware {
  const tag = entityTag(clientPackage);
  return (ctx) => {
    ctx.set('cache-control', 'public, no-cache');
    if (isUnchanged(ctx, tag)) return;
    ctx.type = 'application/gzip';
    ctx.body = clientPackage;
  };
}
