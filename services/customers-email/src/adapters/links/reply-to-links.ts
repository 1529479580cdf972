import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createSealedLinks } from './sealed-links';

interface ReplyToRequest {
  accountId: number;
  address: string;
  expiresAt: Date;
}

/**
 * Creates and opens reply-to links. A shop may want its customers' answers to go to another address. A mail with such a
 * link then asks the person who reads that address for permission. The person gives permission by confirming on the
 * linked page.
 */
export function createReplyToLinks(keys: KeyRing) {
  const links = createSealedLinks(keys, 'reply-to');
  return {
    seal: ({ accountId, address, expiresAt }: ReplyToRequest): string =>
      links.seal(`${accountId} ${expiresAt.getTime()} ${address}`),
    /** Returns what the link asks for; undefined when the text is not one of our links. */
    open: (token: string): ReplyToRequest | undefined => {
      const [accountId, expires, address = ''] = links.open(token)?.split(' ') ?? [];
      if (accountId === undefined) return undefined;
      return { accountId: Number(accountId), address, expiresAt: new Date(Number(expires)) };
    },
  };
}

export type ReplyToLinks = ReturnType<typeof createReplyToLinks>;
