import zones from './us-time-zones.json';

const byState: Readonly<Record<string, string>> = zones.states;
const byPrefix: Readonly<Record<string, string>> = zones.zipPrefixes;

/**
 * Returns the time zone (IANA name) of a US address: by state, or by three-digit ZIP area if the state has two zones.
 * Undefined for an address outside the US, because carriers accept parcels only in the US.
 */
export function zoneOfAddress(address: { state: string; zip: string; country: string }): string | undefined {
  if (address.country !== '' && address.country.toUpperCase() !== 'US') return undefined;
  return byPrefix[address.zip.slice(0, 3)] ?? byState[address.state.trim().toUpperCase()];
}
