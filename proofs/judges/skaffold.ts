import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Judge } from '../judge';
import type { Workshop } from '../workshop';

const MODULE = 'github.com/GoogleContainerTools/skaffold/v2';
const VERSION = 'v2.16.1';

/** The profiles to render. `skaffold dev` activates the first profile without a flag. */
const PROFILES = ['development', 'production-like', 'private-registry', 'production-like,private-registry'];
const NAMESPACE = 'shop';
const KUBERNETES = '1.32.3';
const BUILD_TIMEOUT_MS = 1_800_000;

export const skaffold: Judge = {
  name: 'Skaffold',
  proves: 'Skaffold itself reads skaffold.yaml and the Dockerfile, and renders the chart for each profile.',
  needs: ['go'],
  async judge(workshop) {
    const program = await build(workshop);
    const config = withoutRegistry(workshop);
    const PATH = `${helmOfToday(workshop)}${delimiter}${process.env.PATH}`;
    const environment = { PATH, NPMRC: '', CA_BUNDLE: '', SKAFFOLD_UPDATE_CHECK: 'false' };
    const faults: string[] = [];
    const tags = new Map<string, string>();
    for (const profile of PROFILES) {
      const ask = async (command: string, ...more: string[]) => {
        const common = [command, '--filename', config, '--profile', profile, ...more];
        const { code, stdout, stderr } = await workshop.attempt(program, common, { environment });
        if (code !== 0) faults.push(`${command} ${profile}: ${stderr.trim().slice(-500)}`);
        return stdout.split('\n');
      };
      await ask('diagnose');
      const lines = await ask('render', '--digest-source', 'tag', '--namespace', NAMESPACE);
      const image = lines.find((line) => line.includes('image: parcelyard-gateway:'));
      if (image) tags.set(profile, image.trim());
      else faults.push(`render ${profile}: no image of the gateway`);
      const elsewhere = lines.find(
        (line) => line.startsWith('  namespace: ') && line.trim() !== `namespace: ${NAMESPACE}`,
      );
      if (elsewhere) faults.push(`render ${profile}: ${elsewhere.trim()}, not ${NAMESPACE}`);
    }
    if (tags.get('development') === tags.get('production-like'))
      faults.push('the images of development and production-like have the same tag');
    return { version: VERSION, checked: PROFILES.length * 2 + 1, faults };
  },
};

interface Config {
  build: { artifacts: { context?: string; docker: { buildArgs: Record<string, string> } }[] };
  deploy: { helm: { releases: { chartPath: string; valuesFiles: string[] }[] } };
}

/**
 * Returns the project's file with paths for this folder, and with an empty base image. Skaffold would request any other
 * base image from a registry.
 */
function withoutRegistry({ folder }: Workshop): string {
  const root = process.cwd();
  const config = parse(readFileSync(join(root, 'skaffold.yaml'), 'utf8')) as Config;
  for (const artifact of config.build.artifacts) {
    artifact.context = root;
    artifact.docker.buildArgs.NODE_IMAGE = 'scratch';
  }
  for (const release of config.deploy.helm.releases) {
    release.chartPath = join(root, release.chartPath);
    release.valuesFiles = release.valuesFiles.map((path) => join(root, path));
  }
  const path = join(folder, 'skaffold.yaml');
  writeFileSync(path, stringify(config));
  return path;
}

/**
 * Returns a folder with a script that runs the project's own Helm for a current version of Kubernetes. Without a
 * cluster, Helm would assume the Kubernetes version for which it was built.
 */
function helmOfToday({ folder }: Workshop): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const helm = join(process.cwd(), 'node_modules/.bin/helm');
  const script = `#!/bin/sh\ncase " $* " in *" template "*) set -- "$@" --kube-version ${KUBERNETES} ;; esac\nexec ${helm} "$@"\n`;
  writeFileSync(join(bin, 'helm'), script, { mode: 0o755 });
  return bin;
}

/**
 * The program is built inside its module's folder, because the module replaces other modules, which `go install`
 * refuses. The result is stored, because building takes minutes.
 */
async function build(workshop: Workshop): Promise<string> {
  const program = join(workshop.folder, `skaffold-${VERSION}`);
  if (existsSync(program)) return program;
  const environment = { GOMODCACHE: join(workshop.folder, 'modules'), GOFLAGS: '-mod=mod' };
  const fetched = await workshop.run(
    'go',
    ['mod', 'download', '-modcacherw', '-json', `${MODULE}@${VERSION}`],
    {
      environment,
    },
  );
  const { Dir: folder } = JSON.parse(fetched) as { Dir: string };
  await workshop.run('go', ['build', '-o', program, './cmd/skaffold'], {
    environment,
    folder,
    timeout: BUILD_TIMEOUT_MS,
  });
  return program;
}
