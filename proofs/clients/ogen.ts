import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientTool, placeFlow } from './client-judge';
import { goModule } from './go-module';

const VERSION = '1.24.0';

/** The tool reads only OpenAPI 3.0. */
export const ogen: ClientTool = {
  name: 'ogen',
  version: VERSION,
  needs: ['go'],
  generate: async (workshop) => {
    const program = await workshop.go(`github.com/ogen-go/ogen/cmd/ogen@v${VERSION}`);
    mkdirSync(join(workshop.folder, 'client'), { recursive: true });
    await workshop.run(program, ['--target', 'client', '--package', 'client', '--clean', 'openapi-3.0.json']);
    placeFlow(workshop, 'ogen.go', 'client/flow/main.go');
  },
  ...goModule('client'),
};
