import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './support/helm';

describe('install.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-install-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const program = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, path), 0o755);
  };

  it('fails if npm refuses the lock file, even if older packages are complete', () => {
    mkdirSync(join(folder, 'scripts'));
    cpSync(join(root, 'scripts/install.sh'), join(folder, 'scripts/install.sh'));
    program('node_modules/.bin/esbuild', 'exit 0');
    for (const name of ['lmdb', '@parcelyard/gateway'])
      mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
    program('programs/npm', 'exit 1');
    program('programs/sleep', 'exit 0');
    const env = { ...process.env, PATH: `${join(folder, 'programs')}:${process.env.PATH}` };
    const { status } = spawnSync(join(folder, 'scripts/install.sh'), { env, encoding: 'utf8' });
    expect(status).toBe(1);
  });
});
