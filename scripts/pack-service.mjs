/**
 * Puts into a folder only the files that one program needs to run: `main.mjs`, the npm packages that it imports, and
 * the packages that those packages need, exactly as they are installed here. Some programs have a companion, such as
 * `shipctl.mjs` of the gateway. Two files describe the packages (`packages.json`) and their licences
 * (`THIRD-PARTY-LICENSES.txt`). The image of a service is this folder on top of Node.
 *
 * node scripts/pack-service.mjs orders build/orders
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { bundle } from './bundle.mjs';
import { RENDERER_FILE, rendererFolder } from './renderer.mjs';
import { rendererLicenses, rendererPackages } from './renderer-packages.mjs';
import { describePackages } from './third-party.mjs';

const [service, outdir] = process.argv.slice(2);
const programs = JSON.parse(readFileSync(new URL('./programs.json', import.meta.url), 'utf8'));
if (!Object.hasOwn(programs, service ?? '') || !outdir) {
  console.error(`Usage: pack-service.mjs <${Object.keys(programs).join('|')}> <folder>`);
  process.exit(1);
}
const root = process.cwd();
/**
 * Further programs of an image: shipctl, which may call every service, and programs that run as threads of a service.
 */
const companions = JSON.parse(readFileSync(new URL('./companions.json', import.meta.url), 'utf8'));
/** Files of a package that a running program never reads. */
const NEEDLESS = /(\.map|\.d\.[cm]?ts|\.tsbuildinfo|\.markdown|(?<!LICEN[SC]E|NOTICE)\.md)$/i;

rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
const packed = [service, ...(companions[service] ?? [])];
const { inputs } = await bundle(Object.fromEntries(packed.map((name) => [name, programs[name]])), outdir);
for (const name of packed) rmSync(join(outdir, `${name}.mjs.map`));
renameSync(join(outdir, `${service}.mjs`), join(outdir, 'main.mjs'));
// Node reads this file. Without it, every start searches the parent folders for a package.json.
writeFileSync(join(outdir, 'package.json'), `${JSON.stringify({ name: service, type: 'module' })}\n`);

const copied = new Map();
for (const [file, { imports }] of Object.entries(inputs)) {
  for (const { path, external } of imports) {
    if (external && !isBuiltin(path)) copy(find(packageName(path), dirname(resolve(file))));
  }
}
// The renderer is one file that its maker built from many packages. Our code imports none of these packages, so they
// are added here.
const hasRenderer = existsSync(join(outdir, RENDERER_FILE));
const { packages, licenses } = describePackages(
  [...copied.values(), ...(hasRenderer ? [rendererFolder] : [])],
  root,
);
const isNew = ({ name, version }) => !packages.some((each) => each.name === name && each.version === version);
const inRenderer = hasRenderer ? rendererPackages.filter(isNew).map(({ copyright, ...facts }) => facts) : [];
writeFileSync(join(outdir, 'packages.json'), `${JSON.stringify([...packages, ...inRenderer], null, 1)}\n`);
writeFileSync(
  join(outdir, 'THIRD-PARTY-LICENSES.txt'),
  hasRenderer ? `${licenses}\n${'-'.repeat(80)}\n\n${rendererLicenses()}` : licenses,
);
console.log(`${service}: ${copied.size} packages`);

/** Copies a package and then the packages that it needs. */
function copy(folder) {
  const target = join(outdir, placeOf(folder));
  if (copied.get(target) === folder) return;
  if (copied.has(target)) throw new Error(`${target} would hold both ${copied.get(target)} and ${folder}.`);
  copied.set(target, folder);
  cpSync(folder, target, {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules' && !NEEDLESS.test(path),
  });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const [name, isOptional] of needs(manifest)) {
    const found = find(name, folder, isOptional);
    if (found) copy(found);
  }
}

/**
 * Returns the names of the packages that a package needs, and for each name whether the package is optional. Type
 * packages are left out, because only compilers need them.
 */
function needs({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  // Optional peer dependencies are left out, because the package works without them. Such a peer may be installed here
  // only because another package needs it.
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
  return names
    .filter((name) => !name.startsWith('@types/'))
    .map((name) => [name, name in (optionalDependencies ?? {})]);
}

/** Returns the folder in which Node would find a package, starting from a folder. */
function find(name, from, isOptional = false) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) break;
  }
  if (isOptional) return undefined;
  throw new Error(`${name}, which ${relative(root, from)} needs, is not installed.`);
}

/**
 * Returns the package's path in the image: its path here without the folders before the first `node_modules`. For
 * example, `services/orders/node_modules/x` becomes `node_modules/x`.
 */
function placeOf(folder) {
  const path = relative(root, folder);
  return path.slice(path.indexOf('node_modules'));
}

function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function isBuiltin(specifier) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}
