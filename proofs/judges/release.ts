import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Judge } from '../judge';
import { checkChart } from '../release/check-chart';
import { checkImage } from '../release/check-image';
import { checkStatement } from '../release/check-statement';
import { withRegistry } from '../release/with-registry';
import type { Workshop } from '../workshop';

const CRANE = '0.22.1';
const HELM = '3.18.6';
const SOURCE = 'https://git.example/parcelyard';
const BUILD_TIMEOUT_MS = 1_800_000;

interface Values {
  readonly services: Readonly<Record<string, { readonly image: string }>>;
}

/** `NODE_IMAGE` and `CA_FILE` are as in docs/releasing.md, for machines that cannot reach Node's own image. */
export const release: Judge = {
  name: 'release',
  proves:
    'A clean clone is released to a registry, and crane, Helm, Docker and in-toto find there what the files of the release say.',
  needs: ['docker', 'docker-registry', 'git', 'go'],
  needsSuccess: [['docker', 'info']],
  judge: (workshop) => withRegistry(workshop.folder, (registry) => judgeRelease(workshop, registry)),
};

async function judgeRelease(workshop: Workshop, registry: string) {
  const crane = await workshop.go(`github.com/google/go-containerregistry/cmd/crane@v${CRANE}`);
  const helm = await workshop.go(`helm.sh/helm/v3/cmd/helm@v${HELM}`);
  const faults: string[] = [];
  const checkout = join(workshop.folder, 'checkout');
  rmSync(checkout, { recursive: true, force: true });
  await workshop.run('git', ['clone', '--quiet', process.cwd(), checkout]);
  const revision = (await workshop.run('git', ['rev-parse', 'HEAD'], { folder: checkout })).trim();
  const base = await pushBase(workshop, crane, registry);
  const images = `${registry}/parcelyard`;
  // `MAKEFLAGS` is emptied, because it contains the variables of the `make` that runs this judge. They would override
  // the variables below.
  const environment = {
    MAKEFLAGS: '',
    IMAGES: images,
    NODE_IMAGE: base,
    PUSH: '1',
    DRY: '',
    SOURCE_REPOSITORY: SOURCE,
  };
  const make = () =>
    workshop.attempt('make', ['release'], { folder: checkout, environment, timeout: BUILD_TIMEOUT_MS });
  try {
    const made = await make();
    if (made.code !== 0) throw new Error(`make release: ${(made.stderr || made.stdout).slice(-1500)}`);
    const files = join(checkout, 'build/release');
    const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    const chart = join(files, `parcelyard-${version}.tgz`);
    const pinned = new Map(
      Object.entries((parse(await workshop.run(helm, ['show', 'values', chart])) as Values).services).map(
        ([service, { image }]) => [service, image],
      ),
    );
    for (const [service, reference] of pinned)
      faults.push(
        ...(await checkImage(workshop, crane, {
          service,
          files,
          pinned: reference,
          reference: `${images}-${service}:${version}`,
          labels: {
            title: `parcelyard-${service}`,
            version,
            revision,
            source: SOURCE,
            licenses: 'Apache-2.0',
          },
        })),
      );
    faults.push(...(await checkStatement(workshop, files, { revision, base, pinned: [...pinned.values()] })));
    faults.push(...(await checkChart(workshop, helm, { chart, registry, version, pinned })));

    writeFileSync(join(checkout, 'compose.yaml'), '\n# Changed.\n', { flag: 'a' });
    const changed = await make();
    if (changed.code === 0 || !changed.stderr.includes('uncommitted changes'))
      faults.push(`A changed checkout is released: ${changed.code}, ${changed.stderr.slice(-300)}`);
    return {
      version: `crane ${CRANE}, Helm ${HELM}`,
      checked: pinned.size + 3,
      faults,
      figures: [`${version}: ${pinned.size} images, ${readdirSync(files).length} files`],
    };
  } finally {
    await forgetImages(workshop, registry);
  }
}

/**
 * Removes the images under all their names in this registry, because Docker keeps an image as long as it has a name.
 */
async function forgetImages(workshop: Workshop, registry: string): Promise<void> {
  const format = '{{.Repository}}:{{.Tag}} {{.Repository}}@{{.Digest}}';
  const known = await workshop.run('docker', ['image', 'ls', '--digests', '--format', format]);
  const names = known
    .split(/\s/)
    .filter((name) => name.startsWith(`${registry}/`) && !name.endsWith('<none>'));
  if (names.length > 0) await workshop.attempt('docker', ['image', 'rm', '--force', ...names]);
}

/**
 * Pushes the base image to this registry and returns the image's name with its digest, as docs/releasing.md advises.
 */
async function pushBase(workshop: Workshop, crane: string, registry: string): Promise<string> {
  const named =
    process.env.NODE_IMAGE ?? /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '';
  const known = await workshop.attempt('docker', ['image', 'inspect', named]);
  if (known.code !== 0) await workshop.run('docker', ['pull', '--quiet', named]);
  const ours = `${registry}/node:base`;
  await workshop.run('docker', ['tag', named, ours]);
  await workshop.run('docker', ['push', '--quiet', ours]);
  return `${registry}/node@${(await workshop.run(crane, ['digest', ours])).trim()}`;
}
