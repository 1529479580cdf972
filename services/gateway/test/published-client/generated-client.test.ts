import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { OpenApiDocument } from '@parcelyard/client/generator/open-api';
import { writeClient } from '@parcelyard/client/generator/write-client';
import { createOpenApiDocument } from '../../src/surfaces/rest/openapi/create-open-api-document';
import { restRoutes } from '../../src/surfaces/rest/routes';

const root = resolve(__dirname, '../../../..');
const GENERATED = join(root, 'packages/client/src/generated');

describe('the TypeScript client [REST-T1]', () => {
  it('matches the published document; otherwise run `npm run client` and commit', () => {
    const files = formatted(writeClient(publishedDocument()));
    for (const [name, text] of Object.entries(files)) {
      const path = join(GENERATED, name);
      if (process.env.WRITE_CLIENT) writeFileSync(path, text);
      if (readFileSync(path, 'utf8') !== text) {
        throw new Error(
          `packages/client/src/generated/${name} differs from the routes: run \`npm run client\` and commit.`,
        );
      }
    }
  });
});

function publishedDocument(): OpenApiDocument {
  const service = { baseUrl: 'https://ship.example', serviceName: 'Parcelyard' };
  return createOpenApiDocument(restRoutes, service) as unknown as OpenApiDocument;
}

/** The files as `npm run format` writes them. */
function formatted(files: Readonly<Record<string, string>>): Record<string, string> {
  const folder = mkdtempSync(join(root, 'packages/client/src/generated-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', folder], { cwd: root });
    return Object.fromEntries(
      Object.keys(files).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
