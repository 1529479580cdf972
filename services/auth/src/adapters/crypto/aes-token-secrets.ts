import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import type { TokenSecrets } from '../../ports';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Tokens are looked up by SHA-256 (they are 256 random bits, so a slow hash would add nothing) and sealed by
 * AES-256-GCM as iv, tag, ciphertext. The account is authenticated with it: a ciphertext copied to another account's
 * record does not open.
 */
export function createAesTokenSecrets(keys: KeyRing): TokenSecrets {
  return {
    random: (bytes) => randomBytes(bytes).toString('base64url'),
    hash: (token) => createHash('sha256').update(token).digest('base64url'),
    seal: (token, accountId) => {
      const { kid, key } = keys.current;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(accountId));
      const ciphertext = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return { kid, sealed: Buffer.concat([iv, cipher.getAuthTag(), ciphertext]) };
    },
    open: ({ kid, sealed }, accountId) => {
      const key = keys.find(kid);
      if (!key) return undefined;
      const iv = sealed.subarray(0, IV_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(boundTo(accountId));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const ciphertext = sealed.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
  };
}

const boundTo = (accountId: AccountId) => Buffer.from(`access-token:${accountId}`);
