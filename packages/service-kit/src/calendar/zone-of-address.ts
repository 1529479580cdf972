import zones from './us-time-zones.json';

const byState: Readonly<Record<string, string>> = zones.states;
const byPrefix: Readonly<Record<string, string>> = zones.zipPrefixes;

/**
 * The time zone (IANA name) of a US address: that of its state, or of its three-digit ZIP area where the state has two
 * zones. Undefined outside the United States, where no carrier takes parcels in.
 */
export function zoneOfAddress(address: { state: string; zip: string; country: string }): string | undefined {
  if (address.country !== '' && address.country.toUpperCase() !== 'US') return undefined;
  return byPrefix[address.zip.slice(0, 3)] ?? byState[address.state.trim().toUpperCase()];
}
