import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** All tests. `path` has the names of their suites, too: `uploads > a pause > waits`. */
const testsOf = (suite, suites = []) => [
  ...suite.tests.map((test) => ({ ...test, path: [...suites, test.name].join(' > ') })),
  ...suite.suites.flatMap((inner) => testsOf(inner, [...suites, inner.name])),
];

function countSession(session) {
  const tests = session.testResults ? testsOf(session.testResults) : [];
  const passed = tests.filter((test) => test.passed && !test.skipped);
  const times = passed.map(({ name, duration = 0 }) => ({ title: name, ms: duration }));
  const skipped = tests.filter((test) => test.skipped);
  const failed = tests.filter((test) => !test.passed && !test.skipped);
  // A file that does not load, or that fails outside its tests, counts as one failure.
  const beside =
    failed.length === 0 && !session.passed ? [{ path: basename(session.testFile) }] : [];
  const failures = [...failed, ...beside, ...skipped].map(({ path, error }) => ({
    title: `${path} (${session.browser.name})`,
    message: error?.message ?? session.errors?.[0]?.message ?? '',
  }));
  return { times, failures };
}

/**
 * A Web Test Runner reporter that writes `{"passed":3,"failed":0,"times":[{"title":"…","ms":12}],"failures":[{"title":"…",
 * "message":"…"}]}` for all browsers to a file. `times` has the passed tests. A skipped test counts as failed.
 */
export function countBrowserTests(path) {
  return {
    onTestRunFinished({ sessions }) {
      const total = { passed: 0, failed: 0, times: [], failures: [] };
      for (const { times, failures } of sessions.map(countSession)) {
        total.passed += times.length;
        total.failed += failures.length;
        total.failures.push(...failures);
        total.times.push(...times);
      }
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(total));
    },
  };
}
