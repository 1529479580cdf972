import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import type { Workshop } from '../workshop';

const VERSION = '2.40.3';
const MODULE = `github.com/docker/compose/v2@v${VERSION}`;

interface Model {
  readonly services: Readonly<Record<string, { ports?: readonly { host_ip?: string }[] }>>;
}

/** Reads the Compose file as `docker compose up` would; reading needs no Docker. */
export const dockerCompose: Judge = {
  name: 'docker-compose',
  proves:
    "Compose's own parser accepts compose.yaml with the files that the script creates. Without these files, it says which file is missing.",
  needs: ['go', 'openssl'],
  async judge(workshop) {
    const program = await compose(workshop);
    const project = join(workshop.folder, 'project');
    rmSync(project, { recursive: true, force: true });
    mkdirSync(project);
    cpSync('compose.yaml', join(project, 'compose.yaml'));
    const config = () =>
      workshop.attempt(program, ['--profile', 'tools', 'config', '--format', 'json'], { folder: project });
    const faults: string[] = [];

    const before = await config();
    if (before.code === 0 || !before.stderr.includes('compose/s'))
      faults.push(`Without secrets: ${before.code}, ${before.stderr.slice(0, 300)}`);

    cpSync('compose', join(project, 'compose'), { recursive: true });
    rmSync(join(project, 'compose/secrets'), { recursive: true, force: true });
    await workshop.run(join(process.cwd(), 'scripts/create-compose-secrets.sh'), [], {
      environment: { COMPOSE_FOLDER: join(project, 'compose') },
    });
    const { code, stdout, stderr } = await config();
    if (code !== 0 || stderr !== '')
      return { version: VERSION, checked: 1, faults: [...faults, stderr.slice(0, 500) || `code ${code}`] };
    const { services } = JSON.parse(stdout) as Model;
    for (const [name, { ports = [] }] of Object.entries(services))
      for (const { host_ip } of ports)
        if (host_ip !== '127.0.0.1') faults.push(`${name} is published on ${host_ip ?? 'every address'}`);
    return {
      version: VERSION,
      checked: Object.keys(services).length,
      faults,
      figures: [`${Object.keys(services).length} services`],
    };
  },
};

/** The program is built inside its module's folder, because `go install` refuses modules with `replace` lines. */
async function compose(workshop: Workshop): Promise<string> {
  const program = join(workshop.folder, `docker-compose-${VERSION}`);
  if (existsSync(program)) return program;
  const { Dir: folder } = JSON.parse(await workshop.run('go', ['mod', 'download', '-json', MODULE])) as {
    Dir: string;
  };
  await workshop.run('go', ['build', '-trimpath', '-o', program, './cmd'], { folder, timeout: 1_500_000 });
  return program;
}
