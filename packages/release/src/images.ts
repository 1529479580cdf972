import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PackedPackage, readPackedPackages } from './packed-packages';
import { ReleaseError } from './release-error';

interface Order {
  readonly root: string;
  readonly service: string;
  /** The prefix of a service's image name: `registry.example.com/parcelyard`. */
  readonly images: string;
  readonly version: string;
  readonly base: string;
  readonly revision: string;
  readonly sourceUri: string;
  readonly isPushed: boolean;
}

export interface Image {
  readonly service: string;
  /** `registry.example.com/parcelyard-orders:0.1.0`. */
  readonly reference: string;
  /** The digest, hexadecimal. The registry creates it, so only pushed images have a digest. */
  readonly digest?: string;
  /** The reference with the digest instead of the tag. */
  readonly pinned?: string;
  readonly packages: readonly PackedPackage[];
  readonly licenses: string;
}

/** Builds the image of a service, pushes it on request, and reads its content. */
export function buildImage(order: Order): Image {
  const { root, service, version, base, revision, sourceUri, isPushed } = order;
  const reference = referenceOf(order);
  const docker = (...args: string[]) => runDocker(root, args);
  const settings = {
    SERVICE: service,
    VERSION: version,
    REVISION: revision,
    SOURCE: sourceUri,
    NODE_IMAGE: base,
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const secrets = [
    ...(process.env.CA_FILE ? ['--secret', `id=ca,src=${process.env.CA_FILE}`] : []),
    ...(process.env.NPMRC_FILE ? ['--secret', `id=npmrc,src=${process.env.NPMRC_FILE}`] : []),
  ];
  docker('build', '--quiet', ...given, ...secrets, '--tag', reference, '.');
  const fileOf = (name: string) =>
    docker(
      'run',
      '--rm',
      '--network',
      'none',
      '--entrypoint',
      'node',
      reference,
      '--eval',
      `process.stdout.write(require('node:fs').readFileSync('/app/${name}', 'utf8'))`,
    );
  if (isPushed) docker('push', '--quiet', reference);
  const repository = reference.slice(0, reference.lastIndexOf(':'));
  const pinned = isPushed
    ? docker('image', 'inspect', '--format', '{{join .RepoDigests "\\n"}}', reference)
        .split('\n')
        .find((known) => known.startsWith(`${repository}@`))
    : undefined;
  return {
    service,
    reference,
    ...(pinned && { pinned, digest: pinned.slice(pinned.indexOf('@sha256:') + '@sha256:'.length) }),
    packages: readPackedPackages(fileOf('packages.json')),
    licenses: fileOf('THIRD-PARTY-LICENSES.txt'),
  };
}

/**
 * Runs Docker and shows its output unchanged. Docker prints its own reason for a failure, so the error contains only
 * the command.
 */
function runDocker(root: string, args: readonly string[]): string {
  const { status, stdout, error } = spawnSync('docker', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DOCKER_BUILDKIT: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0)
    throw new ReleaseError(`docker ${args[0]}: ${error?.message ?? `code ${status}, see the output above`}.`);
  return stdout;
}

/** Packs a service on this machine, without Docker, and reads the content that its image would have. */
export function packLocally(order: Order): Image {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-release-'));
  try {
    execFileSync(process.execPath, ['scripts/pack-service.mjs', order.service, folder], {
      cwd: order.root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    return {
      service: order.service,
      reference: referenceOf(order),
      packages: readPackedPackages(read('packages.json')),
      licenses: read('THIRD-PARTY-LICENSES.txt'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const referenceOf = ({ images, service, version }: Order): string => `${images}-${service}:${version}`;
