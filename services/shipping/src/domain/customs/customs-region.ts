import type { PostalAddress } from '../address/postal-address';
import { isMilitary, stateCode } from '../address/us-states';

type Place = Pick<PostalAddress, 'country' | 'state'>;

/** The states with Puerto Rico and the US Virgin Islands, between which the post asks for no declaration (DMM 608.2). */
const HOME = 'US';
/** Overseas military and diplomatic post: goods are always declared (DMM 703.2.3). */
const MILITARY = 'military';

const HOME_COUNTRIES = new Set(['', 'US', 'USA', 'PR', 'VI']);
/** Territories and freely associated states that people also write as a state of the US. */
const OUTLYING = new Set(['AS', 'GU', 'MP', 'UM', 'FM', 'MH', 'PW']);

/** What customs take an address for: `US`, `military`, or the two-letter code of a territory or country. */
export function customsRegion({ country, state }: Place): string {
  const code = country.trim().toUpperCase();
  if (!HOME_COUNTRIES.has(code)) return code;
  const place = stateCode(state) ?? '';
  if (isMilitary(place)) return MILITARY;
  return OUTLYING.has(place) ? place : HOME;
}

/** True where goods on this way must be declared. */
export function declaresGoods(from: Place, to: Place): boolean {
  const [here, there] = [customsRegion(from), customsRegion(to)];
  return here !== there || there === MILITARY;
}

/** US territories: declared to the post, and yet no export. */
export const isTerritory = (region: string): boolean => ['AS', 'GU', 'MP', 'UM'].includes(region);
/** Another country than the US, the freely associated states among them. */
export const isForeign = (region: string): boolean =>
  region !== HOME && region !== MILITARY && !isTerritory(region);
