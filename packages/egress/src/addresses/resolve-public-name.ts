import { Resolver } from 'node:dns/promises';

/** Resolves a host name to addresses. Rejects when there are none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

// This resolver (c-ares) needs no thread. The system's resolver would block one of only four threads while a name's
// server does not answer. Four such names would delay all requests and file access.
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/** Reads A and AAAA records from the configured name servers. Ignores the machine's hosts file. */
export const resolvePublicName: Lookup = async (hostname) => {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (found.length > 0) return found;
  throw v4.status === 'rejected' ? v4.reason : new Error('no addresses');
};
