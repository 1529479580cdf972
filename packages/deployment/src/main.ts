import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartFiles } from './chart-files';
import { configMaps } from './config-maps';
import { developmentSecrets, type ExistingSecrets, missingSecrets } from './development-secrets';
import { readServiceTable } from './service-table';

const root = process.cwd();
const table = () => readServiceTable(join(root, 'charts/parcelyard'));
const [command, folder] = process.argv.slice(2);

switch (command) {
  case 'chart-files':
    for (const [path, content] of chartFiles(root)) writeFileSync(path, content);
    break;
  case 'missing-development-secrets': {
    const existing = JSON.parse(readFileSync(0, 'utf8')) as ExistingSecrets;
    for (const [name, patch] of missingSecrets(developmentSecrets(table()), existing))
      process.stdout.write(`${name} ${JSON.stringify(patch)}\n`);
    break;
  }
  case 'environment-files':
    writeEnvironmentFiles(folder ?? '.');
    break;
  default:
    console.error('Usage: deployment chart-files | missing-development-secrets | environment-files FOLDER');
    process.exitCode = 1;
}

/**
 * Writes `<service>.env` for `docker run --env-file`. It contains generated secrets and the service's ConfigMap from a
 * rendered chart, which is read from stdin.
 */
function writeEnvironmentFiles(target: string): void {
  const secrets = developmentSecrets(table());
  const plain = configMaps(readFileSync(0, 'utf8'));
  mkdirSync(target, { recursive: true });
  for (const service of table().keys()) {
    const variables = { ...plain.get(service), ...secrets.get(service), ...secrets.get('grpc') };
    const text = Object.entries(variables).map(([key, value]) => `${key}=${value}\n`);
    writeFileSync(join(target, `${service}.env`), text.join(''), { mode: 0o600 });
  }
}
