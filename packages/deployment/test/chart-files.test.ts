import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartFiles } from '../src/chart-files';
import { root } from './support/helm';

describe('what follows from values, tables and configurations', () => {
  it.each([...chartFiles(root)])('is up to date, or run `npm run chart`: %s', (path, content) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(content);
  });
});
