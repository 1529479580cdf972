import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API } from 'typescript/unstable/sync';

/**
 * Prints every call of a service's method in the sources of some projects, as `[{project, area, key, place}]`. The
 * compiler finds the calls, because it knows to which service a method belongs: a client's methods are declared in the
 * contract.
 *
 *   node scripts/list-calls.mjs '["getBalance", …]' services/orders packages/cli …
 */
const [keys, ...projects] = process.argv.slice(2);
const methods = new Set(JSON.parse(keys));
const root = process.cwd();
const compiler = new API({ cwd: root });
const calls = projects.flatMap((project) => {
  const config = join(root, project, 'tsconfig.json');
  const snapshot = compiler.updateSnapshot({ openProjects: [config] });
  const { rootFiles, checker } = snapshot.getProject(config);
  const found = rootFiles
    .filter((file) => file.startsWith(join(root, project, 'src/')))
    .flatMap((file) => callsOf(file, checker).map((call) => ({ project, ...call })));
  snapshot.dispose();
  return found;
});
compiler.close();
process.stdout.write(JSON.stringify(calls));

function callsOf(file, checker) {
  const text = readFileSync(file, 'utf8');
  const accesses = [...text.matchAll(/\.\s*(\w+)/g)]
    .filter(([, name]) => methods.has(name))
    .map(({ index, 0: access, 1: key }) => ({ key, at: index + access.length - key.length }));
  if (accesses.length === 0) return [];
  const symbols = checker.getSymbolAtPosition(
    file,
    accesses.map(({ at }) => at),
  );
  return accesses.flatMap(({ key, at }, index) => {
    const paths = symbols[index]?.declarations.map(({ path }) => path) ?? [];
    // If a value may be one of several clients, the method has a declaration for each of these clients.
    const areas = paths.flatMap((path) => /contracts\/src\/parcelyard\/(\w+)\//.exec(path)?.[1] ?? []);
    const place = `${file.slice(root.length + 1)}:${text.slice(0, at).split('\n').length}`;
    return areas.map((area) => ({ area, key, place }));
  });
}
