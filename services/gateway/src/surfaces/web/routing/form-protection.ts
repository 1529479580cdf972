import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { readBody, TOO_LARGE } from '../../http/read-body';

/** Many times the size of our largest form. */
const MAX_BYTES = 64 * 1024;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;
const OWN_SITES = new Set(['same-origin', 'none']);

export type FormProblem = 'unsupported_media_type' | 'payload_too_large';

/** Returns the fields of a form, or why they cannot be read. */
export async function readForm({ req }: Context): Promise<URLSearchParams | FormProblem> {
  if (!FORM.test(req.headers['content-type'] ?? '')) return 'unsupported_media_type';
  const body = await readBody(req, MAX_BYTES);
  return body === TOO_LARGE ? 'payload_too_large' : new URLSearchParams(body.toString('utf8'));
}

/**
 * Returns whether the browser says that another site sent the request. Our pages send no referrer, so browsers send
 * their forms with the header Origin `null`. Any site can cause the Origin `null`, so for such a form only the form's
 * token proves that it is from our page.
 */
export function isCrossSite(ctx: Context, baseUrl: string): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site !== '' && !OWN_SITES.has(site)) return true;
  const origin = ctx.get('origin');
  if (origin === '' || origin === 'null') return false;
  return origin !== new URL(baseUrl).origin && hostOf(origin) !== ctx.get('host');
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/**
 * Returns the token of a page's forms: an HMAC with the visitor's cookie as its key. Nobody can compute it without the
 * cookie, and the server needs no key.
 * @param cookie text of the session's cookie or, before sign-in, of the form cookie: 256 random bits
 */
export const csrfToken = (cookie: string): string =>
  createHmac('sha256', cookie).update('parcelyard form').digest('base64url');

/**
 * Returns whether a form is from a page that was shown to this visitor. All wrong values of the right length take
 * equally long to check.
 */
export function isCsrfToken(given: string | null, cookie: string): boolean {
  const expected = Buffer.from(csrfToken(cookie));
  const actual = Buffer.from(given ?? '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
