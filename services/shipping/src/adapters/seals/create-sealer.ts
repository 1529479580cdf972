import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { KeyRing, RingKey } from '@parcelyard/service-kit/key-ring';
import { DIGEST_BYTES } from '../../domain/seals/package-seal';
import { exactBytes } from '../../domain/seals/seal-bytes';

/** `p`: a package with its rates; `a`: an agreement with a carrier. */
export type SealKind = 'p' | 'a';

/**
 * Encrypts and signs values that get_rates and register_carrier return. A caller must send such a value back unchanged
 * (docs/adr/0108).
 */
export type Sealer = ReturnType<typeof createSealer>;

const VERSION = 1;
const KEY_NAME_BYTES = 4;
const HEAD_BYTES = 1 + KEY_NAME_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/** The short name that a key has in seals, and the two keys that are derived from it: one to encrypt, one to sign. */
interface SealKey {
  readonly name: Buffer;
  readonly sealing: Buffer;
  readonly signing: Buffer;
}

/**
 * Encrypts with AES-256-GCM. `open` returns undefined when a bit was changed, when the seal has another kind or when
 * its key was removed. Signatures are HMAC-SHA-256, cut to 16 bytes.
 * @throws Error when two keys have the same short name
 */
export function createSealer(ring: KeyRing) {
  const current = sealKey(ring.current);
  const keys = new Map(ring.all.map(sealKey).map((key) => [key.name.toString('hex'), key]));
  if (keys.size !== ring.all.length)
    throw new Error('Two keys of SEAL_KEYS have the same short name in seals: rename one of the keys.');
  const keyOf = (seal: Buffer) => keys.get(seal.subarray(1, HEAD_BYTES).toString('hex'));

  const signature = (seal: string, statement: Buffer): Buffer | undefined => {
    const key = keyOf(Buffer.from(seal, 'base64url'));
    return key && createHmac('sha256', key.signing).update(statement).digest().subarray(0, TAG_BYTES);
  };

  return {
    seal(kind: SealKind, content: Buffer): string {
      const head = Buffer.concat([Buffer.from([VERSION]), current.name]);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, current.sealing, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(head, kind));
      const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([head, nonce, ciphertext, cipher.getAuthTag()]).toString('base64url');
    },

    /** Returns the content of a valid seal of this kind; undefined for any other text. */
    open(kind: SealKind, token: string): Buffer | undefined {
      const seal = exactBytes(token);
      if (!seal || seal.length < HEAD_BYTES + NONCE_BYTES + TAG_BYTES || seal[0] !== VERSION)
        return undefined;
      const key = keyOf(seal);
      if (!key) return undefined;
      const nonce = seal.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key.sealing, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(boundTo(seal.subarray(0, HEAD_BYTES), kind));
      decipher.setAuthTag(seal.subarray(-TAG_BYTES));
      try {
        const content = decipher.update(seal.subarray(HEAD_BYTES + NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([content, decipher.final()]);
      } catch {
        // The caller learns only that the seal is invalid, not why.
        return undefined;
      }
    },

    /** Returns a short hash of a text that is too long for a seal. */
    digest: (text: Buffer): string =>
      createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES).toString('hex'),

    sign(seal: string, statement: Buffer): Buffer {
      const signed = signature(seal, statement);
      if (!signed) throw new Error('There is no key for this seal.');
      return signed;
    },

    isSigned(seal: string, statement: Buffer, given: Buffer): boolean {
      const expected = signature(seal, statement);
      return expected?.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

function sealKey({ kid, key }: RingKey): SealKey {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `parcelyard ${purpose} 1`, 32));
  return {
    name: createHash('sha256').update(kid).digest().subarray(0, KEY_NAME_BYTES),
    sealing: derived('seal'),
    signing: derived('sign'),
  };
}

/**
 * Returns the data that are protected against changes although they are not encrypted: version, key and kind of the
 * seal.
 */
const boundTo = (head: Buffer, kind: SealKind): Buffer => Buffer.concat([head, Buffer.from(kind)]);
