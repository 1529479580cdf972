import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import type { LabelFileId } from '../mongo/label-file-store';

export type LinkSigner = ReturnType<typeof createLinkSigner>;

/**
 * Makes the links to label files. A link ends with `<file>.<key name>.<HMAC-SHA256>`. Whoever has a link can read this
 * one file, and nobody can make a link without the key.
 */
export function createLinkSigner(keys: KeyRing) {
  return {
    sign: ({ accountId, purchaseId, kind }: LabelFileId): string => {
      const file = Buffer.from(`${accountId}:${purchaseId}:${kind}`).toString('base64url');
      const { kid, key } = keys.current;
      return `${file}.${kid}.${mac(key, file, kid).toString('base64url')}`;
    },

    verify: (token: string): LabelFileId | undefined => {
      const [file = '', kid = '', signature = '', ...rest] = token.split('.');
      const key = keys.find(kid);
      if (!key || rest.length > 0) return undefined;
      // The encoded texts are compared. Otherwise the same signature in another encoding would be a second valid link.
      const given = Buffer.from(signature);
      const expected = Buffer.from(mac(key, file, kid).toString('base64url'));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return parse(Buffer.from(file, 'base64url').toString());
    },
  };
}

function mac(key: Buffer, file: string, kid: string): Buffer {
  return createHmac('sha256', key).update(`label-file:${kid}:${file}`).digest();
}

function parse(text: string): LabelFileId {
  const [account = '', purchaseId = '', kind = ''] = text.split(':');
  return { accountId: Number(account), purchaseId, kind };
}
