import { loadPlans } from './billing-process';

/**
 * Makes time pass only when the schedule says so. The saga's time limits do not apply; lost answers have the same
 * effect. No call waits for another call's purchase: for this, the test file mocks `node:timers/promises`, which only a
 * test file can do.
 */
export function playSchedules(): void {
  const { stackTraceLimit } = Error;
  beforeAll(async () => {
    await loadPlans();
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((() => 0) as never);
    // Refusals are frequent here, and their stack traces are never read.
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    jest.restoreAllMocks();
    Error.stackTraceLimit = stackTraceLimit;
  });
}
