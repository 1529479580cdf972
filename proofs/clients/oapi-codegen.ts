import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientTool, placeFlow } from './client-judge';
import { goModule } from './go-module';

const VERSION = '2.8.2';

/** With `skip-prune`, the tool keeps the schema of the webhook's body, and generates types from this schema, too. */
const PARTS = 'types,client,skip-prune';

export const oapiCodegen: ClientTool = {
  name: 'oapi-codegen',
  version: VERSION,
  needs: ['go'],
  generate: async (workshop) => {
    const program = await workshop.go(`github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${VERSION}`);
    mkdirSync(join(workshop.folder, 'client'), { recursive: true });
    const output = ['-package', 'client', '-o', 'client/client.go', 'openapi.json'];
    await workshop.run(program, ['-generate', PARTS, ...output]);
    placeFlow(workshop, 'oapi-codegen.go', 'client/flow/main.go');
  },
  ...goModule('client'),
};
