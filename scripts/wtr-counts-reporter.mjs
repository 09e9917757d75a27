const testsOf = (suite) => [...suite.tests, ...suite.suites.flatMap(testsOf)];

function countSession(session) {
  const tests = session.testResults ? testsOf(session.testResults) : [];
  const passed = tests.filter((test) => test.passed && !test.skipped).length;
  const failed = tests.filter((test) => !test.passed && !test.skipped).length;
  const skipped = tests.filter((test) => test.skipped).length;
  // a file that failed to load, or failed beside its tests, is one failure of its own
  return { passed, failed: failed || (session.passed ? 0 : 1), skipped };
}

/** A Web Test Runner reporter: one line per engine, `Chrome: 3 passed, 0 failed, 0 skipped`. */
export function countsReporter() {
  return {
    onTestRunFinished({ sessions }) {
      for (const name of new Set(sessions.map((session) => session.browser.name))) {
        const total = { passed: 0, failed: 0, skipped: 0 };
        for (const session of sessions.filter(({ browser }) => browser.name === name)) {
          const counts = countSession(session);
          for (const key of Object.keys(total)) total[key] += counts[key];
        }
        console.log(
          `${name}: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`,
        );
      }
    },
  };
}
