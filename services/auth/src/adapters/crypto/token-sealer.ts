import { hkdfSync } from 'node:crypto';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer } from '@parcelyard/service-kit/text-sealer';

const PURPOSE = 'parcelyard unanswered tokens 1';

/**
 * Encrypts a text with a key that is derived from the token. The database has only the token's SHA-256, so only a
 * caller with the token can have the text decrypted.
 * @returns base64url
 */
export const sealUnderToken = (token: string, text: string): string =>
  createTextSealer(ringOf(token)).seal(text, PURPOSE).sealed.toString('base64url');

/** @throws Error when the text was encrypted under another token, or was changed */
export function openUnderToken(token: string, sealed: string): string {
  const ring = ringOf(token);
  const bytes = Buffer.from(sealed, 'base64url');
  return createTextSealer(ring).open({ kid: ring.current.kid, sealed: bytes }, PURPOSE) as string;
}

function ringOf(token: string): KeyRing {
  const key = Buffer.from(hkdfSync('sha256', token, '', PURPOSE, 32));
  const current = { kid: 'token', key };
  return { current, all: [current], find: () => key };
}
