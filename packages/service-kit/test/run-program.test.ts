import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { type Program, startProgram } from './programs/start-program';

let program: Program;

afterEach(async () => {
  program.process.kill('SIGKILL');
  await program.ended;
});

const start = (environment: Record<string, string> = {}) => {
  program = startProgram('frame-program', environment);
  return program;
};

const said = (message: string) =>
  eventually(() => expect(program.lines.map(({ msg }) => msg)).toContain(message));

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops the running parts and ends the program with exit code 0',
  async (signal) => {
    const { process, ended, lines } = start();
    await said('started');
    process.kill(signal);
    expect(await ended).toBe(0);
    expect(lines.map(({ msg }) => msg)).toEqual(['starting', 'started', 'draining', 'stopping', 'stopped']);
  },
);

it('a signal during the start takes effect after the start', async () => {
  const { process, ended, lines } = start({ START: 'slow' });
  await said('starting');
  process.kill('SIGTERM');
  process.kill('SIGUSR2');
  expect(await ended).toBe(0);
  expect(lines.at(-1)).toMatchObject({ msg: 'stopped' });
});

it('a signal ends a start that waits', async () => {
  const { process, ended, lines } = start({ START: 'wait' });
  await said('starting');
  process.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(lines.map(({ msg }) => msg)).toEqual(['starting']);
});

it('a failed start is one log line with its reason, without credentials, and exit code 1', async () => {
  const { ended, lines } = start({ START: 'fail' });
  expect(await ended).toBe(1);
  expect(lines).toMatchObject([
    { msg: 'starting' },
    { level: 'fatal', msg: 'start failed', err: { message: 'no database at mongodb://[credentials]@db' } },
  ]);
});

it('a failed stop is exit code 1', async () => {
  const { process, ended, lines } = start({ STOP: 'fail' });
  await said('started');
  process.kill('SIGTERM');
  expect(await ended).toBe(1);
  expect(lines.at(-1)).toMatchObject({ msg: 'drain failed', err: { message: 'would not end' } });
});

it('a stop that takes too long is ended', async () => {
  const { process, ended } = start({ STOP: 'never' });
  await said('started');
  process.kill('SIGTERM');
  expect(await ended).toBe(1);
});

it.each([
  ['accident', 'unhandled rejection'],
  ['crash', 'uncaught exception'],
])('an uncaught error ends the program with a log line (%s)', async (START, message) => {
  const { ended, lines } = start({ START });
  expect(await ended).toBe(1);
  expect(lines.at(-1)).toMatchObject({ level: 'fatal', msg: message, err: { message: 'nobody caught it' } });
});

it('an armed fail point kills the program at that point, and other fail points do nothing', async () => {
  const { ended, lines } = start({ FAIL_POINT: 'started' });
  expect(await ended).toBe('SIGKILL');
  expect(lines.map(({ msg }) => msg)).toEqual(['starting']);
  const other = start({ FAIL_POINT: 'elsewhere' });
  await said('started');
  other.process.kill('SIGTERM');
  expect(await other.ended).toBe(0);
});

it('a fail point in a file kills once, and the next program continues', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-fail-point-'));
  const file = join(folder, 'place');
  writeFileSync(file, 'started');
  const FAIL_POINT = `@${file}`;
  expect(await start({ FAIL_POINT }).ended).toBe('SIGKILL');
  const next = start({ FAIL_POINT });
  await said('started');
  next.process.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  rmSync(folder, { recursive: true });
});
