import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer } from '@parcelyard/service-kit/text-sealer';

interface Subscriber {
  accountId: number;
  /** In lower case. */
  address: string;
}

const PURPOSE = 'unsubscribe';

/**
 * `<key name>.<sealed account and address>`: nobody can make one up, and a log that keeps the path keeps no address.
 * It needs no storage and stays valid as long as its key does.
 */
export function createUnsubscribeLinks(keys: KeyRing) {
  const sealer = createTextSealer(keys);
  return {
    seal: ({ accountId, address }: Subscriber): string => {
      const { kid, sealed } = sealer.seal(`${accountId} ${address}`, PURPOSE);
      return `${kid}.${sealed.toString('base64url')}`;
    },
    /** Undefined when it is not one of our links. */
    open: (token: string): Subscriber | undefined => {
      const [kid = '', sealed = '', ...rest] = token.split('.');
      if (rest.length > 0) return undefined;
      const text = openText(kid, Buffer.from(sealed, 'base64url'));
      if (text === undefined) return undefined;
      const space = text.indexOf(' ');
      return { accountId: Number(text.slice(0, space)), address: text.slice(space + 1) };
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

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;
