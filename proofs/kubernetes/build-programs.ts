import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';

const MODULE = 'k8s.io/kubernetes';
export const KUBERNETES_VERSION = '1.34.4';
export const HELM_VERSION = '3.19.5';
const BUILD_TIMEOUT_MS = 1_800_000;

const PROGRAMS = ['kube-apiserver', 'kube-controller-manager', 'kubectl'] as const;

/** Builds Kubernetes' programs and Helm in `folder/bin`. They are stored, because building takes minutes. */
export async function buildPrograms(workshop: Workshop): Promise<string> {
  const bin = join(workshop.folder, 'bin');
  const missing = PROGRAMS.filter((program) => !existsSync(join(bin, program)));
  if (missing.length > 0) await buildKubernetes(workshop, bin, missing);
  if (!existsSync(join(bin, 'helm'))) await buildHelm(workshop, bin);
  return bin;
}

/**
 * The programs are built inside the module's folder, because its `go.mod` must be changed first: `go.mod` names folders
 * of staging modules, but the release does not contain these folders.
 */
async function buildKubernetes(workshop: Workshop, bin: string, programs: readonly string[]): Promise<void> {
  const environment = { GOMODCACHE: join(workshop.folder, 'modules'), GOFLAGS: '-mod=mod', CGO_ENABLED: '0' };
  const fetched = await workshop.run(
    'go',
    ['mod', 'download', '-modcacherw', '-json', `${MODULE}@v${KUBERNETES_VERSION}`],
    { environment },
  );
  const { Dir: folder } = JSON.parse(fetched) as { Dir: string };
  rmSync(join(folder, 'go.work'), { force: true });
  const manifest = join(folder, 'go.mod');
  writeFileSync(manifest, withPublishedModules(readFileSync(manifest, 'utf8')));
  for (const program of programs)
    await workshop.run(
      'go',
      ['build', '-ldflags', versionFlags(), '-o', join(bin, program), `./cmd/${program}`],
      { environment, folder, timeout: BUILD_TIMEOUT_MS },
    );
}

/**
 * Replaces the modules that the manifest expects in `./staging`. For example, `k8s.io/api v0.0.0` becomes the published
 * module of the same release, v0.34.4.
 */
function withPublishedModules(manifest: string): string {
  const published = `v0${KUBERNETES_VERSION.slice(1)}`;
  const lines = manifest.split('\n').filter((line) => !line.includes('=> ./staging/'));
  const replacements = lines
    .map((line) => line.trim().split(' '))
    .filter(([module, version]) => module?.startsWith('k8s.io/') && version === 'v0.0.0')
    .map(([module]) => `replace ${module} => ${module} ${published}`);
  return [...lines, ...new Set(replacements), ''].join('\n');
}

function versionFlags(): string {
  const [major, minor] = KUBERNETES_VERSION.split('.');
  const base = 'k8s.io/component-base/version';
  return [
    '-s -w',
    `-X ${base}.gitVersion=v${KUBERNETES_VERSION}`,
    `-X ${base}.gitMajor=${major}`,
    `-X ${base}.gitMinor=${minor}`,
  ].join(' ');
}

async function buildHelm(workshop: Workshop, bin: string): Promise<void> {
  const flags = `-s -w -X helm.sh/helm/v3/internal/version.version=v${HELM_VERSION}`;
  await workshop.run('go', ['install', '-ldflags', flags, `helm.sh/helm/v3/cmd/helm@v${HELM_VERSION}`], {
    environment: { GOBIN: bin, CGO_ENABLED: '0' },
    timeout: BUILD_TIMEOUT_MS,
  });
}
