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

const ASSETS = new Map([STYLESHEET, FAVICON].map((asset) => [asset.path, asset]));
export const ASSET_PATHS = [...ASSETS.keys()];

/** The files that pages load: nothing comes from anywhere else. */
export const sendAsset: Middleware = (ctx) => {
  const { type, text } = ASSETS.get(ctx.path) as Asset;
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.type = type;
  ctx.body = text;
};
