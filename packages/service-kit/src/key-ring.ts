import { z } from 'zod';

/** One secret of 32 bytes with its name. The name is stored with everything that the secret seals. */
export interface RingKey {
  readonly kid: string;
  readonly key: Buffer;
}

/**
 * Symmetric keys by name. New texts are sealed with the current key. A sealed text contains the name of the key that
 * opens it.
 */
export interface KeyRing {
  readonly current: RingKey;
  /** All keys, the current key first. */
  readonly all: readonly RingKey[];
  /** Returns undefined when the key was removed. */
  find(kid: string): Buffer | undefined;
}

const KEY_BYTES = 32;
const KID = /^[A-Za-z0-9_-]{1,32}$/;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/**
 * Reads `kid:base64url-of-32-bytes[,kid:…]`, the current key first. To replace a key, put the new key in front. Remove
 * the old key when no text that it sealed exists any more.
 * @throws Error that says which entry breaks which rule, never the key itself
 */
export function parseKeyRing(text: string): KeyRing {
  const [current, ...older] = text.split(',').map((entry, index) => parseKey(entry.trim(), index + 1));
  if (current === undefined) throw new Error('a key ring needs at least one key');
  const keys = new Map([current, ...older].map(({ kid, key }) => [kid, key]));
  if (keys.size !== older.length + 1) throw new Error('two keys have the same name');
  return Object.freeze({
    current: Object.freeze(current),
    all: Object.freeze([current, ...older]),
    find: (kid: string) => keys.get(kid),
  });
}

function parseKey(entry: string, position: number): RingKey {
  const separator = entry.indexOf(':');
  const kid = entry.slice(0, Math.max(separator, 0));
  const encoded = entry.slice(separator + 1);
  if (!KID.test(kid))
    throw new Error(`key ${position} needs a name of 1–32 letters, digits, "-" or "_", then ":"`);
  const key = Buffer.from(encoded, 'base64url');
  if (!BASE64URL.test(encoded) || key.length !== KEY_BYTES) {
    throw new Error(`key ${position} must be ${KEY_BYTES} bytes in base64url`);
  }
  return { kid, key };
}

export const keyRing = () =>
  z.string().transform((text, context): KeyRing => {
    try {
      return parseKeyRing(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });
