/**
 * Stops the timers and `performance.now()` of the code under test until the test advances them with Jest. So no time
 * limit ends early when the test's process stands still. `eventually`, `Date` and the MongoDB driver are not stopped.
 * After the test, `jest.useRealTimers()` must be called.
 */
export function stopTime(): void {
  jest.useFakeTimers({
    doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  });
}
