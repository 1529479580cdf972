import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartFiles } from '../src/chart-files';
import { readServiceTable } from '../src/service-table';
import { settableVariables } from '../src/settable-variables';
import { chart, root } from './support/helm';

describe('a generated file of the chart', () => {
  it.each([...chartFiles(root)])('is current, or run `npm run chart`: %s', (path, content) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(content);
  });
});

describe('a variable that values can set', () => {
  const { shared, own } = settableVariables(root, readServiceTable(chart));

  it('is no secret: secrets are keys in files/services.yaml', () => {
    const secretive = [...shared, ...[...own.values()].flat()]
      .map(({ name }) => name)
      .filter((name) => /(_KEYS?|_SECRETS?|PASSWORD|_TOKEN|_CREDENTIALS)$/.test(name));
    expect(secretive).toEqual([]);
  });

  it('has a description', () => {
    const all = [...shared, ...[...own.values()].flat()];
    expect(all.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  });

  it('never stops the process', () => {
    expect([...own.values()].flat().map(({ name }) => name)).not.toContain('FAIL_POINT');
  });
});
