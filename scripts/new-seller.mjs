/**
 * `npm run new-seller NAME [TITLE]`: creates the folder of a new seller with its declaration, port, double and
 * conformance test to fill in. Adds its two lines to the registry. docs/adding-a-seller.md describes the next steps.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sellerFiles } from './new-seller-files.mjs';

const SELLERS = 'services/shipping/src/sellers';
const [name = '', title = capital(name)] = process.argv.slice(2);

if (!/^[a-z]{2,20}$/.test(name))
  fail('Usage: npm run new-seller NAME [TITLE], NAME with 2 to 20 lower-case letters.');
if (!/^[\w .&-]+$/.test(title)) fail('TITLE has letters, digits, spaces, dots, & and hyphens.');
if (existsSync(`${SELLERS}/${name}`)) fail(`There is a seller ${name} already.`);

const files = sellerFiles(name, title);
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
const open = `open${capital(name)}`;
edit(`${SELLERS}/declarations.ts`, [
  [/\n\n\/\*\*/, `\nimport { ${name} } from './${name}/declaration';\n\n/**`],
  [/,?\s*\] as const satisfies/, `, ${name}] as const satisfies`],
]);
edit(`${SELLERS}/open-sellers.ts`, [
  [/\n\};/, `\n  ${name}: async () => (await import('./${name}/open-${name}')).${open},\n};`],
]);
const touched = [...Object.keys(files), `${SELLERS}/declarations.ts`, `${SELLERS}/open-sellers.ts`];
execFileSync('npx', ['biome', 'check', '--write', ...touched], { stdio: ['ignore', 'ignore', 'inherit'] });
console.log(`Written:\n  ${touched.join('\n  ')}\nGo on with docs/adding-a-seller.md.`);

function edit(path, changes) {
  const before = readFileSync(path, 'utf8');
  const after = changes.reduce((text, [place, words]) => {
    if (!place.test(text)) fail(`${path} is not as expected: nothing matches ${place}.`);
    return text.replace(place, words);
  }, before);
  writeFileSync(path, after);
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function fail(words) {
  console.error(words);
  process.exit(1);
}
