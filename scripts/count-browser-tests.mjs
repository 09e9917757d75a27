import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const testsOf = (suite) => [...suite.tests, ...suite.suites.flatMap(testsOf)];

function countSession(session) {
  const tests = session.testResults ? testsOf(session.testResults) : [];
  const titles = tests.filter((test) => test.passed && !test.skipped).map(({ name }) => name);
  const failed = tests.filter((test) => !test.passed && !test.skipped).length;
  const skipped = tests.filter((test) => test.skipped).length;
  // A file that does not load, or that fails outside its tests, counts as one failure.
  return { titles, failed: (failed || (session.passed ? 0 : 1)) + skipped };
}

/**
 * A Web Test Runner reporter that writes `{"passed":3,"failed":0,"titles":["…"]}` for all browsers to a file. `titles` are
 * those of the passed tests. A skipped test counts as failed.
 */
export function countBrowserTests(path) {
  return {
    onTestRunFinished({ sessions }) {
      const total = { passed: 0, failed: 0, titles: [] };
      for (const { titles, failed } of sessions.map(countSession)) {
        total.passed += titles.length;
        total.failed += failed;
        total.titles.push(...titles);
      }
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(total));
    },
  };
}
