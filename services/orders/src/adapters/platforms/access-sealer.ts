import type { AccountId } from '@parcelyard/service-kit/ids';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer, openIfReadable, type SealedText } from '@parcelyard/service-kit/text-sealer';
import type { StoreAccess } from '../../domain/platforms/connection';

export type AccessSealer = ReturnType<typeof createAccessSealer>;

/** Encrypts stores' credentials. The result can be decrypted only for the same account and platform. */
export function createAccessSealer(keys: KeyRing) {
  const sealer = createTextSealer(keys);
  return {
    seal: (accountId: AccountId, access: StoreAccess) =>
      sealer.seal(JSON.stringify(access), accessBoundTo(accountId, access.platform)),
    /** Returns undefined when the credentials can no longer be read, or belong to another account. */
    open: (accountId: AccountId, platform: StoreAccess['platform'], sealed: SealedText) => {
      const text = openIfReadable(sealer, sealed, accessBoundTo(accountId, platform));
      // Decrypting proves that `seal` wrote the text, so the text needs no check.
      return text === undefined ? undefined : (JSON.parse(text) as StoreAccess);
    },
  };
}

export const accessBoundTo = (accountId: number, platform: string) =>
  `platform-access:${accountId}:${platform}`;
