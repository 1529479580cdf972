import type { PostalAddress } from '../address/postal-address';
import { isMilitary, stateCode } from '../address/us-states';

type Place = Pick<PostalAddress, 'country' | 'state'>;

/** The states, Puerto Rico and the US Virgin Islands. USPS needs no declaration between them (DMM 608.2). */
const HOME = 'US';
/** Military and diplomatic mail abroad. Its goods are always declared (DMM 703.2.3). */
const MILITARY = 'military';

const HOME_COUNTRIES = new Set(['', 'US', 'USA', 'PR', 'VI']);
/** Territories and freely associated states. Some addresses give them as a US state. */
const OUTLYING = new Set(['AS', 'GU', 'MP', 'UM', 'FM', 'MH', 'PW']);

/** Returns the customs region of an address: `US`, `military`, or the code of a territory or country. */
export function customsRegion({ country, state }: Place): string {
  const code = country.trim().toUpperCase();
  if (!HOME_COUNTRIES.has(code)) return code;
  const place = stateCode(state) ?? '';
  if (isMilitary(place)) return MILITARY;
  return OUTLYING.has(place) ? place : HOME;
}

export function declaresGoods(from: Place, to: Place): boolean {
  const [here, there] = [customsRegion(from), customsRegion(to)];
  return here !== there || there === MILITARY;
}

/** Returns whether the region is a US territory. Goods sent there are declared to USPS, but they are no exports. */
export const isTerritory = (region: string): boolean => ['AS', 'GU', 'MP', 'UM'].includes(region);
/** Returns whether the region is another country. The freely associated states are countries of their own. */
export const isForeign = (region: string): boolean =>
  region !== HOME && region !== MILITARY && !isTerritory(region);
