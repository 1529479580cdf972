import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { billOfMaterials } from './bill-of-materials';
import { chartPackage } from './chart-package';
import { buildImage, type Image, packLocally } from './images';
import { licenseFaults } from './packed-packages';
import { provenance, type Subject } from './provenance';
import { ReleaseError } from './release-error';
import { releaseNotes } from './release-notes';
import { readSource } from './source';
import { versionFaults, versionOf } from './versions';

/**
 * `make release`: creates everything that a version publishes, in build/release. docs/releasing.md lists the variables.
 * On a fault, it prints a sentence for each fault and exits with code 1.
 */
const root = process.cwd();
const folder = join(root, 'build/release');
const { DRY, PUSH, BUILDER_ID } = process.env;
const isDry = DRY === '1';
const images = process.env.IMAGES ?? 'parcelyard';

function main(): void {
  const startedAt = new Date();
  const version = versionOf(root);
  const source = readSource(root);
  stopAt([...versionFaults(root, isDry), ...(isDry ? [] : source.faults)]);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  const base = process.env.NODE_IMAGE ?? /^ARG NODE_IMAGE=(\S+)$/m.exec(read('Dockerfile'))?.[1] ?? '';
  const order = {
    root,
    images,
    version,
    base,
    isPushed: PUSH === '1',
    revision: source.commit,
    sourceUri: source.uri,
  };
  const made = services().map((service): Image => {
    const image = isDry ? packLocally({ ...order, service }) : buildImage({ ...order, service });
    console.log(`· ${service}: ${image.packages.length} packages, ${image.pinned ?? image.reference}`);
    return image;
  });
  stopAt(made.flatMap(({ packages }) => licenseFaults(packages)));
  for (const { service, packages, licenses } of made) {
    const contents = { service, version, base, packages, timestamp: source.date };
    write(`parcelyard-${service}.cdx.json`, billOfMaterials(contents));
    write(`parcelyard-${service}.licenses.txt`, licenses);
  }
  const chart = chartPackage(root, folder, made);
  const changelog = read('CHANGELOG.md');
  write(
    'notes.md',
    notesOf(version, releaseNotes(changelog, version) ?? releaseNotes(changelog, 'unreleased')),
  );
  const files = [
    chart,
    ...made.flatMap(({ service }) => [
      `parcelyard-${service}.cdx.json`,
      `parcelyard-${service}.licenses.txt`,
    ]),
  ];
  const pushed = made.flatMap(({ reference, digest }) =>
    digest ? [{ name: withoutTag(reference), sha256: digest }] : [],
  );
  if (pushed.length > 0)
    write('images.sha256', pushed.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''));
  const subjects: Subject[] = [
    ...pushed,
    ...files.map((name) => ({ name, sha256: sha256Of(join(folder, name)) })),
  ];
  const statement = provenance({
    version,
    source,
    subjects,
    startedAt,
    finishedAt: new Date(),
    materials: [
      { name: 'package-lock.json', sha256: sha256Of(join(root, 'package-lock.json')) },
      ...baseOf(base),
    ],
    builder: BUILDER_ID ?? 'about:blank#a-machine-of-ours',
    parameters: { base, images },
  });
  write('provenance.intoto.json', statement);
  console.log(`${isDry ? 'A dry run of ' : ''}${version} is in ${folder}.`);

  function notesOf(name: string, words = ''): string {
    const lines = made.map(({ pinned, reference }) => `- \`${pinned ?? reference}\``);
    return `# Parcelyard ${name}\n\n${words}\n\n## Images\n\n${lines.join('\n')}\n`;
  }
}

/**
 * Returns the base image as an input of the build, for the provenance. Returns an empty list when the reference has no
 * digest, because a tag does not identify an image.
 */
function baseOf(base: string): Subject[] {
  const [name = '', sha256] = base.split('@sha256:');
  return sha256 ? [{ name, sha256 }] : [];
}

const withoutTag = (reference: string): string => reference.slice(0, reference.lastIndexOf(':'));
const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const services = (): string[] =>
  Object.keys(parse(read('charts/parcelyard/files/services.yaml')) as Record<string, unknown>);

function stopAt(faults: readonly string[]): void {
  if (faults.length === 0) return;
  for (const fault of faults) console.error(`Not released. ${fault}`);
  process.exit(1);
}

try {
  main();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  stopAt([error.message]);
}
