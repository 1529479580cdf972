import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { EgressError, ForbiddenUrlError } from '../egress-error';
import type { Target } from '../target';
import { isPublicAddress } from './is-public-address';
import { type Lookup, resolvePublicName } from './resolve-public-name';

/**
 * Returns the addresses of a target, unchecked.
 * @throws EgressError `unreachable` when there are no addresses, or when the signal fires first
 */
export async function resolveTarget(
  { host, exempt }: Target,
  lookup: Lookup | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (isIP(host)) return [host];
  // A name in the list of exceptions may be known only to this machine, so the system resolves it.
  const resolveName = lookup ?? (exempt ? resolveSystemName : resolvePublicName);
  let addresses: readonly string[];
  try {
    addresses = await Promise.race([resolveName(host), fired(signal)]);
  } catch (error) {
    throw new EgressError('unreachable', 'The host name cannot be resolved.', error);
  }
  if (addresses.length === 0) throw new EgressError('unreachable', 'The host name has no address.');
  return addresses;
}

/** @throws EgressError `refused` when any address is not public, because the connection may use any of them */
export function requirePublic(addresses: readonly string[]): void {
  if (!addresses.every(isPublicAddress)) {
    throw new ForbiddenUrlError('must be on a public host');
  }
}

const resolveSystemName: Lookup = async (host) =>
  (await systemLookup(host, { all: true })).map(({ address }) => address);

function fired(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
