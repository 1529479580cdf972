import { loadPlans } from './billing-process';

/**
 * Simulates time: it passes only when the schedule says so. Time limits of calls do not apply, because lost answers
 * have the same effect. The test file must mock `node:timers/promises` itself, so that a call that waits for another
 * call's purchase does not wait in real time.
 */
export function playSchedules(): void {
  const { stackTraceLimit } = Error;
  beforeAll(async () => {
    await loadPlans();
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((() => 0) as never);
    // Errors are frequent here, and nobody reads their stack traces.
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    jest.restoreAllMocks();
    Error.stackTraceLimit = stackTraceLimit;
  });
}
