import { accountId } from '@parcelyard/service-kit/ids';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer } from '@parcelyard/service-kit/text-sealer';
import type { UnsubscribeLinks } from '../../ports';

const PURPOSE = 'unsubscribe';

/**
 * `<key name>.<sealed account and address>`: nobody can make one up, and a log that keeps the path keeps no address.
 * It needs no storage and stays valid as long as its key does.
 */
export function createUnsubscribeLinks(keys: KeyRing): UnsubscribeLinks {
  const sealer = createTextSealer(keys);
  return {
    seal: ({ accountId: account, address }) => {
      const { kid, sealed } = sealer.seal(`${account} ${address}`, PURPOSE);
      return `${kid}.${sealed.toString('base64url')}`;
    },
    open: (token) => {
      const [kid = '', sealed = '', ...rest] = token.split('.');
      if (rest.length > 0) return undefined;
      const text = openText(kid, Buffer.from(sealed, 'base64url'));
      if (text === undefined) return undefined;
      const space = text.indexOf(' ');
      return { accountId: accountId(Number(text.slice(0, space))), address: text.slice(space + 1) };
    },
  };

  function openText(kid: string, sealed: Buffer): string | undefined {
    try {
      return sealer.open({ kid, sealed }, PURPOSE);
    } catch {
      return undefined;
    }
  }
}
