import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import type { StoreAccess } from '../../domain/platforms/connection';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedAccess {
  kid: string;
  /** iv, tag, ciphertext. */
  sealed: Buffer;
}

export interface AccessSealer {
  seal(accountId: AccountId, access: StoreAccess): SealedAccess;
  /** Undefined when the key was retired. @throws Error when it was tampered with or is another account's */
  open(
    accountId: AccountId,
    platform: StoreAccess['platform'],
    sealed: SealedAccess,
  ): StoreAccess | undefined;
}

/** Stores' credentials under AES-256-GCM, bound to the account and platform whose record they stand in. */
export function createAccessSealer(keys: KeyRing): AccessSealer {
  return {
    seal: (accountId, access) => {
      const { kid, key } = keys.current;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(accountId, access.platform));
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(access), 'utf8'), cipher.final()]);
      return { kid, sealed: Buffer.concat([iv, cipher.getAuthTag(), ciphertext]) };
    },
    open: (accountId, platform, { kid, sealed }) => {
      const key = keys.find(kid);
      if (!key) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(boundTo(accountId, platform));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const ciphertext = sealed.subarray(IV_BYTES + TAG_BYTES);
      const text = Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
      // Authenticated: nobody but `seal` has written it.
      return JSON.parse(text) as StoreAccess;
    },
  };
}

const boundTo = (accountId: AccountId, platform: string) =>
  Buffer.from(`platform-access:${accountId}:${platform}`);
