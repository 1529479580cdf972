import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';
import dataPages from './data-pages.css';
import { ICON } from './icon';
import stylesheet from './parcelyard.css';

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** The address changes with the content, so that browsers may keep it for ever. */
function asset(name: string, extension: string, type: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return { path: `/assets/${name}-${hash}.${extension}`, type, text };
}

export const STYLESHEET = asset(
  'parcelyard',
  'css',
  'text/css; charset=utf-8',
  `${stylesheet}\n${dataPages}`,
);
export const FAVICON = asset('icon', 'svg', 'image/svg+xml', ICON);

const byPath = new Map([STYLESHEET, FAVICON].map((known) => [known.path, known]));

/** What pages load beside themselves: nothing from anywhere else. */
export const assets: Middleware = (ctx, next) => {
  const found = byPath.get(ctx.path);
  if (!found || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.type = found.type;
  ctx.body = found.text;
  return undefined;
};
