import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';

export interface ReleasedImage {
  readonly service: string;
  /** The image's name with its tag, such as `127.0.0.1:5000/parcelyard-orders:0.1.0`. */
  readonly reference: string;
  /** The image's name with its digest, as the chart contains it. */
  readonly pinned: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The folder of the release's files. */
  readonly files: string;
}

interface ImageConfig {
  readonly config: { readonly User?: string; readonly Labels?: Readonly<Record<string, string>> };
}

interface Bill {
  readonly components: readonly { readonly type: string; readonly purl?: string }[];
}

const CONFINED = ['--rm', '--network', 'none', '--read-only', '--cap-drop', 'ALL', '--user', '1000:1000'];

/**
 * Checks that the image's digest in the chart is the digest in the registry, and that the image contains the files of
 * the release.
 */
export async function checkImage(workshop: Workshop, crane: string, image: ReleasedImage): Promise<string[]> {
  const { service, reference, pinned, labels, files } = image;
  const faults: string[] = [];
  const digest = (await workshop.run(crane, ['digest', reference])).trim();
  if (!pinned.endsWith(`@${digest}`))
    faults.push(`${service}: the chart has ${pinned}, the registry ${digest}.`);
  const valid = await workshop.attempt(crane, ['validate', '--remote', pinned]);
  if (valid.code !== 0) faults.push(`${service}: ${valid.stderr.slice(-300)}`);

  const { config } = JSON.parse(await workshop.run(crane, ['config', pinned])) as ImageConfig;
  if (config.User !== '1000:1000') faults.push(`${service} runs as ${config.User ?? 'root'}.`);
  for (const [name, value] of Object.entries(labels)) {
    const found = config.Labels?.[`org.opencontainers.image.${name}`];
    if (found !== value) faults.push(`${service}: the label ${name} is ${found}, not ${value}.`);
  }

  // Docker still has the image from the build. After its removal, Docker gets the image from the registry, as users do.
  await workshop.attempt('docker', ['image', 'rm', '--force', reference, pinned]);
  const print = `const read = (name) => require('node:fs').readFileSync('/app/' + name, 'utf8');
    JSON.stringify({ packages: JSON.parse(read('packages.json')), licenses: read('THIRD-PARTY-LICENSES.txt') })`;
  const run = ['run', ...CONFINED, '--entrypoint', 'node', pinned, '--print', print];
  const held = JSON.parse(await workshop.run('docker', run)) as {
    packages: { name: string; version: string }[];
    licenses: string;
  };
  const licenses = readFileSync(join(files, `parcelyard-${service}.licenses.txt`), 'utf8');
  if (held.licenses !== licenses) faults.push(`${service}: its licenses are not those of the release.`);
  const bill = JSON.parse(readFileSync(join(files, `parcelyard-${service}.cdx.json`), 'utf8')) as Bill;
  const billed = bill.components.flatMap(({ type, purl }) => (type === 'library' && purl ? [purl] : []));
  const packed = held.packages.map(({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`);
  if (billed.sort().join() !== packed.sort().join())
    faults.push(
      `${service}: ${packed.length} packages are in the image, but the bill of materials has others.`,
    );
  return faults;
}
