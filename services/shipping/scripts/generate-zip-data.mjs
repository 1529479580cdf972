/**
 * Writes src/domain/address/us-zip-data.json from the `zipcodes` package: one column per field, delta-coded in base 36.
 * So the file is small, and the service holds the table in a few typed arrays. Run this script when the package is
 * updated: `npm run zip-data -w services/shipping`. With `--check`, the script only reports whether the file is
 * current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import zipcodes from 'zipcodes';

const target = new URL('../src/domain/address/us-zip-data.json', import.meta.url);
const rows = Object.values(zipcodes.codes)
  .filter((row) => row.country === 'US' && /^\d{5}$/.test(row.zip))
  .sort((a, b) => a.zip.localeCompare(b.zip));

const located = (row) => row.latitude !== 0 && row.longitude !== 0 && row.latitude !== undefined;

/**
 * Returns a function that gives a position to rows without their own position: the average position of all rows with
 * the same key. The key is a three-digit area or a state.
 */
const middleOf = (key) => {
  const sums = new Map();
  for (const row of rows.filter(located)) {
    const sum = sums.get(key(row)) ?? { latitude: 0, longitude: 0, count: 0 };
    sum.latitude += row.latitude;
    sum.longitude += row.longitude;
    sum.count += 1;
    sums.set(key(row), sum);
  }
  return (row) => {
    const sum = sums.get(key(row));
    return sum && { latitude: sum.latitude / sum.count, longitude: sum.longitude / sum.count };
  };
};
const middleOfArea = middleOf((row) => row.zip.slice(0, 3));
const middleOfState = middleOf((row) => row.state);

const places = new Map();
const columns = { zips: [], latitudes: [], longitudes: [], places: [] };
const previous = { zips: 0, latitudes: 0, longitudes: 0, places: 0 };
const append = (column, value) => {
  columns[column].push((value - previous[column]).toString(36));
  previous[column] = value;
};
let skipped = 0;
for (const row of rows) {
  const point = located(row) ? row : (middleOfArea(row) ?? middleOfState(row));
  if (!point) {
    skipped += 1;
    continue;
  }
  const place = `${row.state}${row.city.toUpperCase()}`;
  if (!places.has(place)) places.set(place, places.size);
  append('zips', Number(row.zip));
  append('latitudes', Math.round(point.latitude * 100));
  append('longitudes', Math.round(point.longitude * 100));
  append('places', places.get(place));
}
const table = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.join(' ')]));
const text = `${JSON.stringify({ names: [...places.keys()].join('|'), ...table }, null, 2)}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text)
    throw new Error('us-zip-data.json is not what the package gives.');
} else {
  writeFileSync(target, text);
}
process.stdout.write(
  `${columns.zips.length} ZIPs, ${places.size} places, ${text.length} bytes, ${skipped} left out\n`,
);
