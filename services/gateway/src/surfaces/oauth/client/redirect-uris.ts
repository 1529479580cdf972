import type { OAuthClient } from './oauth-client';

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
/** What comes before the port, the port, what comes after it. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/;

/** Addresses that a browser can be sent to with a code: of the web, without a fragment (OAuth 2.1 §2.3.1). */
export function isWebAddress(text: string): boolean {
  if (!VISIBLE_ASCII.test(text) || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return username === '' && password === '' && (protocol === 'https:' || protocol === 'http:');
}

/** Those that an app may name by itself: https, or http to the user's own computer (RFC 8252 §8.3). */
export const isRedirectUri = (text: string): boolean =>
  isWebAddress(text) && (text.startsWith('https:') || LOOPBACK.test(text));

/**
 * Registered addresses match character by character. The port of a loopback address is chosen by the operating system
 * when the app starts, so that only it may differ (RFC 8252 §7.3).
 */
export function isRegistered(redirectUri: string, client: OAuthClient): boolean {
  if (!isWebAddress(redirectUri)) return false;
  if (client.redirectUris.includes(redirectUri)) return true;
  const portless = client.anyLoopbackPort ? withoutPort(redirectUri) : undefined;
  return (
    portless !== undefined && client.redirectUris.some((registered) => withoutPort(registered) === portless)
  );
}

/** undefined for what is no loopback address. */
function withoutPort(uri: string): string | undefined {
  const [, origin, rest] = LOOPBACK.exec(uri) ?? [];
  return origin === undefined ? undefined : `${origin} ${rest}`;
}
