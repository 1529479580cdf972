import { hkdfSync } from 'node:crypto';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer } from '@parcelyard/service-kit/text-sealer';

const PURPOSE = 'parcelyard unanswered tokens 1';

/**
 * Seals a text that only a holder of the token can open. The key is derived from the token, of which only the SHA-256
 * is stored.
 * @returns base64url
 */
export const sealUnderToken = (token: string, text: string): string =>
  createTextSealer(ringOf(token)).seal(text, PURPOSE).sealed.toString('base64url');

/** @throws Error when the token is a different token, or when the text was changed */
export function openUnderToken(token: string, sealed: string): string {
  const ring = ringOf(token);
  const bytes = Buffer.from(sealed, 'base64url');
  return createTextSealer(ring).open({ kid: ring.current.kid, sealed: bytes }, PURPOSE) as string;
}

/** Returns the key derived from the token. */
function ringOf(token: string): KeyRing {
  const key = Buffer.from(hkdfSync('sha256', token, '', PURPOSE, 32));
  const current = { kid: 'token', key };
  return { current, all: [current], find: () => key };
}
