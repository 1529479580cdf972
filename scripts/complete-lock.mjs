/**
 * Adds to package-lock.json the optional platform packages that npm left out because its registry does not have them
 * (for example, a mirror with only Linux packages). Without these entries, `npm ci` refuses the lock file, and other
 * platforms would lack their binaries. Run this script after `npm install`. If no package is missing, the script
 * changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm64',
  'arm',
  'armv7',
  'ia32',
  'loong64',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
  'aarch64',
];
const added = [];

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`;
    const hoisted = `node_modules/${name}`;
    if (lock.packages[nested] || lock.packages[hoisted] || !/^\d/.test(version)) continue;
    lock.packages[hoisted] = platformEntry(name, version, entry);
    added.push(name);
  }
}
if (added.length > 0) {
  const root = lock.packages[''];
  delete lock.packages[''];
  lock.packages = {
    '': root,
    ...Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`${added.length} platform packages added`);

function platformEntry(name, version, parent) {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor)).map((processor) =>
    processor === 'aarch64' ? 'arm64' : processor === 'armv7' ? 'arm' : processor,
  );
  return {
    version,
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(parent.dev ? { dev: true } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}
