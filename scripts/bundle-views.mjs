/**
 * Bundles the views of the chat (`services/gateway/views`). Each view becomes one HTML document that contains its
 * script and its style, so that the document loads nothing.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../services/gateway/views', import.meta.url));
const MOST_BYTES = 150 * 1024;

/** Returns the folders with the sources of the views. */
export const viewFolders = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));

/** @returns the HTML documents, each under the name of its view's folder */
export async function bundleViews() {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'view.tsx')));
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(names.map((name) => [name, join(folder, name, 'view.tsx')])),
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const text = (name, extension) =>
    outputFiles.find(({ path }) => path === join(folder, name + extension))?.text.trim() ?? '';
  return Object.fromEntries(
    names.map((name) => [name, document(name, text(name, '.js'), text(name, '.css'))]),
  );
}

function document(name, script, style) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Parcelyard ${name}</title><style>${style}</style></head><body><main id="view"></main><script>${script}</script></body></html>`;
  if (html.length > MOST_BYTES)
    throw new Error(`The view ${name} has ${html.length} bytes, over ${MOST_BYTES}.`);
  return html;
}
