import { createHash, randomBytes } from 'node:crypto';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer, type SealedText } from '@parcelyard/service-kit/text-sealer';
import { openUnderToken, sealUnderToken } from './token-sealer';

/**
 * Seals texts bound to their account and kind: a ciphertext copied to another account or kind of record does not open.
 * @param kind of the text, such as `access-token`
 */
export function createAccountSealer(keys: KeyRing, kind: string) {
  const sealer = createTextSealer(keys);
  return {
    seal: (text: string, accountId: number) => sealer.seal(text, `${kind}:${accountId}`),
    /** undefined when the key was retired, or a new key ring reuses its name. */
    open: (sealed: SealedText, accountId: number): string | undefined => {
      try {
        return sealer.open(sealed, `${kind}:${accountId}`);
      } catch {
        return undefined;
      }
    },
  };
}

export type AccountSealer = ReturnType<typeof createAccountSealer>;

/** Tokens are looked up by SHA-256: they are 256 random bits, so a slow hash would add nothing. */
export function createTokenSecrets(keys: KeyRing) {
  return {
    /** Random bytes in base64url. */
    random: (bytes: number) => randomBytes(bytes).toString('base64url'),
    /** The hash by which a token is looked up. */
    hash: (token: string) => createHash('sha256').update(token).digest('base64url'),
    ...createAccountSealer(keys, 'access-token'),
    sealUnderToken,
    openUnderToken,
  };
}

export type TokenSecrets = ReturnType<typeof createTokenSecrets>;
