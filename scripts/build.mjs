/**
 * Bundles every program of the project into `dist/<program>.mjs`: workspace packages are inlined, npm packages stay
 * imports. One file a program keeps start-up short, and a stack that is running is not disturbed by an edit.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const programs = JSON.parse(readFileSync(new URL('./programs.json', import.meta.url), 'utf8'));
const present = Object.entries(programs).filter(([, entry]) => existsSync(entry));

const workspaceInlined = {
  name: 'workspace-inlined',
  setup(b) {
    b.onResolve({ filter: /^[^./]/ }, (args) =>
      args.kind === 'entry-point' || args.path.startsWith('@parcelyard/') ? undefined : { external: true },
    );
  },
};

const staging = `dist.${process.pid}`;
mkdirSync('dist', { recursive: true });
await build({
  entryPoints: Object.fromEntries(present),
  outdir: staging,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  sourcemap: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // The web application's stylesheet is part of the program.
  loader: { '.css': 'text' },
  plugins: [workspaceInlined],
  logLevel: 'warning',
});
// A rename is atomic: a process that starts meanwhile sees the old program or the new one, never half of one.
for (const [name] of present) {
  for (const suffix of ['.mjs', '.mjs.map'])
    renameSync(`${staging}/${name}${suffix}`, `dist/${name}${suffix}`);
}
rmSync(staging, { recursive: true });
