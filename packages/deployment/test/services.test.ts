import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readServiceTable } from '../src/service-table';
import { chart, root } from './support/helm';

interface Place {
  file: string;
  /** The text for a service. NAME is replaced by the service's name. */
  text: string;
  /** Services that the file need not list. */
  except?: readonly string[];
}

/** Every file with a manual list of services. Other lists are generated or read from the folders. */
const PLACES: readonly Place[] = [
  { file: 'scripts/programs.json', text: '"NAME": "services/NAME/src/main.ts"' },
  { file: 'scripts/prove-images.sh', text: 'NAME' },
  { file: 'tsconfig.json', text: '"./services/NAME"' },
  { file: 'skaffold.yaml', text: 'buildArgs: { SERVICE: NAME }' },
  { file: 'skaffold.yaml', text: 'services.NAME.image:' },
  { file: 'charts/parcelyard/values.yaml', text: '\n  NAME:' },
  { file: 'charts/parcelyard/values-production.yaml', text: '\n  NAME:' },
  { file: 'charts/parcelyard/files/calls.yaml', text: '\nNAME:', except: ['auth', 'billing'] },
  { file: 'charts/parcelyard/files/calls.yaml', text: '\n  NAME:', except: ['gateway'] },
  { file: 'packages/deployment/package.json', text: '"@parcelyard/NAME": "*"' },
  { file: 'packages/deployment/tsconfig.json', text: '"../../services/NAME"' },
  { file: 'packages/deployment/src/service-variables.ts', text: "from '@parcelyard/NAME/config'" },
  { file: 'packages/deployment/test/support/manifest.ts', text: "'NAME'" },
  { file: 'packages/local-stack/package.json', text: '"@parcelyard/NAME": "*"' },
  { file: 'packages/local-stack/tsconfig.json', text: '"../../services/NAME"' },
  { file: 'packages/local-stack/src/service-environment.ts', text: "'NAME'" },
  { file: 'packages/local-stack/src/run-single.ts', text: "from '@parcelyard/NAME/app'" },
  { file: 'services/gateway/src/main.ts', text: "connect('NAME'", except: ['gateway'] },
  { file: 'docs/architecture.md', text: '\n| NAME |' },
];

const table = [...readServiceTable(chart).keys()];

describe('charts/parcelyard/files/services.yaml', () => {
  it('lists the folders of services/', () => {
    expect(table.toSorted()).toEqual(readdirSync(join(root, 'services')).toSorted());
  });

  it('lists the same services as every other file that lists them', () => {
    const lacking = PLACES.flatMap(({ file, text, except = [] }) => {
      const content = readFileSync(join(root, file), 'utf8');
      return table
        .filter((name) => !except.includes(name) && !content.includes(text.replaceAll('NAME', name)))
        .map((name) => `${file} lacks ${name}: ${text.replaceAll('NAME', name).trim()}`);
    });
    expect(lacking).toEqual([]);
  });
});
