import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { root } from './support/helm';

/** The pause of the program after a crash, and some more. */
const AFTER_THE_PAUSE_MS = 2_500;

const noting = (word: string) => `appendFileSync('log', '${word} ');`;
const CRASHES = `import { appendFileSync } from 'node:fs'; ${noting('crashed')} process.exit(1);`;
const RUNS = `import { appendFileSync } from 'node:fs'; ${noting('begun')}
setTimeout(() => { ${noting('settled')} }, ${AFTER_THE_PAUSE_MS});
setInterval(() => {}, 1e6);
process.on('SIGTERM', () => { ${noting('ended')} process.exit(0); });`;

it('a development image runs a service once after its crash was mended, and ends it with the container', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-watched-'));
  const source = join(folder, 'services/pickups/src/main.ts');
  const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '');
  mkdirSync(join(source, '..'), { recursive: true });
  writeFileSync(source, CRASHES);
  const image: ChildProcess = spawn(process.execPath, [join(root, 'scripts/watch-service.mjs')], {
    cwd: folder,
    env: { PATH: process.env.PATH, SERVICE: 'pickups' },
    stdio: 'ignore',
  });
  try {
    await eventually(() => expect(log()).toContain('crashed'));
    writeFileSync(source, RUNS);
    await eventually(() => expect(log()).toContain('settled'));
    expect(log().match(/begun/g)).toHaveLength(1);
  } finally {
    const ended = once(image, 'exit');
    image.kill('SIGTERM');
    await ended;
    expect(log()).toMatch(/ended $/);
    rmSync(folder, { recursive: true });
  }
});
