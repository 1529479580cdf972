import { build, context } from 'esbuild';
import { clientVersion, packClient } from './pack-client.mjs';

const workspaceInlined = {
  name: 'workspace-inlined',
  setup(b) {
    b.onResolve({ filter: /^[^./]/ }, (args) =>
      args.kind === 'entry-point' || args.path.startsWith('@parcelyard/') ? undefined : { external: true },
    );
  },
};

let clientPackage;
/** The gateway serves the client as a package: its bytes become part of the program. */
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

const options = {
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
  plugins: [workspaceInlined, clientPacked],
  logLevel: 'warning',
};

/**
 * Writes one file a program, `<outdir>/<name>.mjs`: workspace packages are inlined, npm packages stay imports.
 * @returns esbuild's metafile, which says for each file what it imports
 */
export async function bundle(entryPoints, outdir) {
  const { metafile } = await build({ ...options, entryPoints, outdir, metafile: true });
  return metafile;
}

/** Does the same whenever a source file changes, and says so after each time that went well. */
export async function bundleOnChange(entryPoints, outdir, onBundled) {
  const announce = {
    name: 'announce',
    setup: (b) => b.onEnd(({ errors }) => (errors.length === 0 ? onBundled() : undefined)),
  };
  const watched = await context({
    ...options,
    plugins: [workspaceInlined, clientPacked, announce],
    entryPoints,
    outdir,
  });
  await watched.watch();
}
