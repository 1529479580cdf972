import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readServiceTable } from '../src/service-table';
import { documentedCalls, myValues } from './support/documented-installation';
import { chart, render } from './support/helm';
import { ofKind } from './support/manifest';

const KEY_RING = /^k1:[\w-]{43}$/;
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

const calls = documentedCalls();
const named = (program: string, ...words: string[]) =>
  calls.filter((call) => call.program === program && words.every((word, at) => call.words[at] === word));
const inCluster = [...named('kubectl'), ...named('helm')];
const created = named('kubectl', 'create', 'secret');

/** Returns the names and values in the page's command that creates this Secret. */
const literals = (secret: string) =>
  Object.fromEntries(
    (created.find(({ words }) => words[3] === secret)?.words ?? [])
      .filter((word) => word.startsWith('--from-literal='))
      .map((word) => /^--from-literal=(\w+)=(.*)$/.exec(word)?.slice(1) as [string, string]),
  );

describe('the commands of docs/deploying.md, run in sequence', () => {
  it('create the namespace before its contents, and name it in every command', () => {
    expect(inCluster[0]?.words).toEqual(['create', 'namespace', 'parcelyard']);
    expect(inCluster.length).toBeGreaterThan(15);
    for (const { words } of inCluster.slice(1))
      expect(words[words.indexOf('--namespace') + 1]).toBe('parcelyard');
  });

  it.each([...readServiceTable(chart)])('give %s every required key', (service, { secrets, stores }) => {
    // Returns true for a key that only sellers other than EasyPost need. The page shows the keys of EasyPost only.
    const others = (when: Readonly<Record<string, string>> = {}) =>
      (when.CARRIERS ?? 'easypost') !== 'easypost';
    const needed = Object.entries(secrets).filter(
      ([, { required, requiredWhen }]) => required || (requiredWhen && !others(requiredWhen)),
    );
    const fromStores = stores.map((store) => ({ mongodb: 'MONGODB_URI', nats: 'NATS_URL' })[store]);
    const given = literals(`parcelyard-${service}`);
    expect(Object.keys(given)).toEqual(
      expect.arrayContaining([...needed.map(([name]) => name), ...fromStores]),
    );
    for (const [name, value] of Object.entries(given)) {
      expect({ name, value }).toMatchObject({ value: expect.stringMatching(/./) });
      if (name.endsWith('_KEYS')) expect(value).toMatch(KEY_RING);
      if (fromStores.includes(name)) expect(() => new URL(value)).not.toThrow();
    }
  });

  it('create each key ring once', () => {
    const rings = created.flatMap(({ words }) =>
      words.filter((word) => KEY_RING.test(word.split('=')[2] ?? '')),
    );
    expect(rings.length).toBeGreaterThan(5);
    expect(new Set(rings).size).toBe(rings.length);
  });

  it('create every Secret that the pods with the values of the page need', () => {
    const objects = render('production', parse(myValues));
    const certificates = ofKind<{ spec: { secretName: string } }>(objects, 'Certificate');
    const there = [
      ...created.map(({ words }) => words[3]),
      ...certificates.map(({ spec }) => spec.secretName),
    ];
    const wanted = [
      ...JSON.stringify(objects).matchAll(/"secretRef":\{"name":"([^"]+)"|"secretName":"([^"]+)"/g),
    ];
    expect(wanted.length).toBeGreaterThan(8);
    for (const [, ref, volume] of wanted) expect(there).toContain(ref ?? volume);
  });

  it('install and upgrade the results of `make release`, with the values of the page', () => {
    const releases = [...named('helm', 'install'), ...named('helm', 'upgrade')].map(({ words }) => words);
    expect(releases).toHaveLength(2);
    for (const words of releases) {
      expect(words[2]).toMatch(/^build\/release\/parcelyard-\d+\.\d+\.\d+\.tgz$/);
      expect(words.slice(-4)).toEqual(
        ['charts/parcelyard/values-production.yaml', 'my-values.yaml'].flatMap((file) => ['--values', file]),
      );
    }
    expect(named('make', 'release')[0]?.words).toContain('PUSH=1');
  });

  (hasKubectl ? it : it.skip)('are such that kubectl takes what they create', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parcelyard-install-'));
    for (const file of ['tls.crt', 'tls.key', 'ca.crt']) writeFileSync(join(folder, file), 'pem');
    for (const { words } of created.filter((call) => call.words[2] === 'generic')) {
      const { status, stdout, stderr } = spawnSync(
        'kubectl',
        [...words, '--dry-run=client', '--output', 'yaml'],
        { cwd: folder, env: { ...process.env, KUBECONFIG: '/dev/null' }, encoding: 'utf8' },
      );
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(stdout).toMatch(/^ *namespace: parcelyard$/m);
    }
    rmSync(folder, { recursive: true });
  });
});
