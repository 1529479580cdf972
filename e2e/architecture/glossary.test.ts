import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const [terms = '', retired = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Retired');

const rows = (table: string): string[][] =>
  [...table.matchAll(/^\| (.+) \|$/gm)].slice(1).map(([, row = '']) => row.split(' | '));

/** Code that people write: the contract and every source file. */
const code = ['proto', 'packages', 'services']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /^(proto|(services|packages)\/[^/]+\/src)\/.*\.(tsx?|proto)$/.test(path))
  .filter((path) => !path.startsWith('packages/contracts/'));

const COMMENTS_AND_TEXTS = /\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"|`[^`]*`/g;

/** Returns the code inside `${…}` of a template literal. The text around this code is for people. */
const codeIn = (text: string): string =>
  text.startsWith('`') ? [...text.matchAll(/\$\{[^{}]*\}/g)].join(' ') : '';

/** Returns the words of a name: `spendBudget` and `spend_budget` are both `spend budget`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

const containsWord = (words: string, word: string): boolean =>
  [`${word} `, `${word}s `].some((form) => ` ${words} `.includes(` ${form}`));

describe('docs/glossary.md', () => {
  it('has at most forty terms, each once, and names only existing paths', () => {
    const names = rows(terms).map(([name]) => name);
    expect(names.length).toBeLessThanOrEqual(40);
    expect(new Set(names).size).toBe(names.length);
    const missing = [...terms.matchAll(/`([a-z\d-]+\/[^`]+)`/g)].filter(
      ([, path = '']) => !existsSync(join(root, path)),
    );
    expect(missing.map(([path]) => path)).toEqual([]);
  });

  it('gives the current word for each retired word', () => {
    const names = new Set([...rows(terms).map(([name]) => name), 'append queue']);
    expect(rows(retired).filter(([, instead]) => !names.has(instead))).toEqual([]);
  });

  it('retires only words that no name in the code contains', () => {
    const words = rows(retired).map(([word = '']) => word);
    expect(words).toContain('budget');
    const found = code.flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8').replace(COMMENTS_AND_TEXTS, codeIn);
      const names = new Set(text.match(/[A-Za-z_$][\w$]*/g));
      return [...names]
        .filter((name) => words.some((word) => containsWord(wordsOf(name), word)))
        .filter((name) => !name.endsWith('DisruptionBudget'))
        .map((name) => `${path}: ${name}`);
    });
    expect(found).toEqual([]);
  });
});
