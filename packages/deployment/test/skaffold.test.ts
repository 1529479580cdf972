import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { refusal, root } from './support/helm';
import { KubectlDouble } from './support/kubectl-double';
import { SERVICES } from './support/manifest';

type Tree = { [key: string]: unknown };

const text = readFileSync(join(root, 'skaffold.yaml'), 'utf8');
const schema = JSON.parse(readFileSync(join(__dirname, 'fixtures/skaffold/v4beta13.json'), 'utf8'));
const isValid = new Ajv({ strict: false, allErrors: true }).compile(schema);

interface Patch {
  readonly op: 'add' | 'replace';
  readonly path: string;
  readonly value: unknown;
}

interface Config {
  build: {
    tagPolicy: unknown;
    artifacts: {
      image: string;
      docker: { buildArgs: { SERVICE: string }; target?: string };
      sync?: { manual: { src: string; dest: string }[] };
    }[];
  };
  deploy: {
    helm: {
      hooks: { before: { host: { command: string[] } }[] };
      releases: {
        chartPath: string;
        valuesFiles: string[];
        setValues: Record<string, unknown>;
        setValueTemplates: Record<string, string>;
      }[];
    };
  };
  profiles: { name: string; patches: Patch[] }[];
}

const read = (): Config => parse(text) as Config;

describe('skaffold.yaml', () => {
  it('matches the published schema', () => {
    isValid(parse(text));
    expect(isValid.errors ?? []).toEqual([]);
  });

  it('would not match it with an unknown key', () => {
    expect(isValid({ ...(parse(text) as object), portForwards: [] })).toBe(false);
  });

  it('builds every service and deploys its images', () => {
    const { build, deploy } = read();
    expect(build.artifacts.map(({ docker }) => docker.buildArgs.SERVICE).sort()).toEqual([...SERVICES]);
    const [release] = deploy.helm.releases;
    const images = build.artifacts.map(({ image, docker }) => [
      `services.${docker.buildArgs.SERVICE}.image`,
      `{{.IMAGE_FULLY_QUALIFIED_${image.replaceAll('-', '_')}}}`,
    ]);
    expect(release?.setValueTemplates).toEqual(Object.fromEntries(images));
  });

  it('names existing files', () => {
    const { deploy } = read();
    const [release] = deploy.helm.releases;
    const hooks = deploy.helm.hooks.before.map(({ host }) => host.command[0] as string);
    const named = [release?.chartPath as string, ...(release?.valuesFiles ?? []), ...hooks];
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(['development', 'production-like', 'private-registry'])(
    'profile %s is valid, and the chart accepts its values',
    (name) => {
      const config = withProfile(name);
      isValid(config);
      expect(isValid.errors ?? []).toEqual([]);
      const [release] = config.deploy.helm.releases;
      expect(refusal('development', nested(release?.setValues ?? {}))).toBe('');
    },
  );

  it('has one pod for each service in profile development, and copies source files to where its images read them', () => {
    const { build } = withProfile('development');
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain(' AS development');
    for (const { docker, sync } of build.artifacts) {
      expect(docker.target).toBe('development');
      expect(sync?.manual.map(({ dest }) => dest)).toEqual(['/src', '/src']);
    }
    expect(dockerfile).toContain('WORKDIR /src');
  });

  it('gives images of profile development their own tag', () => {
    const tagPolicyOf = (name: string) => withProfile(name).build.tagPolicy;
    expect(tagPolicyOf('production-like')).toEqual(tagPolicyOf('private-registry'));
    expect(tagPolicyOf('development')).not.toEqual(tagPolicyOf('production-like'));
  });

  it('reads a Dockerfile with plain stage names, because it expands nothing else', () => {
    const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n');
    const stages = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
    expect(stages.length).toBeGreaterThan(1);
    expect(stages.filter((name) => !/^(\$\{\w+\}|[\w.:/-]+)$/.test(name ?? ''))).toEqual([]);
  });

  it('creates the Secrets in the namespace and with the context of the deployment', () => {
    const cluster = new KubectlDouble();
    try {
      const [hook] = read().deploy.helm.hooks.before;
      const environment = { SKAFFOLD_KUBE_CONTEXT: 'kind-shop', SKAFFOLD_NAMESPACES: 'shop,other' };
      cluster.run(hook?.host.command[0] as string, environment);
      const target = '--context=kind-shop --namespace=shop ';
      expect(cluster.calls().length).toBeGreaterThan(1);
      expect(cluster.calls().filter((call) => !call.startsWith(target))).toEqual([]);
      expect(cluster.calls()[0]).toBe(`${target}get namespace shop`);
    } finally {
      cluster.close();
    }
  });

  it('has three pods for each service in profile production-like, with the released images', () => {
    const { build, deploy } = withProfile('production-like');
    expect(build.artifacts.map(({ docker }) => docker.target)).toEqual(SERVICES.map(() => undefined));
    expect(deploy.helm.releases[0]?.setValues['defaults.replicas']).toBe(3);
  });
});

function withProfile(name: string): Config {
  const config = read();
  const patches = config.profiles.find((profile) => profile.name === name)?.patches ?? [];
  expect(patches.length).toBeGreaterThan(0);
  for (const { path, value } of patches) {
    const steps = path.split('/').slice(1);
    const last = steps.pop() as string;
    const parent = steps.reduce((tree, step) => tree[step] as Tree, config as unknown as Tree);
    // Skaffold removes empty objects before it applies patches, so a patch would not find its path.
    expect(Object.keys(parent)).not.toEqual([]);
    Object.assign(parent, { [last]: value });
  }
  return config;
}

/** Converts `a.b: 1` into nested objects, like Helm. */
function nested(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(flat)) {
    const steps = path.split('.');
    const last = steps.pop() as string;
    const parent = steps.reduce<Record<string, unknown>>((tree, step) => {
      tree[step] ??= {};
      return tree[step] as Record<string, unknown>;
    }, values);
    parent[last] = value;
  }
  return values;
}
