import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { helm, root } from './support/helm';

const page = readFileSync(join(root, 'docs/deploying.md'), 'utf8');
/** The page's commands in their order, each on one line. */
const commands = [...page.matchAll(/^ *```\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
  block
    .replace(/ *\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(kubectl|helm) /.test(line)),
);
const creates = commands.filter((command) => command.startsWith('kubectl create '));
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

describe('the commands of docs/deploying.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-install-'));
  beforeAll(() => {
    symlinkSync(join(root, 'charts'), join(folder, 'charts'));
    for (const file of ['tls.crt', 'tls.key', 'ca.crt']) writeFileSync(join(folder, file), 'pem');
    writeFileSync(join(folder, 'my-values.yaml'), 'config: { BASE_URL: https://ship.example.org }\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (command: string) => {
    const environment = { ...process.env, KEYS_1: 'k1:one', KEYS_2: 'k1:two', KUBECONFIG: '/dev/null' };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      ...{ cwd: folder, env: environment, encoding: 'utf8' },
    });
    return { status, stdout, stderr };
  };

  it('make the namespace before anything is put into it, and name it everywhere', () => {
    expect(commands[0]).toBe('kubectl create namespace parcelyard');
    expect(commands.length).toBeGreaterThan(4);
    for (const command of commands.slice(1)) expect(command).toContain(' --namespace parcelyard');
  });

  it('install a chart that renders with the values that they name', () => {
    const install = commands.find((command) => command.startsWith('helm install ')) as string;
    const rendered = install.replace(/^helm install/, `${helm()} template --kube-version 1.32.0`);
    expect(run(rendered)).toMatchObject({ status: 0, stdout: expect.stringContaining('kind: Deployment') });
  });

  (hasKubectl ? it : it.skip).each(creates)('is one that kubectl takes: %s', (command) => {
    const { status, stdout, stderr } = run(`${command} --dry-run=client --output yaml`);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/^ *name(space)?: parcelyard$/m);
  });
});
