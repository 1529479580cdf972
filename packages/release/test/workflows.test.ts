import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const root = resolve(__dirname, '../../..');
const folder = join(root, '.github/workflows');
const makefile = readFileSync(join(root, 'Makefile'), 'utf8');

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, { 'timeout-minutes'?: number; steps: { run?: string }[] }>>;
}

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const { permissions, jobs } = parse(text) as Workflow;

  it('runs existing scripts', () => {
    const lines = Object.values(jobs)
      .flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')))
      .map((line) => line.split(' '));
    const scripts = lines
      .map(([program = '']) => program)
      .filter((program) => /^(scripts|\.ci)\//.test(program));
    expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const targets = lines.filter(([program]) => program === 'make').map(([, target]) => target);
    expect(targets.filter((target) => !makefile.includes(`\n${target}: `))).toEqual([]);
  });

  it('names each action by its reviewed commit, with its version beside it', () => {
    const used = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line));
    const movable = used.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
    expect(movable).toEqual([]);
  });

  it('has read permission unless a job gives the reason for a write permission, and has a time-out', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});

it('a release that failed in its middle can run again: the release page, which exists only once, is created last', () => {
  const { jobs } = parse(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow;
  expect(jobs.release?.steps.at(-1)?.run).toMatch(/^gh release create /);
});
