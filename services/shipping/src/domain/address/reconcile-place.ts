import { distanceMiles } from '../rating/zone';
import type { AddressField, AddressStatus, Finding } from './address-check';
import type { PostalAddress } from './postal-address';
import { stateCode } from './us-states';
import { findCity, findZip, findZipArea, isZip, type ZipPlace } from './zip-table';

/** Two cities of a state are treated as one town when they are at most this far apart. */
const SAME_TOWN_MILES = 30;

/** Compares ZIP, city and state. Adds missing fields, corrects mistakes, and reports what it cannot correct. */
export function reconcilePlace(address: PostalAddress): Finding[] {
  const findings: Finding[] = [];
  const state = stateCode(address.state);
  if (address.state !== '' && state === undefined) {
    findings.push(finding('warning', 'state_unknown', 'state', `"${address.state}" is not a US state.`));
  }
  const known = { city: address.city, state: state ?? '' };
  const spelled: Finding[] =
    state !== undefined && state !== address.state ? [{ status: 'plausible', changes: { state } }] : [];
  if (address.zip === '') return [...findings, ...spelled, ...completeZip(known)];
  return [...findings, ...spelled, ...checkZip(address.zip, known)];
}

/** The most ZIPs in a message. A big city has dozens. */
const MOST_LISTED = 5;

interface Town {
  readonly city: string;
  readonly state: string;
}

function completeZip({ city, state }: Town): Finding[] {
  if (city === '' || state === '') {
    return [
      finding('error', 'zip_missing', 'zip', 'The ZIP is missing, and without it city and state are needed.'),
    ];
  }
  const places = findCity(city, state);
  const first = places[0];
  if (!first) return [finding('error', 'city_unknown', 'city', `${city}, ${state} was not found.`)];
  if (places.length === 1) {
    const text = `The missing ZIP of ${city}, ${state} is ${first.zip}.`;
    const changes = { zip: first.zip };
    return [{ ...finding('corrected', 'zip_completed', 'zip', text, first.zip), changes }];
  }
  // The right ZIP depends on the street, and there is no table of streets. So no ZIP is suggested.
  const listed = places.length <= MOST_LISTED ? `: ${places.map(({ zip }) => zip).join(', ')}` : '';
  const text = `The ZIP is missing, and ${city}, ${state} has ${places.length}${listed}. The street decides which.`;
  return [finding('warning', 'zip_ambiguous', 'zip', text)];
}

function checkZip(zip: string, town: Town): Finding[] {
  if (!isZip(zip)) {
    return [
      finding('error', 'zip_malformed', 'zip', `"${zip}" is not a ZIP: five digits, or five and four.`),
    ];
  }
  const place = findZip(zip);
  if (place) return compareWithPlace(zip, place, town);
  if (!findZipArea(zip)) return [finding('error', 'address_not_found', 'zip', `ZIP ${zip} does not exist.`)];
  return [finding('warning', 'zip_unknown', 'zip', `ZIP ${zip} is not on the list of ZIPs.`)];
}

function compareWithPlace(zip: string, place: ZipPlace, { city, state }: Town): Finding[] {
  if (state !== '' && state !== place.state) return stateContradicts(zip, place, { city, state });
  const completed: Finding[] = state === '' ? [{ status: 'plausible', changes: { state: place.state } }] : [];
  return [...completed, ...compareCity(zip, place, city)];
}

function stateContradicts(zip: string, place: ZipPlace, { city, state }: Town): Finding[] {
  const there = `ZIP ${zip} belongs to ${place.city}, ${place.state}`;
  if (city === '' || sameCity(city, place.city)) {
    const text = `${there}: the state ${state} was corrected.`;
    const changes = { state: place.state, ...(city === '' && { city: place.city }) };
    return [{ ...finding('corrected', 'state_corrected', 'state', text, place.state), changes }];
  }
  const meant = onlyZip(findCity(city, state));
  return [finding('warning', 'zip_state_mismatch', 'zip', `${there}, not to ${city}, ${state}.`, meant)];
}

function compareCity(zip: string, place: ZipPlace, city: string): Finding[] {
  if (city === '') return [{ status: 'plausible', changes: { city: place.city } }];
  if (sameCity(city, place.city)) return [];
  const namesakes = findCity(city, place.state);
  if (namesakes.some((other) => distanceMiles(other, place) <= SAME_TOWN_MILES)) return [];
  const there = `ZIP ${zip} belongs to ${place.city}, ${place.state}`;
  if (namesakes.length > 0) {
    return [finding('warning', 'zip_city_mismatch', 'zip', `${there}, not to ${city}.`, onlyZip(namesakes))];
  }
  if (editDistance(city, place.city) <= 2) {
    const text = `${there}: the city's spelling was corrected.`;
    const changes = { city: place.city };
    return [{ ...finding('corrected', 'city_corrected', 'city', text, place.city), changes }];
  }
  return [finding('warning', 'city_unknown', 'city', `${there}; ${city} is not known there.`, place.city)];
}

/** Returns the town's ZIP if it has only one, otherwise an empty text. */
const onlyZip = ([first, ...others]: readonly ZipPlace[]): string =>
  first && others.length === 0 ? first.zip : '';

/** Compares city names. The ZIP table shortens some names, and people write `Saint` and `Fort` in two ways. */
const sameCity = (a: string, b: string): boolean => plainCity(a) === plainCity(b);

const plainCity = (city: string): string =>
  city
    .replace(/\bSAINT\b/g, 'ST')
    .replace(/\bFORT\b/g, 'FT')
    .replace(/\bMOUNT\b/g, 'MT')
    .replace(/[^A-Z]/g, '');

const finding = (
  status: AddressStatus,
  code: string,
  field: AddressField,
  message: string,
  suggestion = '',
): Finding => ({ status, message: { code, field, message, suggestion } });

/** Returns how many letters must be added, removed or replaced to change one text into the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, position) => position);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
