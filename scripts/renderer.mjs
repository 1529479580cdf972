import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The plugin for Fastify contains the same script as @scalar/api-reference, with 25 dependencies instead of 299. */
export const rendererFolder = dirname(
  dirname(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'))),
);

/** The file with the renderer, next to each program that contains the gateway. */
export const RENDERER_FILE = 'api-reference.js.gz';

let packed;
/**
 * Returns the script that shows the API reference, as its maker built it, in compressed form. `hash` depends on the
 * script's content and is part of the script's address.
 */
export function packRenderer() {
  packed ??= pack(readFileSync(join(rendererFolder, 'dist/js/standalone.js')));
  return packed;
}

const pack = (script) => ({
  gzipped: gzipSync(script, { level: 9 }),
  hash: createHash('sha256').update(script).digest('base64url').slice(0, 12),
});
