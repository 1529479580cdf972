import data from './us-zip-data.json';

/**
 * The place of a ZIP. Latitude and longitude are in degrees with two decimals, positive to the north and to the east.
 */
export interface ZipPlace {
  readonly zip: string;
  /** In upper case. */
  readonly city: string;
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

interface Columns {
  readonly zips: Int32Array;
  readonly latitudes: Int16Array;
  readonly longitudes: Int16Array;
  readonly places: Uint16Array;
  /** Each name is state and city in one text, such as `TXAUSTIN`. `places` has the index of each ZIP's name. */
  readonly names: readonly string[];
}

let decoded: Columns | undefined;

/** Returns the place of a ZIP. The last four digits of a ZIP+4 do not count. */
export function findZip(zip: string): ZipPlace | undefined {
  const row = rowOf(zip);
  return row === undefined ? undefined : placeAt(row);
}

/** For a ZIP that is not in the table: returns the place of the nearest ZIP with the same first three digits. */
export function findZipArea(zip: string): ZipPlace | undefined {
  if (!isZip(zip)) return undefined;
  const { zips } = columns();
  const target = Number(zip.slice(0, 5));
  const after = firstAtOrAfter(zips, target);
  const candidates = [after, after - 1].filter(
    (row) =>
      row >= 0 && row < zips.length && Math.floor((zips[row] as number) / 100) === Math.floor(target / 100),
  );
  const nearest = candidates.sort(
    (a, b) => Math.abs((zips[a] as number) - target) - Math.abs((zips[b] as number) - target),
  )[0];
  return nearest === undefined ? undefined : placeAt(nearest);
}

/** Returns all places of this city, sorted by ZIP. Empty when the state has no such city. */
export function findCity(city: string, state: string): readonly ZipPlace[] {
  const { names, places } = columns();
  const place = names.indexOf(`${state.trim().toUpperCase()}${city.trim().toUpperCase()}`);
  if (place < 0) return [];
  const found: ZipPlace[] = [];
  places.forEach((value, row) => {
    if (value === place) found.push(placeAt(row));
  });
  return found;
}

/** True for five digits, or ZIP+4 with or without the hyphen. */
export const isZip = (zip: string): boolean => /^\d{5}(-?\d{4})?$/.test(zip);

function rowOf(zip: string): number | undefined {
  if (!isZip(zip)) return undefined;
  const { zips } = columns();
  const target = Number(zip.slice(0, 5));
  const row = firstAtOrAfter(zips, target);
  return zips[row] === target ? row : undefined;
}

function firstAtOrAfter(zips: Int32Array, target: number): number {
  let low = 0;
  let high = zips.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((zips[middle] as number) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeAt(row: number): ZipPlace {
  const { zips, latitudes, longitudes, places, names } = columns();
  const name = names[places[row] as number] as string;
  return {
    zip: String(zips[row]).padStart(5, '0'),
    city: name.slice(2),
    state: name.slice(0, 2),
    latitude: (latitudes[row] as number) / 100,
    longitude: (longitudes[row] as number) / 100,
  };
}

// The table is decoded at its first use, because some processes need no rates.
function columns(): Columns {
  decoded ??= {
    zips: Int32Array.from(undelta(data.zips)),
    latitudes: Int16Array.from(undelta(data.latitudes)),
    longitudes: Int16Array.from(undelta(data.longitudes)),
    places: Uint16Array.from(undelta(data.places)),
    names: data.names.split('|'),
  };
  return decoded;
}

function undelta(column: string): number[] {
  let value = 0;
  return column.split(' ').map((step) => {
    value += Number.parseInt(step, 36);
    return value;
  });
}
