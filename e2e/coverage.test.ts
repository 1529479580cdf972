import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requirements as mcpRequirements } from './requirements';
import { restRequirements } from './rest-requirements';

const root = resolve(__dirname, '..');
const requirements = [...mcpRequirements, ...restRequirements];
const cited = citations();

describe('every rule of both specifications has its test', () => {
  it('numbers are unique', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('each rule that is built is cited by a test', () => {
    expect(
      requirements
        .filter(({ id, planned }) => !planned && !cited.has(id))
        .map(({ id, rule }) => `${id} ${rule}`),
    ).toEqual([]);
  });

  it('each rule that a test cites stands in the table and is not marked planned', () => {
    const built = new Set(requirements.filter(({ planned }) => !planned).map(({ id }) => id));
    expect([...cited].filter((id) => !built.has(id))).toEqual([]);
  });
});

function citations(): Set<string> {
  const found = new Set<string>();
  for (const file of ['packages', 'services', 'e2e'].flatMap((folder) => testFiles(join(root, folder)))) {
    for (const [, id] of readFileSync(file, 'utf8').matchAll(/\[((?:MCP|REST)-[A-Z]+\d+)\]/g))
      found.add(id as string);
  }
  return found;
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}
