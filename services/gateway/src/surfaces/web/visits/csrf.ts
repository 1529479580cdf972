import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The value that a page's forms carry: an HMAC under the text of the visitor's own cookie. Who cannot read that cookie
 * cannot make it, it is worth nothing with anybody else's, and no server key has to be shared or rotated.
 * @param cookie text of the session's cookie or, before sign-in, of the form cookie: 256 random bits
 */
export const csrfToken = (cookie: string): string =>
  createHmac('sha256', cookie).update('parcelyard form').digest('base64url');

/** Whether a form came from a page that this visitor was shown; takes the same time for every wrong value. */
export function isCsrfToken(given: string | null, cookie: string): boolean {
  const expected = Buffer.from(csrfToken(cookie));
  const actual = Buffer.from(given ?? '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
