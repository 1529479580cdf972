import { keptDocument } from '../../http/kept-document';

/**
 * Paths of pages for one person. Tracking pages are not listed, because robots must read them to find their `noindex`.
 */
const PRIVATE = ['/approve/', '/labels/', '/unsubscribe/', '/verify/', '/reply-to/', '/oauth/'];

const TEXT = ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), ''].join('\n');

/** Sends `/robots.txt`, for search engines. */
export const sendRobots = keptDocument(() => TEXT, {
  type: 'text/plain; charset=utf-8',
  cacheControl: 'public, max-age=86400',
});
