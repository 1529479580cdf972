import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { compactDecrypt } from 'jose';
import type { EarlierContent } from '../../domain/seals/earlier-seals';

const decoder = new TextDecoder();

/**
 * Opens seals as they were before version 1, compact JWE under a direct key, for the day that the last of them hold.
 * undefined for anything that is not an intact one of this kind.
 */
export async function openEarlierSeal(
  keys: KeyRing,
  kind: 'r' | 'p' | 'a',
  token: string,
): Promise<EarlierContent | undefined> {
  try {
    const { plaintext } = await compactDecrypt(
      token,
      (header) => {
        const key = keys.find(header.kid ?? '');
        if (!key) throw new Error('unknown key');
        return key;
      },
      { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
    );
    const [sealedKind, ...content] = JSON.parse(decoder.decode(plaintext)) as [string, ...EarlierContent];
    return sealedKind === kind ? content : undefined;
  } catch {
    return undefined;
  }
}
