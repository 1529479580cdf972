import { keptDocument } from '../../http/kept-document';

/**
 * Pages for one person, which robots must not read. Tracking pages are not listed: robots must read them to find their
 * `noindex`.
 */
const PRIVATE = ['/approve/', '/labels/', '/unsubscribe/', '/verify/', '/reply-to/', '/oauth/'];

const TEXT = ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), ''].join('\n');

export const sendRobots = keptDocument(() => TEXT, {
  type: 'text/plain; charset=utf-8',
  cacheControl: 'public, max-age=86400',
});
