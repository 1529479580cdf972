import { randomBytes } from 'node:crypto';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { SealContent } from '../../domain/seals';
import type { Sealer } from '../../ports';

const ENCRYPTION = 'A256GCM';
const MANAGEMENT = 'dir';

/**
 * Seals as compact JWE under a direct key: AES-256-GCM both hides the content and proves that it is ours, so a changed
 * bit, another kind of seal or a retired key all open to nothing.
 */
export function createSealer(keys: KeyRing): Sealer {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    newRating: () => randomBytes(8).toString('base64url'),

    seal: (kind, content) =>
      new CompactEncrypt(encoder.encode(JSON.stringify([kind, ...content])))
        .setProtectedHeader({ alg: MANAGEMENT, enc: ENCRYPTION, kid: keys.current.kid })
        .encrypt(keys.current.key),

    open: async (kind, token) => {
      try {
        const { plaintext } = await compactDecrypt(
          token,
          (header) => {
            const key = keys.find(header.kid ?? '');
            if (!key) throw new Error('unknown key');
            return key;
          },
          { keyManagementAlgorithms: [MANAGEMENT], contentEncryptionAlgorithms: [ENCRYPTION] },
        );
        const [sealedKind, ...content] = JSON.parse(decoder.decode(plaintext)) as [string, ...SealContent];
        return sealedKind === kind ? content : undefined;
      } catch {
        // Whatever is wrong with a token from outside, the answer is the same: it is not one of ours.
        return undefined;
      }
    },
  };
}
