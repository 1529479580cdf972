import { runInterleavings } from './run-interleavings';

/** How many sequences of commands are tried. The workflow `proofs.yml` tries 20,000 each week. */
const COUNT = Number(process.env.INTERLEAVINGS ?? 500);

const { stackTraceLimit } = Error;
beforeAll(() => {
  // In this test, time passes only when the schedule says so, so timers never fire. Calls fail because their answers
  // are lost, and not by timeouts.
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((() => 0) as never);
  // Refusals are expected here, so no stack traces are collected.
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  jest.restoreAllMocks();
  Error.stackTraceLimit = stackTraceLimit;
});

test('no paid order of a store ends unshipped or shipped twice, with stale, lost, late and repeated messages and killed processes', async () => {
  expect(await runInterleavings({ count: COUNT, seed: 21 })).toBeUndefined();
}, 600_000);
