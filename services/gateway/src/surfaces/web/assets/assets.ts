import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';
import { keptDocument } from '../../http/kept-document';
import apiDocs from './api-docs.css';
import charts from './charts.css';
import colours from './colours.css';
import dataPages from './data-pages.css';
import marks from './marks.css';
import stylesheet from './parcelyard.css';
import reference from './reference.css';
import startReference from './start-reference.browser.js';
import tables from './tables.css';

/** An icon: a parcel seen from the front. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#155e75"/><path d="M7 12h18v12a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1zM9 7h14l2 4H7z" fill="#fff"/><path d="M14 7h4l.5 4v5l-2.5-1.5-2.5 1.5v-5z" fill="#155e75"/></svg>';

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** Creates a file for pages. Its URL changes with its content, so browsers may keep it for ever. */
function asset(name: string, extension: string, type: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return { path: `/assets/${name}-${hash}.${extension}`, type, text };
}

export const STYLESHEET = asset(
  'parcelyard',
  'css',
  'text/css; charset=utf-8',
  `${colours}\n${marks}\n${stylesheet}\n${tables}\n${charts}\n${dataPages}\n${apiDocs}`,
);
/**
 * The page for trying operations has only this style sheet of ours. All other styles on the page come from the
 * renderer.
 */
export const REFERENCE_STYLESHEET = asset(
  'reference',
  'css',
  'text/css; charset=utf-8',
  `${colours}\n${reference}`,
);
export const REFERENCE_SCRIPT = asset('reference', 'js', 'text/javascript; charset=utf-8', startReference);
export const FAVICON = asset('icon', 'svg', 'image/svg+xml', ICON);

const cacheControl = 'public, max-age=31536000, immutable';

/** The files that pages load, by path. Pages load no files from other hosts. */
export const ASSETS: ReadonlyMap<string, Middleware> = new Map(
  [STYLESHEET, REFERENCE_STYLESHEET, REFERENCE_SCRIPT, FAVICON].map(({ path, type, text }) => [
    path,
    keptDocument(() => text, { type, cacheControl }),
  ]),
);
