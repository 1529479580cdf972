/**
 * Bundles every program of the project into `dist/<program>.mjs`. Workspace packages are inlined; npm packages stay
 * imports. A program in one file starts quickly, and an edit of the sources does not disturb a running stack.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { bundle } from './bundle.mjs';
import { RENDERER_FILE } from './renderer.mjs';

const programs = JSON.parse(readFileSync(new URL('./programs.json', import.meta.url), 'utf8'));
const present = Object.entries(programs).filter(([, entry]) => existsSync(entry));

const staging = `dist.${process.pid}`;
mkdirSync('dist', { recursive: true });
await bundle(Object.fromEntries(present), staging);
renameSync(`${staging}/${RENDERER_FILE}`, `dist/${RENDERER_FILE}`);
// A rename is atomic: a process that starts meanwhile sees the old program or the new program, never a part of one.
for (const [name] of present) {
  for (const suffix of ['.mjs', '.mjs.map'])
    renameSync(`${staging}/${name}${suffix}`, `dist/${name}${suffix}`);
}
rmSync(staging, { recursive: true });
