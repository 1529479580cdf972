import { createHash, randomBytes } from 'node:crypto';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer, openIfReadable, type SealedText } from '@parcelyard/service-kit/text-sealer';
import { databaseOf, type Home } from '../../domain/home';
import { openUnderToken, sealUnderToken } from './token-sealer';

/**
 * Encrypts texts. A ciphertext that is copied to another account or to another kind of record cannot be decrypted.
 * @param kind the kind of the text, such as `access-token`
 */
export function createAccountSealer(keys: KeyRing, kind: string) {
  const sealer = createTextSealer(keys);
  return {
    seal: (text: string, accountId: number) => sealer.seal(text, `${kind}:${accountId}`),
    /**
     * Returns undefined when the key that encrypted the text is no longer in the key ring, or when the key's name now
     * belongs to another key.
     */
    open: (sealed: SealedText, accountId: number): string | undefined =>
      openIfReadable(sealer, sealed, `${kind}:${accountId}`),
  };
}

export type AccountSealer = ReturnType<typeof createAccountSealer>;

const random = (bytes: number) => randomBytes(bytes).toString('base64url');
const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Tokens are looked up by SHA-256. A token is 256 random bits, so nobody can guess it, and a slow hash would not make
 * it safer.
 * @param databases the number of databases over which tokens are spread
 */
export function createTokenSecrets(keys: KeyRing, databases = 1) {
  return {
    random,
    hash,
    /** Returns a random token whose record is stored in the same database as the records of `home`. */
    randomBeside: (home: Home, bytes: number, format = (secret: string) => secret): string => {
      for (;;) {
        const token = format(random(bytes));
        if (databases === 1) return token;
        if (databaseOf({ hash: hash(token) }, databases) === databaseOf(home, databases)) return token;
      }
    },
    ...createAccountSealer(keys, 'access-token'),
    sealUnderToken,
    openUnderToken,
  };
}

export type TokenSecrets = ReturnType<typeof createTokenSecrets>;
