/**
 * Packs the TypeScript client as npm publishes packages: compiled, with its types, and without other files of this
 * repository. The bundler puts the result into the gateway, which serves it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'packages/client');

/** @returns the bytes of the package, the same for the same sources */
export function packClient() {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-client-'));
  try {
    const staged = join(folder, 'package');
    mkdirSync(staged);
    compile(join(staged, 'dist'));
    cpSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
    cpSync(join(source, 'README.md'), join(staged, 'README.md'));
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
    const cache = join(folder, 'cache');
    const options = ['--silent', '--ignore-scripts', '--cache', cache, '--pack-destination', folder];
    run('npm', ['pack', ...options], staged);
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    return readFileSync(join(folder, file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compile(outDir) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [tsc, '-p', join(source, 'tsconfig.published.json'), '--outDir', outDir], root);
  // The sources import modules as a bundler resolves them. Node and `nodenext` need file names.
  for (const name of readdirSync(outDir, { recursive: true })) {
    if (!/\.(js|d\.ts)$/.test(name)) continue;
    const path = join(outDir, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.[^']*)'/g, "$1.js'"));
  }
}

export const clientVersion = () => manifest().version;

/** Returns the workspace's own package.json, with compiled entry points. */
function manifest() {
  const { private: _, exports: __, ...rest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  return {
    ...rest,
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    types: './dist/index.d.ts',
    files: ['dist'],
  };
}

function run(command, words, cwd) {
  execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
