import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { licenseFaults, type PackedPackage } from '@parcelyard/release/packed-packages';
import { chart, root } from './support/helm';

describe('the image of a service', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-packed-'));
    execFileSync(process.execPath, ['scripts/pack-service.mjs', 'auth', folder], {
      cwd: root,
      stdio: 'ignore',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('starts alone and names missing variables', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'main.mjs')], {
      env: {},
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/Bad configuration\..*MONGODB_URI/);
  });

  it('contains exactly the packages that the service needs', () => {
    const has = (name: string) => existsSync(join(folder, 'node_modules', name));
    expect(['mongodb', '@grpc/grpc-js', '@node-rs/argon2', 'zod'].filter((name) => !has(name))).toEqual([]);
    expect(['lmdb', 'koa', 'pdfkit', 'esbuild', '@parcelyard', '@types'].filter(has)).toEqual([]);
  });

  it('contains the licences of its packages', () => {
    expect(existsSync(join(folder, 'node_modules/zod/LICENSE'))).toBe(true);
    const texts = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect(texts).toMatch(/^zod \S+\nLicense: MIT\n\nMIT License\n/m);
  });

  it('lists its packages with the hashes of the lock file', () => {
    const packages = JSON.parse(readFileSync(join(folder, 'packages.json'), 'utf8')) as PackedPackage[];
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const { version, integrity } = lock.packages['node_modules/zod'];
    expect(packages).toContainEqual({ name: 'zod', version, license: 'MIT', integrity });
    expect(licenseFaults(packages)).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

  it('copies the manifest of every workspace, which npm requires', () => {
    const kept = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      workspaces: string[];
    };
    const folders = workspaces
      .filter((pattern) => pattern.endsWith('/*'))
      .map((pattern) => pattern.slice(0, -2));
    const single = workspaces
      .filter((pattern) => !pattern.endsWith('/*'))
      .map((name) => `${name}/package.json`);
    expect(kept).toEqual(expect.arrayContaining([...folders, ...single].map((path) => `!${path}`)));
  });

  it('has the version of the project, like the chart', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(dockerfile).toContain(`\nARG VERSION=${version}\n`);
    expect(readFileSync(join(chart, 'Chart.yaml'), 'utf8')).toContain(`\nappVersion: ${version}\n`);
  });

  it('builds released images last, so that a build without a target makes them', () => {
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, name]) => name);
    expect(stages.at(-1)).toBe('service');
  });

  it('runs as user 1000 without a shell, so that signals reach the program', () => {
    const released = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(released).toContain('\nUSER 1000:1000\n');
    expect(released).toMatch(/\nENTRYPOINT \["node", /);
  });
});
