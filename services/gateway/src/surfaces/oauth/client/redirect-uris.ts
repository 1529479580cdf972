import { isWebAddress } from '../../../values/web-address';
import type { OAuthClient } from './oauth-client';

/**
 * An address on the user's own computer. The first group of the pattern is the text before the port. The second group
 * is the text after the port.
 */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/;

/**
 * True for an address that an app may register as its redirect URI: https, or http on the user's own computer (RFC 8252
 * §8.3).
 */
export const isRedirectUri = (text: string): boolean =>
  isWebAddress(text) && (text.startsWith('https:') || LOOPBACK.test(text));

/**
 * True for an address that the app has registered. For an address on the user's own computer, only the port may differ,
 * because the operating system chooses the port when the app starts (RFC 8252 §7.3).
 */
export function isRegistered(redirectUri: string, client: OAuthClient): boolean {
  if (!isWebAddress(redirectUri)) return false;
  if (client.redirectUris.includes(redirectUri)) return true;
  const portless = client.anyLoopbackPort ? withoutPort(redirectUri) : undefined;
  return (
    portless !== undefined && client.redirectUris.some((registered) => withoutPort(registered) === portless)
  );
}

/** Returns undefined for an address that is not on the user's own computer. */
function withoutPort(uri: string): string | undefined {
  const [, origin, rest] = LOOPBACK.exec(uri) ?? [];
  return origin === undefined ? undefined : `${origin} ${rest}`;
}
