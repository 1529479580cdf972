import type { Middleware } from 'koa';
import { entityTag, isUnchanged } from '../http/entity-tag';
import { clientPackage, clientVersion } from './client-package';

/**
 * The path of this version's package. The bytes of one version never change, because lock files contain their hash.
 * `/public/client.tgz` is always the newest version.
 */
export const CLIENT_PATH = `/public/client-${clientVersion}.tgz`;

/** Serves the client package for exactly this version of the API. */
export function clientDownload(): Middleware {
  const tag = entityTag(clientPackage);
  return (ctx) => {
    ctx.set('cache-control', 'public, no-cache');
    if (isUnchanged(ctx, tag)) return;
    ctx.type = 'application/gzip';
    ctx.body = clientPackage;
  };
}
