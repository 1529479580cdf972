import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer } from '@parcelyard/service-kit/text-sealer';
import type { Box } from '../../ports';

/**
 * Texts sealed bound to their account and to what they are: a ciphertext copied to another account's record, or to
 * another kind of record, does not open.
 * @param holds what kind of text it is, such as `access-token`
 */
export function createAesBox(keys: KeyRing, holds: string): Box {
  const sealer = createTextSealer(keys);
  return {
    seal: (text, accountId) => sealer.seal(text, `${holds}:${accountId}`),
    open: (sealed, accountId) => sealer.open(sealed, `${holds}:${accountId}`),
  };
}
