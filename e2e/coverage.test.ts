import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { requirements as mcpRequirements } from './requirements';
import { restRequirements } from './rest-requirements';

const root = resolve(__dirname, '..');
const requirements = [...mcpRequirements, ...restRequirements];
const sources = ['packages', 'services', 'e2e'].flatMap((folder) => typeScriptFiles(join(root, folder)));
const cited = citations((path) => path.endsWith('.test.ts'));

describe('every rule of both specifications has its test', () => {
  it('numbers are unique', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('each built rule is cited by a test', () => {
    expect(
      requirements
        .filter(({ id, planned }) => !planned && !cited.has(id))
        .map(({ id, rule }) => `${id} ${rule}`),
    ).toEqual([]);
  });

  it('each rule that a test cites is in the table and is not marked planned', () => {
    const built = new Set(requirements.filter(({ planned }) => !planned).map(({ id }) => id));
    expect([...cited].filter((id) => !built.has(id))).toEqual([]);
  });

  it('each rule that a comment cites is in the table', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect(
      [...citations((path) => /^\w+\/[\w-]+\/src\//.test(relative(root, path)))].filter(
        (id) => !known.has(id),
      ),
    ).toEqual([]);
  });

  it('no comment names a section of a text outside this repository', () => {
    const named = /(?:@see|\() ?(?:the )?(?:(?:MCP|REST) )?(?:specification|decisions), /;
    expect(sources.filter((path) => named.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});

function citations(from: (path: string) => boolean): Set<string> {
  const found = new Set<string>();
  for (const file of sources.filter(from)) {
    for (const [, id] of readFileSync(file, 'utf8').matchAll(/\[((?:MCP|REST)-[A-Z]+\d+)\]/g))
      found.add(id as string);
  }
  return found;
}

function typeScriptFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist'].includes(entry.name) ? [] : typeScriptFiles(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
