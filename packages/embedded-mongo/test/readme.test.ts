import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAGES } from '../src/commands/aggregate';
import { INDEX_OPTIONS } from '../src/commands/indexes';
import { COMMANDS } from '../src/commands/run-command';
import { FIELD_OPERATORS, LOGICAL_OPERATORS } from '../src/query/compile-filter';
import { EXPRESSIONS } from '../src/query/expressions';
import { OPERATORS } from '../src/update/operators';

const ACCEPTED: Record<string, string[]> = {
  Commands: Object.keys(COMMANDS),
  Filters: [...Object.keys(LOGICAL_OPERATORS), ...Object.keys(FIELD_OPERATORS)],
  Updates: [...Object.keys(OPERATORS), '$each', '$slice', '$[name]'],
  'Pipeline updates': ['$set'],
  Expressions: Object.keys(EXPRESSIONS),
  Aggregation: [...STAGES, '$sum'],
  'Index options': INDEX_OPTIONS,
};

test('the README lists exactly what the engine accepts', () => {
  const readme = readFileSync(join(__dirname, '..', 'README.md'), 'utf8');
  const rows = Object.entries(ACCEPTED).map(([area, names]) => `| ${area} | \`${names.join(' ')}\` |`);
  const table = ['| Area | Accepted |', '| --- | --- |', ...rows].join('\n');
  expect(readme).toContain(table);
});
