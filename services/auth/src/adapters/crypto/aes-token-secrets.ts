import { createHash, randomBytes } from 'node:crypto';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer } from '@parcelyard/service-kit/text-sealer';
import type { TokenSecrets } from '../../ports';

/**
 * Tokens are looked up by SHA-256 (they are 256 random bits, so a slow hash would add nothing) and sealed bound to
 * their account: a ciphertext copied to another account's record does not open.
 */
export function createAesTokenSecrets(keys: KeyRing): TokenSecrets {
  const sealer = createTextSealer(keys);
  return {
    random: (bytes) => randomBytes(bytes).toString('base64url'),
    hash: (token) => createHash('sha256').update(token).digest('base64url'),
    seal: (token, accountId) => sealer.seal(token, boundTo(accountId)),
    open: (sealed, accountId) => sealer.open(sealed, boundTo(accountId)),
  };
}

const boundTo = (accountId: AccountId) => `access-token:${accountId}`;
