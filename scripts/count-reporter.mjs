import { mkdirSync, writeFileSync } from 'node:fs';

/**
 * A Jest reporter that stores the counts for `.ci/run`. It prints nothing, so that Jest's summary is the last output.
 */
export default class CountReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numFailedTestSuites }) {
    mkdirSync('build', { recursive: true });
    writeFileSync(
      'build/test-counts.json',
      JSON.stringify({ numPassedTests, numFailedTests, numFailedTestSuites }),
    );
  }
}
