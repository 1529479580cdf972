import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { accountId } from '@parcelyard/service-kit/ids';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import type { UnsubscribeLinks } from '../../ports';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = Buffer.from('unsubscribe');

/**
 * `<key name>.<sealed account and address>`: nobody can make one up, and a log that keeps the path keeps no address.
 * It needs no storage and stays good as long as its key does.
 */
export function createUnsubscribeLinks(keys: KeyRing): UnsubscribeLinks {
  return {
    seal: ({ accountId: account, address }) => {
      const { kid, key } = keys.current;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(PURPOSE);
      const sealed = Buffer.concat([cipher.update(`${account} ${address}`, 'utf8'), cipher.final()]);
      return `${kid}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open: (token) => {
      const [kid = '', sealed = '', ...rest] = token.split('.');
      const key = keys.find(kid);
      const bytes = Buffer.from(sealed, 'base64url');
      if (!key || rest.length > 0 || bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(PURPOSE)
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text =
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
        const space = text.indexOf(' ');
        return { accountId: accountId(Number(text.slice(0, space))), address: text.slice(space + 1) };
      } catch {
        return undefined;
      }
    },
  };
}
