import { randomBytes } from 'node:crypto';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { SealContent } from '../../domain/seals';

/** rate · package · agreement */
type SealKind = 'r' | 'p' | 'a';

/** Makes and opens the tokens that get_rates and register_carrier hand out. */
export type Sealer = ReturnType<typeof createSealer>;

const ENCRYPTION = 'A256GCM';
const MANAGEMENT = 'dir';

/**
 * Seals as compact JWE under a direct key: AES-256-GCM both hides the content and proves that it is ours, so a changed
 * bit, another kind of seal or a retired key all open to nothing.
 */
export function createSealer(keys: KeyRing) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    /** A name that no other rating has. */
    newRating: (): string => randomBytes(8).toString('base64url'),

    seal: (kind: SealKind, content: SealContent): Promise<string> =>
      new CompactEncrypt(encoder.encode(JSON.stringify([kind, ...content])))
        .setProtectedHeader({ alg: MANAGEMENT, enc: ENCRYPTION, kid: keys.current.kid })
        .encrypt(keys.current.key),

    /** undefined for anything that is not an intact seal of this kind. */
    open: async (kind: SealKind, token: string): Promise<SealContent | undefined> => {
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
