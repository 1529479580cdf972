import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, context } from 'esbuild';
import { bundleViews, viewFolders } from './bundle-views.mjs';
import { clientVersion, packClient } from './pack-client.mjs';
import { packRenderer, RENDERER_FILE } from './renderer.mjs';

const workspaceInlined = {
  name: 'workspace-inlined',
  setup(b) {
    b.onResolve({ filter: /^[^./]/ }, (args) =>
      args.kind === 'entry-point' || args.path.startsWith('@parcelyard/') ? undefined : { external: true },
    );
  },
};

let clientPackage;
/** The gateway serves the TypeScript client as an npm package, so the gateway's bundle contains the package's bytes. */
const clientPacked = {
  name: 'client-packed',
  setup(b) {
    b.onLoad({ filter: /surfaces\/rest\/client-package\.ts$/ }, () => {
      clientPackage ??= packClient().toString('base64');
      return {
        contents: `export const clientPackage = Buffer.from('${clientPackage}', 'base64');
export const clientVersion = '${clientVersion()}';`,
      };
    });
  },
};

/**
 * The renderer of the API reference is read only when a browser requests it, so it is a separate file next to the
 * program.
 */
const rendererBeside = {
  name: 'renderer-beside',
  setup(b) {
    b.onLoad({ filter: /api-docs\/reference\/renderer-file\.ts$/ }, () => {
      const { gzipped, hash } = packRenderer();
      const { outdir } = b.initialOptions;
      mkdirSync(outdir, { recursive: true });
      writeFileSync(join(outdir, RENDERER_FILE), gzipped);
      return {
        contents: `export const rendererFile = new URL('./${RENDERER_FILE}', import.meta.url);
export const rendererHash = '${hash}';`,
      };
    });
  },
};

/** Code for browsers is part of the program as text. */
const browserText = {
  name: 'browser-text',
  setup(b) {
    b.onLoad({ filter: /\.browser\.js$/ }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        minify: true,
        write: false,
        target: 'es2022',
      });
      return { contents: outputFiles[0].text, loader: 'text' };
    });
  },
};

/** The gateway serves the views of the chat, so their documents become part of the program. */
const viewsBundled = {
  name: 'views-bundled',
  setup(b) {
    b.onLoad({ filter: /surfaces\/mcp\/modern\/apps\/view-documents\.ts$/ }, async () => ({
      contents: `export const viewDocuments = ${JSON.stringify(await bundleViews())};`,
      watchDirs: viewFolders(),
    }));
  },
};

const plugins = [workspaceInlined, clientPacked, rendererBeside, browserText, viewsBundled];

const options = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  sourcemap: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // The program contains the stylesheets and the webhook receivers (Go, PHP) that the documents show.
  loader: { '.css': 'text', '.go': 'text', '.php': 'text' },
  plugins,
  logLevel: 'warning',
};

/**
 * Writes one file for each program, `<outdir>/<name>.mjs`. Workspace packages are inlined; npm packages stay imports.
 * @returns esbuild's metafile, which says what each file imports
 */
export async function bundle(entryPoints, outdir) {
  const { metafile } = await build({ ...options, entryPoints, outdir, metafile: true });
  return metafile;
}

/** Bundles the same files again whenever a source file changes. Calls `onBundled` after each successful run. */
export async function bundleOnChange(entryPoints, outdir, onBundled) {
  const announce = {
    name: 'announce',
    setup: (b) => b.onEnd(({ errors }) => (errors.length === 0 ? onBundled() : undefined)),
  };
  const watched = await context({
    ...options,
    plugins: [...plugins, announce],
    entryPoints,
    outdir,
  });
  await watched.watch();
}
