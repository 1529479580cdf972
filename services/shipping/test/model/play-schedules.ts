import { loadPlans } from './billing-process';

/**
 * Time passes only when the schedule says so. The saga's own time limits are lost answers here, and nobody
 * waits for another's purchase (the test file mocks `node:timers/promises` for that, which only it can).
 */
export function playSchedules(): void {
  const { stackTraceLimit } = Error;
  beforeAll(async () => {
    await loadPlans();
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((() => 0) as never);
    // Refusals are part of the game, and nobody reads where they were made.
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    jest.restoreAllMocks();
    Error.stackTraceLimit = stackTraceLimit;
  });
}
