/**
 * The program of development images. It bundles and runs the service that SERVICE names. When a source file of the
 * service is replaced, the service is restarted. A service that ends without a signal, for example because its database
 * is not running yet, is restarted, too.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundleOnChange } from './bundle.mjs';

const RESTART_MS = 2_000;
const service = process.env.SERVICE ?? '';
const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const programs = read('./programs.json');
const bundled = [service, ...(read('./companions.json')[service] ?? [])];
let child;
let restarting;
let stopping = false;

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    stopping = true;
    if (!child) process.exit(0);
    child.kill(signal);
  });
}

await bundleOnChange(Object.fromEntries(bundled.map((name) => [name, programs[name]])), 'dist', () => {
  if (stopping) return;
  console.error(`${service}: bundled`);
  // When the old process has ended, its `exit` handler starts the new process.
  if (child) child.kill('SIGTERM');
  else start();
});

function start() {
  clearTimeout(restarting);
  const started = spawn(process.execPath, ['--enable-source-maps', `dist/${service}.mjs`], {
    stdio: 'inherit',
  });
  child = started;
  started.once('exit', (code) => {
    child = undefined;
    if (stopping) process.exit(code ?? 1);
    restarting = setTimeout(start, code === 0 ? 0 : RESTART_MS);
  });
}
