import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientTool, placeFlow } from './client-judge';
import { typescriptProject } from './typescript-project';

const OPENAPI_TYPESCRIPT = '7.13.0';
const OPENAPI_FETCH = '0.17.0';
/** The last version of Orval that runs on Node.js 20. */
const ORVAL = '7.13.2';

const openapiTypescript: ClientTool = {
  name: 'openapi-typescript, openapi-fetch',
  version: `${OPENAPI_TYPESCRIPT}, ${OPENAPI_FETCH}`,
  needs: [],
  generate: async (workshop) => {
    await workshop.npm([`openapi-typescript@${OPENAPI_TYPESCRIPT}`, 'typescript@5.9.3']);
    const program = join(workshop.folder, 'node_modules/.bin/openapi-typescript');
    await workshop.run(program, ['openapi.json', '-o', 'client.ts']);
    placeFlow(workshop, 'openapi-fetch.ts', 'flow.ts');
  },
  ...typescriptProject([`openapi-fetch@${OPENAPI_FETCH}`]),
};

const orval: ClientTool = {
  name: 'orval',
  version: ORVAL,
  needs: [],
  generate: async (workshop) => {
    await workshop.npm([`orval@${ORVAL}`]);
    const baseUrl = { getBaseUrlFromSpecification: true };
    const output = { target: './client/index.ts', client: 'fetch', baseUrl };
    const config = { api: { input: './openapi.json', output } };
    mkdirSync(join(workshop.folder, 'client'), { recursive: true });
    writeFileSync(join(workshop.folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)};\n`);
    const program = join(workshop.folder, 'node_modules/.bin/orval');
    await workshop.run(program, ['--config', './orval.config.cjs']);
    placeFlow(workshop, 'orval.ts', 'flow.ts');
  },
  ...typescriptProject([]),
};

export const typescriptTools: readonly ClientTool[] = [openapiTypescript, orval];
