import type { AccountId } from '@parcelyard/service-kit/ids';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer, type SealedText } from '@parcelyard/service-kit/text-sealer';
import type { StoreAccess } from '../../domain/platforms/connection';

export interface AccessSealer {
  seal(accountId: AccountId, access: StoreAccess): SealedText;
  /** Undefined when the key was retired. @throws Error when the text was changed or is another account's */
  open(accountId: AccountId, platform: StoreAccess['platform'], sealed: SealedText): StoreAccess | undefined;
}

/** Seals stores' credentials, bound to their account and platform. */
export function createAccessSealer(keys: KeyRing): AccessSealer {
  const sealer = createTextSealer(keys);
  return {
    seal: (accountId, access) => sealer.seal(JSON.stringify(access), boundTo(accountId, access.platform)),
    open: (accountId, platform, sealed) => {
      const text = sealer.open(sealed, boundTo(accountId, platform));
      // Authenticated: only `seal` can have written it.
      return text === undefined ? undefined : (JSON.parse(text) as StoreAccess);
    },
  };
}

const boundTo = (accountId: AccountId, platform: string) => `platform-access:${accountId}:${platform}`;
