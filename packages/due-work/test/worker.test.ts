import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { type RunResult, startWorker, type Worker } from '../src/worker';

const MAX_IDLE_MS = 10_000;

let worker: Worker;
let runs: number[];
let answer: RunResult;
/** The time of Jest's fake timers. */
const now = () => new Date(Date.now());

beforeEach(() => {
  jest.useFakeTimers();
  runs = [];
  answer = { found: false };
});

afterEach(async () => {
  await worker.stop();
  jest.useRealTimers();
});

function start(clock: { now(): Date; onSet?(listener: () => void): () => void } = { now }) {
  const begun = Date.now();
  worker = startWorker({
    name: 'test',
    maxIdleMs: MAX_IDLE_MS,
    clock,
    logger: silentLogger,
    run: async () => {
      runs.push(Date.now() - begun);
      return answer;
    },
  });
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds);

it('runs at its start, and then less and less often while nothing is found', async () => {
  start();
  await pass(60_000);
  expect(runs).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 25_500, 35_500, 45_500, 55_500]);
});

it('runs as often as at the start after it found work without a notification', async () => {
  start();
  await pass(15_600);
  answer = { found: true };
  await pass(10_000);
  answer = { found: false };
  await pass(2_000);
  expect(runs.slice(-3)).toEqual([25_500, 26_000, 27_000]);
});

it('runs at once when it is woken, and not more often afterwards', async () => {
  start();
  await pass(20_000);
  answer = { found: true };
  worker.wake();
  await pass(0);
  expect(runs.at(-1)).toBe(20_000);
  answer = { found: false };
  await pass(9_999);
  expect(runs.at(-1)).toBe(20_000);
  await pass(1);
  expect(runs.at(-1)).toBe(30_000);
});

it('runs at the time of a notification, however long its pause is', async () => {
  start();
  await pass(16_000);
  worker.wake(inMs(3_000));
  worker.wake(inMs(1_000));
  worker.wake(inMs(2_000));
  await pass(1_000);
  expect(runs.slice(-2)).toEqual([15_500, 17_000]);
});

it('keeps a notification that arrives during a run', async () => {
  start();
  await pass(16_000);
  answer = { found: true };
  worker.wake();
  worker.wake(inMs(700));
  await pass(700);
  expect(runs.slice(-2)).toEqual([16_000, 16_700]);
});

it('runs when the next work that it found is due, also work of another process', async () => {
  start();
  await pass(16_000);
  answer = { found: false, nextAt: inMs(12_345) };
  await pass(12_345);
  expect(runs.slice(-2)).toEqual([25_500, 28_345]);
});

it('runs once more after any number of wakes during a run', async () => {
  start();
  await pass(0);
  worker.wake();
  worker.wake();
  worker.wake();
  await pass(0);
  expect(runs).toEqual([0, 0, 0]);
});

it('runs again when its clock is set, because other work is due then', async () => {
  const clock = new FakeClock();
  start(clock);
  await pass(16_000);
  clock.advance(3_600_000);
  await pass(0);
  expect(runs.at(-1)).toBe(16_000);
});

it('does not run after it was stopped', async () => {
  start();
  await pass(100);
  await worker.stop();
  worker.wake();
  worker.wake(inMs(10));
  await pass(60_000);
  expect(runs).toEqual([0]);
});
