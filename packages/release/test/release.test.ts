import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { parse } from 'yaml';
import { billOfMaterials } from '../src/bill-of-materials';
import { licenseFaults, type PackedPackage } from '../src/packed-packages';
import { pinnedValues } from '../src/pinned-values';
import { provenance } from '../src/provenance';
import { releaseNotes } from '../src/release-notes';
import { versionFaults } from '../src/versions';

const root = resolve(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the version', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-versions-'));
    const files = [
      'package.json',
      'charts/parcelyard/Chart.yaml',
      'Dockerfile',
      'compose.yaml',
      'CHANGELOG.md',
    ];
    for (const path of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(join(root, path), join(folder, path));
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const change = (path: string, from: string | RegExp, to: string) =>
    writeFileSync(join(folder, path), readFileSync(join(folder, path), 'utf8').replace(from, to));

  it('is the same in every file of this checkout', () => {
    expect(versionFaults(root, true)).toEqual([]);
  });

  it('is reported file by file where it differs', () => {
    change('package.json', /"version": "[^"]*"/, '"version": "9.8.7"');
    expect(versionFaults(folder).map((fault) => fault.replace(/ is .*/, ''))).toEqual([
      'charts/parcelyard/Chart.yaml: version',
      'charts/parcelyard/Chart.yaml: appVersion',
      'Dockerfile: ARG VERSION',
      'compose.yaml: VERSION',
      'CHANGELOG.md has no section ## 9.8.7.',
    ]);
  });

  it('requires a section in the changelog, except in a rehearsal', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- Something.\n');
    expect(versionFaults(folder)).toEqual([`CHANGELOG.md has no section ## ${version}.`]);
    expect(versionFaults(folder, true)).toEqual([]);
    change('CHANGELOG.md', '## Unreleased', `## [${version}] - 2026-11-30`);
    expect(versionFaults(folder)).toEqual([]);
  });
});

describe('release notes', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- Next.\n\n## 1.1.0\n\n### Added\n\n- Now.\n\n## 1.0.0\n';

  it('are the section of the version without its neighbours', () => {
    expect(releaseNotes(changelog, '1.1.0')).toBe('### Added\n\n- Now.');
    expect(releaseNotes(changelog, 'Unreleased')).toBe('- Next.');
  });

  it('are missing when the section is empty', () => {
    expect(releaseNotes(changelog, '1.0.0')).toBeUndefined();
    expect(releaseNotes(changelog, '1.1')).toBeUndefined();
  });
});

const PACKAGES: PackedPackage[] = [
  {
    name: 'zod',
    version: '4.6.7',
    license: 'MIT',
    integrity: `sha512-${Buffer.alloc(64).toString('base64')}`,
  },
  { name: '@scope/two', version: '1.0.0', license: '(Apache-2.0 AND BSD-3-Clause)' },
  { name: 'odd', version: '0.0.1', license: 'SEE LICENSE IN terms.txt' },
];

describe('the bill of materials', () => {
  const contents = {
    service: 'orders',
    version: '1.0.0',
    base: 'node:24-bookworm-slim',
    packages: PACKAGES,
    timestamp: new Date('2026-11-23T12:00:00Z'),
  };

  it("matches CycloneDX's own schema", async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(billOfMaterials(contents))).toBeNull();
  });

  it('names every package with its address, licence and hash', () => {
    const { components } = JSON.parse(billOfMaterials(contents)) as { components: { purl?: string }[] };
    expect(components.find(({ purl }) => purl === 'pkg:npm/zod@4.6.7')).toMatchObject({
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: '00'.repeat(64) }],
    });
    expect(components.map(({ purl }) => purl)).toContain('pkg:npm/%40scope/two@1.0.0');
  });

  it('is the same file for the same commit', () => {
    expect(billOfMaterials(contents)).toBe(billOfMaterials(contents));
  });
});

it('a package with a licence that was not reviewed stops the release', () => {
  expect(licenseFaults(PACKAGES)).toEqual([
    'odd 0.0.1 has the license SEE LICENSE IN terms.txt, which is not in the list of allowed licenses',
  ]);
  const choice = { name: 'choice', version: '1.0.0', license: '(GPL-3.0-only OR MIT)' };
  const both = { name: 'both', version: '1.0.0', license: 'GPL-3.0-only AND MIT' };
  const nested = { name: 'nested', version: '1.0.0', license: '(MIT OR ISC) AND GPL-3.0-only' };
  const joined = { name: 'joined', version: '1.0.0', license: '(GPL-3.0-only OR MIT) AND (MIT AND ISC)' };
  expect(licenseFaults([choice, both, nested, joined]).map((fault) => fault.split(' ')[0])).toEqual([
    'both',
    'nested',
  ]);
});

it('the packaged chart names images by digest and keeps its comments', () => {
  const values = read('charts/parcelyard/values.yaml');
  const reference = `registry.example.com/parcelyard-orders@sha256:${'ab'.repeat(32)}`;
  const pinned = pinnedValues(values, new Map([['orders', reference]]));
  expect(parse(pinned).services.orders.image).toBe(reference);
  const comments = (text: string) => text.split('\n').filter((line) => line.trim().startsWith('#'));
  expect(comments(pinned)).toEqual(comments(values));
  expect(() => pinnedValues(values, new Map([['nobody', reference]]))).toThrow('services.nobody.image');
});

it('provenance names the files, the commit and the builder', () => {
  const sha256 = 'cd'.repeat(32);
  const statement = JSON.parse(
    provenance({
      version: '1.0.0',
      builder: 'https://ci.example/runs/7',
      parameters: { base: 'node:24' },
      subjects: [{ name: 'parcelyard-1.0.0.tgz', sha256 }],
      source: { uri: 'https://git.example/parcelyard', commit: 'f'.repeat(40) },
      materials: [{ name: 'package-lock.json', sha256 }],
      startedAt: new Date('2026-11-23T12:00:00Z'),
      finishedAt: new Date('2026-11-23T12:05:00Z'),
    }),
  );
  expect(statement).toMatchObject({
    subject: [{ name: 'parcelyard-1.0.0.tgz', digest: { sha256 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        resolvedDependencies: [{ digest: { gitCommit: 'f'.repeat(40) } }, { digest: { sha256 } }],
      },
      runDetails: { builder: { id: 'https://ci.example/runs/7' } },
    },
  });
});
