import { isWebAddress } from '../../../values/web-address';
import type { OAuthClient } from './oauth-client';

/** What comes before the port, the port, what comes after it. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/;

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
