import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedText {
  /** The name of the key that opens the text. */
  kid: string;
  /** iv, tag, ciphertext. */
  sealed: Buffer;
}

/** Seals secrets that must be readable later. */
export interface TextSealer {
  /**
   * @param boundTo owner and kind, such as `platform-access:17:shopify`. The sealed text can be opened only with the
   * same value.
   */
  seal(text: string, boundTo: string): SealedText;
  /**
   * Returns undefined when the key was removed.
   * @throws Error when the text was changed or is bound to another value
   */
  open(sealed: SealedText, boundTo: string): string | undefined;
}

/** Creates a sealer with AES-256-GCM and a key ring. `boundTo` is authenticated data. */
export function createTextSealer(keys: KeyRing): TextSealer {
  return {
    seal: (text, boundTo) => {
      const { kid, key } = keys.current;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(boundTo));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { kid, sealed: Buffer.concat([iv, cipher.getAuthTag(), ciphertext]) };
    },
    open: ({ kid, sealed }, boundTo) => {
      const key = keys.find(kid);
      if (!key) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const ciphertext = sealed.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
  };
}

/**
 * Returns undefined when the text can no longer be read: its key was removed or now has other bytes, or the text was
 * changed. The owner or the operator must still be able to see and replace such a text, so no error is thrown.
 */
export function openIfReadable(sealer: TextSealer, sealed: SealedText, boundTo: string): string | undefined {
  try {
    return sealer.open(sealed, boundTo);
  } catch {
    return undefined;
  }
}
