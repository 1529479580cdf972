import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const names = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .sort();

describe('docs/adr', () => {
  const files = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d{4}-/.test(name));

  it.each(files)('%s has number, title, date and status', (file) => {
    const [heading = '', , facts = ''] = read(`docs/adr/${file}`).split('\n');
    const number = String(Number(file.slice(0, 4)));
    const title = /^# (\d+)\. (.+)$/.exec(heading);
    const [, date, status, by] =
      /^Date: (\d{4}-\d\d-\d\d)\. Status: (accepted|superseded by (\d{4}))\.(?: |$)/.exec(facts) ?? [];
    expect({ number: title?.[1], hasDate: date !== undefined, hasStatus: status !== undefined }).toEqual({
      number,
      hasDate: true,
      hasStatus: true,
    });
    if (by) expect(files.some((other) => other.startsWith(by))).toBe(true);
  });

  it.each(files)('%s is linked from the page of its subject', (file) => {
    const pages = [
      'SECURITY.md',
      ...readdirSync(join(root, 'docs'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ];
    expect(pages.filter((page) => read(page).includes(`adr/${file}`))).not.toEqual([]);
  });
});

/** Returns the texts of the documents, and of all files whose comments may name a document. */
function texts(): string[] {
  const folders = [
    'docs',
    'docs/adr',
    'services',
    'packages',
    'e2e',
    'charts',
    'bench',
    'proofs',
    'evals',
    'examples',
  ];
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: !folder.startsWith('docs'), encoding: 'utf8' })
      .filter((path) => !/(^|\/)(node_modules|dist|\.tsbuild)\//.test(path))
      .map((path) => `${folder}/${path}`),
  );
  const own = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  return [...own, ...found].filter((path) => /\.(md|tsx?|mjs|ya?ml)$/.test(path));
}

describe('references to documents', () => {
  it('in links lead to files that exist', () => {
    const broken = texts()
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...read(path).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
          .filter(([, target = '']) => !existsSync(join(root, dirname(path), target)))
          .map(([, target]) => `${path}: ${target}`),
      );
    expect(broken).toEqual([]);
  });

  it('by the number of a decision name an existing one', () => {
    const numbers = new Set(readdirSync(join(root, 'docs/adr')).map((name) => Number(name.slice(0, 4))));
    const broken = texts().flatMap((path) =>
      [...read(path).matchAll(/\bADR[ -]?0*(\d+)\b/g)]
        .filter(([, number]) => !numbers.has(Number(number)))
        .map(([mention]) => `${path}: ${mention}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('the documents', () => {
  /** Documents that programs write. */
  const GENERATED = ['docs/messages-table.md', 'docs/sizing-tables.md', 'charts/parcelyard/README.md'];
  /** The limit for the words of the documents. If a new page exceeds the limit, shorten other pages. */
  const MOST_WORDS = 45_000;

  it('are within the word limit', () => {
    const pages = texts().filter((path) => path.endsWith('.md') && !GENERATED.includes(path));
    const words = [...new Set(pages)].flatMap((path) =>
      read(path)
        .split(/\s+/)
        .filter((word) => word !== ''),
    );
    expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
  });
});

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md');

  it('names only paths that exist', () => {
    const paths = [
      ...text.matchAll(/`((?:services|packages|charts|proto|e2e|proofs|evals|docs)\/[^`]*)`/g),
    ].flatMap(([, path = '']) =>
      /\{(.+)\}/.test(path)
        ? path
            .replace(/.*\{(.+)\}.*/, '$1')
            .split(',')
            .map((one) => path.replace(/\{.+\}/, one))
        : [path],
    );
    // True when the named file exists. A name with an asterisk needs at least one matching file. For other
    // placeholders, the folder must exist.
    const isThere = (path: string) => {
      const [folder = '', pattern] = path
        .replace(/<(name|service)>/g, 'orders')
        .split(/(?<=\/)(?=[^/]*[<*])/);
      if (!existsSync(join(root, folder))) return false;
      if (!pattern?.includes('*')) return true;
      const [before = '', after = ''] = pattern.split('*');
      return readdirSync(join(root, folder)).some((name) => name.startsWith(before) && name.endsWith(after));
    };
    const missing = paths.filter((path) => !isThere(path));
    expect(paths.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  it('names for each service the services that it calls, like charts/parcelyard/files/calls.yaml', () => {
    const callers = read('charts/parcelyard/files/calls.yaml').split(/^(?=\S)/m);
    const calls = (name: string) =>
      [...(callers.find((one) => one.startsWith(`${name}:`)) ?? '').matchAll(/^ {2}([a-z-]+):/gm)].map(
        ([, callee]) => callee,
      );
    for (const name of names('services')) {
      const row = new RegExp(`^\\| ${name} \\|.*\\| (.+) \\|$`, 'm').exec(text)?.[1];
      const told = row === 'all' ? names('services').filter((one) => one !== 'gateway') : row?.split(', ');
      expect({ name, calls: told?.filter((one) => one !== '–').sort() }).toEqual({
        name,
        calls: calls(name).sort(),
      });
    }
  });

  it('names every package and every surface', () => {
    const missing = [
      ...names('packages').filter((name) => !text.includes(`\`${name}\``)),
      ...names('services/gateway/src/surfaces').filter((name) => !text.includes(`surfaces/${name}`)),
    ];
    expect(missing).toEqual([]);
  });
});
