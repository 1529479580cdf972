import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The plugin for Fastify holds the same script as @scalar/api-reference, with 25 packages behind it instead of 299. */
export const rendererFolder = dirname(
  dirname(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'))),
);

/** The file that lies beside a program with the gateway in it. */
export const RENDERER_FILE = 'api-reference.js.gz';

let packed;
/** The script that shows the API reference, as its maker built it: compressed, and a name for its content. */
export function packRenderer() {
  packed ??= pack(readFileSync(join(rendererFolder, 'dist/js/standalone.js')));
  return packed;
}

const pack = (script) => ({
  gzipped: gzipSync(script, { level: 9 }),
  hash: createHash('sha256').update(script).digest('base64url').slice(0, 12),
});
