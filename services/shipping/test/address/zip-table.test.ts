import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { findCity, findZip, findZipArea, isZip } from '../../src/domain/address/zip-table';

describe('the bundled ZIP data', () => {
  it.each([
    ['78701', 'AUSTIN', 'TX', 30.27, -97.74],
    ['10001', 'NEW YORK', 'NY', 40.75, -74],
    ['02108', 'BOSTON', 'MA', 42.36, -71.06],
    ['99950', 'KETCHIKAN', 'AK', 55.34, -131.65],
    ['00901', 'SAN JUAN', 'PR', 18.4, -66.06],
  ])('has the location of ZIP %s', (zip, city, state, latitude, longitude) => {
    const place = findZip(zip);
    expect(place).toMatchObject({ zip, city, state });
    expect(place?.latitude).toBeCloseTo(latitude, 0);
    expect(place?.longitude).toBeCloseTo(longitude, 0);
  });

  it('ignores the last four digits of a ZIP+4', () => {
    expect(findZip('78701-1234')?.city).toBe('AUSTIN');
    expect(findZip('787011234')?.city).toBe('AUSTIN');
  });

  it.each(['', '7870', '787011', 'ABCDE', '78701-12'])('treats %j as no ZIP', (zip) => {
    expect(isZip(zip)).toBe(false);
    expect(findZip(zip)).toBeUndefined();
    expect(findZipArea(zip)).toBeUndefined();
  });

  it('places an unknown ZIP by its first three digits', () => {
    expect(findZip('78700')).toBeUndefined();
    expect(findZipArea('78700')).toMatchObject({ city: 'AUSTIN', state: 'TX' });
    expect(findZipArea('00099')).toBeUndefined();
    expect(findZipArea('99999')).toMatchObject({ state: 'AK' });
  });

  it('lists every ZIP of a city, in any case', () => {
    const zips = findCity('Austin', 'tx').map(({ zip }) => zip);
    expect(zips).toContain('78701');
    expect(zips).toEqual([...zips].sort());
    expect(findCity('Nowhere', 'TX')).toEqual([]);
  });

  it('matches the output of the generator, and covers the whole country', () => {
    const script = resolve(__dirname, '../../scripts/generate-zip-data.mjs');
    const said = execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect(Number(/^(\d+) ZIPs/.exec(said)?.[1])).toBeGreaterThan(42_000);
  });
});
