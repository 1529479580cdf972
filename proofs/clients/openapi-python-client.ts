import { join } from 'node:path';
import { type ClientTool, placeFlow } from './client-judge';

const VERSION = '0.29.1';
const PACKAGE = 'client/parcelyard_rest_api_client';

export const openapiPythonClient: ClientTool = {
  name: 'openapi-python-client',
  version: VERSION,
  needs: ['python3'],
  generate: async (workshop) => {
    const programs = await workshop.python([`openapi-python-client==${VERSION}`, 'ruff==0.14.6']);
    const arguments_ = ['generate', '--path', 'openapi.json', '--output-path', 'client', '--overwrite'];
    const environment = { PATH: `${programs}:${process.env.PATH}` };
    await workshop.run(join(programs, 'openapi-python-client'), [...arguments_, '--fail-on-warning'], {
      environment,
    });
    placeFlow(workshop, 'openapi-python-client.py', 'flow.py');
  },
  compile: async (workshop) => {
    const programs = await workshop.python([join(workshop.folder, 'client')]);
    await workshop.python(['mypy==1.18.2']);
    await workshop.run(join(programs, 'mypy'), [PACKAGE]);
  },
  flow: async (workshop, options) => {
    await workshop.run(join(workshop.folder, 'venv/bin/python'), ['flow.py'], options);
  },
};
