import zones from './us-time-zones.json';

const byState: Readonly<Record<string, string>> = zones.states;
const byPrefix: Readonly<Record<string, string>> = zones.zipPrefixes;

/**
 * The time zone (IANA name) of a US address: its state's, but for the three-digit ZIP areas of divided states that lie
 * in the other one. Undefined outside the United States, where no carrier here picks up.
 */
export function shipFromZone(address: { state: string; zip: string; country: string }): string | undefined {
  if (address.country !== '' && address.country.toUpperCase() !== 'US') return undefined;
  return byPrefix[address.zip.slice(0, 3)] ?? byState[address.state.trim().toUpperCase()];
}
