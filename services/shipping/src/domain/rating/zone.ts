import { isSpecialZip } from '../address/special-zip';
import { isMilitary } from '../address/us-states';
import { findZip, findZipArea, type ZipPlace } from '../address/zip-table';

/** Zone 1 is near, zone 8 is at the other end of the country, zone 9 is the islands of the far Pacific. */
export type Zone = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

const BANDS: readonly (readonly [miles: number, zone: Zone])[] = [
  [50, 1],
  [150, 2],
  [300, 3],
  [600, 4],
  [1000, 5],
  [1400, 6],
  [1800, 7],
  [Number.POSITIVE_INFINITY, 8],
];

const FAR_PACIFIC = ['GU', 'AS', 'MP', 'PW', 'FM', 'MH'];

/**
 * The place where military mail leaves the country, by military state (AE, AP, AA). The price of a parcel to a military
 * address is that of a parcel to this place.
 */
const GATEWAYS: Readonly<Record<string, Pick<ZipPlace, 'latitude' | 'longitude'>>> = {
  AE: { latitude: 40.64, longitude: -73.78 },
  AP: { latitude: 37.62, longitude: -122.38 },
  AA: { latitude: 25.79, longitude: -80.29 },
};

/** The place that the sandbox's special ZIPs have, in the middle of the country. */
const MIDDLE = { city: 'LEBANON', state: 'KS', latitude: 39.81, longitude: -98.56 };

/** Returns the place for which the price is computed. Undefined when no carrier delivers to this ZIP. */
export function ratingPlace(zip: string): ZipPlace | undefined {
  const code = zip.trim();
  if (isSpecialZip(code)) return { zip: code, ...MIDDLE };
  return findZip(code) ?? findZipArea(code);
}

export function zoneBetween(from: ZipPlace, to: ZipPlace): Zone {
  if (FAR_PACIFIC.includes(from.state) !== FAR_PACIFIC.includes(to.state)) return 9;
  const miles = distanceMiles(pricedFrom(from), pricedFrom(to));
  const band = BANDS.find(([limit]) => miles <= limit);
  return (band as readonly [number, Zone])[1];
}

const pricedFrom = (place: ZipPlace) => (isMilitary(place.state) ? (GATEWAYS[place.state] ?? place) : place);

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_RADIUS_MILES = 3958.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in miles. It is the same in both directions. */
export function distanceMiles(a: Point, b: Point): number {
  const north = radians(b.latitude - a.latitude);
  const east = radians(b.longitude - a.longitude);
  const haversine =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
