import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isReason } from './conformance/is-reason';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../../../..');
const SHIPPING = 'services/shipping';
/** The files that the generator reads, the files that they import, and the configuration of the checks. */
const COPIED = [
  `${SHIPPING}/src`,
  `${SHIPPING}/test/sellers/conformance`,
  `${SHIPPING}/test/address`,
  '.gitignore',
  'biome.json',
  'tsconfig.base.json',
];

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'new-seller-'));
  await Promise.all(COPIED.map((path) => cp(join(ROOT, path), join(place, path), { recursive: true })));
  await symlink(join(ROOT, 'node_modules'), join(place, 'node_modules'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const inPlace = (file: string, ...args: readonly string[]) =>
  run(file, [...args], { cwd: place, env: { ...process.env, CI: 'true' } });
const generate = (...args: readonly string[]) =>
  inPlace(process.execPath, join(ROOT, 'scripts/new-seller.mjs'), ...args);
const program = (name: string) => join(ROOT, 'node_modules/.bin', name);

test('the generated folder of a new seller passes the compiler and the linter', async () => {
  const { stdout } = await generate('acme', 'Acme & Sons');
  const written = stdout.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
  expect(written).toHaveLength(6);
  await writeFile(
    join(place, 'tsconfig.json'),
    JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true },
      include: [`${SHIPPING}/src`, `${SHIPPING}/test/sellers/acme`],
    }),
  );
  await expect(inPlace(program('tsc'), '-p', '.')).resolves.toMatchObject({ stdout: '' });
  await inPlace(program('biome'), 'check', '--error-on-warnings', ...written);
  const declaration = await readFile(join(place, SHIPPING, 'src/sellers/acme/declaration.ts'), 'utf8');
  expect(declaration).toContain("title: 'Acme & Sons'");
  expect(declaration).not.toMatch(/\ba Acme/);
});

test.each(['journal of Acme is to be written.', 'does not read yet', 'TODO: say why', 'no QR'])(
  'the conformance kit refuses “%s” as a reason why a situation is impossible',
  (sentence) => {
    expect(isReason(sentence)).toBe(false);
  },
);

test.each([
  [['easypost'], 'There is a seller easypost already.'],
  [['Two Words'], 'NAME with 2 to 20 lower-case letters'],
  [['fine', "a'quote"], 'TITLE has letters'],
])('%j is refused with a message, and nothing is written', async (args, words) => {
  const registry = join(place, SHIPPING, 'src/sellers/declarations.ts');
  const before = await readFile(registry, 'utf8');
  await expect(generate(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
  expect(await readFile(registry, 'utf8')).toBe(before);
});
