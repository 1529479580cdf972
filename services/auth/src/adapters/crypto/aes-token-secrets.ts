import { createHash, randomBytes } from 'node:crypto';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import type { TokenSecrets } from '../../ports';
import { createAesBox } from './aes-box';

/** Tokens are looked up by SHA-256: they are 256 random bits, so a slow hash would add nothing. */
export function createAesTokenSecrets(keys: KeyRing): TokenSecrets {
  return {
    random: (bytes) => randomBytes(bytes).toString('base64url'),
    hash: (token) => createHash('sha256').update(token).digest('base64url'),
    ...createAesBox(keys, 'access-token'),
  };
}
