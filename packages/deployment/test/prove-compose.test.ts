import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { root } from './support/helm';

/** A stand-in for Docker that writes down its arguments. A pull takes as long as the test. */
const DOCKER = `#!/bin/sh
echo "$*" >> "$CALLS"
case "$1" in pull) exec sleep 600 ;; esac
`;

it('a proof of Compose that is interrupted removes its containers and its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-proof-'));
  const [programs, work, calls] = ['bin', 'work', 'calls'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [programs, work]) mkdirSync(each);
  writeFileSync(join(programs, 'docker'), DOCKER, { mode: 0o755 });
  const asked = () => (existsSync(calls) ? readFileSync(calls, 'utf8') : '');
  const proof = spawn('sh', ['scripts/prove-compose.sh'], {
    cwd: root,
    env: {
      PATH: `${programs}${delimiter}${process.env.PATH}`,
      TMPDIR: work,
      CALLS: calls,
      IMAGES: 'registry.example/parcelyard',
      VERSION: '0.1.0',
    },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(proof, 'exit');
  await eventually(() => expect(asked()).toContain('pull'));
  // As Ctrl-C does, the signal goes to the shell and to the command that it runs.
  process.kill(-(proof.pid as number), 'SIGINT');
  await ended;
  expect(asked()).toMatch(/compose .* down --volumes/);
  expect(readdirSync(work)).toEqual([]);
  rmSync(folder, { recursive: true });
});
