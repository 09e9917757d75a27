import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const testsOf = (suite) => [...suite.tests, ...suite.suites.flatMap(testsOf)];

function countSession(session) {
  const tests = session.testResults ? testsOf(session.testResults) : [];
  const passed = tests.filter((test) => test.passed && !test.skipped).length;
  const failed = tests.filter((test) => !test.passed && !test.skipped).length;
  const skipped = tests.filter((test) => test.skipped).length;
  // A file that does not load, or that fails outside its tests, counts as one failure.
  return { passed, failed: (failed || (session.passed ? 0 : 1)) + skipped };
}

/**
 * A Web Test Runner reporter that writes `{"passed":3,"failed":0}` for all browsers to a file. A skipped test counts
 * as failed.
 */
export function countBrowserTests(path) {
  return {
    onTestRunFinished({ sessions }) {
      const total = { passed: 0, failed: 0 };
      for (const { passed, failed } of sessions.map(countSession)) {
        total.passed += passed;
        total.failed += failed;
      }
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(total));
    },
  };
}
