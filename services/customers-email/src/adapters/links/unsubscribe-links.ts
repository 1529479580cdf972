import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createSealedLinks } from './sealed-links';

interface Subscriber {
  accountId: number;
  /** The address in lower case. */
  address: string;
}

/** Creates and opens the links in an account's marketing mail with which a recipient ends this mail. */
export function createUnsubscribeLinks(keys: KeyRing) {
  const links = createSealedLinks(keys, 'unsubscribe');
  return {
    seal: ({ accountId, address }: Subscriber): string => links.seal(`${accountId} ${address}`),
    /** Returns who unsubscribes; undefined when the text is not one of our links. */
    open: (token: string): Subscriber | undefined => {
      const text = links.open(token);
      if (text === undefined) return undefined;
      const space = text.indexOf(' ');
      return { accountId: Number(text.slice(0, space)), address: text.slice(space + 1) };
    },
  };
}

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;
