/** Prints `N passed, N failed` of the last test run; a run that never came to its tests counts as one failure. */
import { existsSync, readFileSync } from 'node:fs';

const file = 'build/jest.json';
if (existsSync(file)) {
  const { numPassedTests, numFailedTests, numFailedTestSuites, numRuntimeErrorTestSuites, success } =
    JSON.parse(readFileSync(file, 'utf8'));
  // A suite that could not even be loaded has no failed test of its own.
  const failed =
    numFailedTests +
    (numFailedTests === 0 && !success ? Math.max(1, numRuntimeErrorTestSuites, numFailedTestSuites) : 0);
  console.log(`${numPassedTests} passed, ${failed} failed`);
} else {
  console.log('0 passed, 1 failed');
}
