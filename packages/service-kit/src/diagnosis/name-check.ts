import { promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { bad, type Check, good } from './finding';

/** How long a pod keeps running after it leaves the DNS, as in the chart (`preStopSeconds`). */
const PRE_STOP_S = 35;
/**
 * A look-up that takes longer is reported as slow. A cluster's name server answers within milliseconds, and callers
 * look names up again every second while no address answers.
 */
const SLOW_MS = 1_000;

/** The functions that look names up. Tests pass their own. */
export interface NameServer {
  /** Looks a name up as programs do: through the system's hosts file and its search domains. */
  lookup(host: string): Promise<readonly string[]>;
  /** Returns the records of an absolute name from the name server. */
  records(host: string): Promise<readonly { address: string; ttl: number }[]>;
  /** Returns the content of `/etc/resolv.conf`. */
  settings(): Promise<string>;
  /** Returns milliseconds of a clock that never goes back. */
  now(): number;
}

const SYSTEM: NameServer = {
  lookup: async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address),
  records: (host) => dns.resolve4(host, { ttl: true }),
  settings: () => readFile('/etc/resolv.conf', 'utf8'),
  now: () => performance.now(),
};

/** Looks up a service's name, and reports when its look-ups are slow, outdated or wrong. */
export const nameCheck = (variable: string, host: string, server: NameServer = SYSTEM): Check => ({
  name: `name of ${variable}`,
  run: async () => {
    const begunAt = server.now();
    const addresses = await server.lookup(host);
    const took = server.now() - begunAt;
    const records = await recordsOf(host, server);
    const ttl = Math.max(0, ...records.map((record) => record.ttl));
    const summary = `${addresses.length} ${addresses.length === 1 ? 'address' : 'addresses'}, cached for ${ttl} s`;
    if (ttl >= PRE_STOP_S) return bad(`${summary}: increase preStopSeconds, or calls fail in roll-outs`);
    const conflict = await searchDomainConflict(host, server);
    if (conflict) return bad(conflict);
    if (took > SLOW_MS)
      return bad(`${summary}, but the name server took ${(took / 1000).toFixed(1)} s: calls wait for it`);
    return good(summary);
  },
});

/**
 * Returns the records of the name itself. For a short name such as `parcelyard-orders.shop.svc`, returns the records in
 * the first search domain that has the name.
 */
async function recordsOf(host: string, server: NameServer) {
  const own = await server.records(host).catch(() => []);
  if (own.length > 0 || host.endsWith('.')) return own;
  const { domains } = readSettings(await server.settings().catch(() => ''));
  for (const domain of domains) {
    const completed = await server.records(`${host}.${domain}.`).catch(() => []);
    if (completed.length > 0) return completed;
  }
  return [];
}

/**
 * Returns a warning when a search domain has records for the host, too, for example a wildcard record. Programs try
 * search domains first, so their calls would go to these records.
 */
async function searchDomainConflict(host: string, server: NameServer): Promise<string | undefined> {
  if (!host.includes('.') || host.endsWith('.')) return undefined;
  const { domains, dots } = readSettings(await server.settings().catch(() => ''));
  if (host.split('.').length - 1 >= dots) return undefined;
  const own = await server.records(`${host}.`).catch(() => []);
  if (own.length === 0) return undefined;
  for (const domain of domains) {
    const others = await server.records(`${host}.${domain}.`).catch(() => []);
    if (others.length > 0)
      return `the search domain ${domain} answers for ${host}, so calls go to ${others[0]?.address}: end the name with a dot, or correct the wildcard`;
  }
  return undefined;
}

function readSettings(text: string): { domains: readonly string[]; dots: number } {
  const lines = text.split('\n').map((line) => line.split(/[ \t]/).filter(Boolean));
  const search = lines.filter(([word]) => word === 'search' || word === 'domain').at(-1) ?? [];
  const options = lines.filter(([word]) => word === 'options').flat();
  const ndots = options.find((option) => option.startsWith('ndots:'));
  return { domains: search.slice(1), dots: ndots ? Number(ndots.slice('ndots:'.length)) : 1 };
}
