/** Prints `N passed, N failed` of the last test run. If the run ended before any test, prints one failure. */
import { existsSync, readFileSync } from 'node:fs';

const file = 'build/test-counts.json';
if (existsSync(file)) {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
  // A suite that could not be loaded counts as failed, but has no failed tests. So the larger of the two numbers is
  // printed.
  console.log(`${numPassedTests} passed, ${Math.max(numFailedTests, numFailedTestSuites)} failed`);
} else {
  console.log('0 passed, 1 failed');
}
