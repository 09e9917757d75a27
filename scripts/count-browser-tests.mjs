import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { cache, root } from './paths.mjs';
import { withSources } from './source-places.mjs';

/** All tests. `path` has the names of their suites, too: `uploads > a pause > waits`. */
const testsOf = (suite, suites = []) => [
  ...suite.tests.map((test) => ({ ...test, path: [...suites, test.name].join(' > ') })),
  ...suite.suites.flatMap((inner) => testsOf(inner, [...suites, inner.name])),
];

/** The source of a test file, which may be bundled as `.cache/browser-tests/reader/a.test.js`. */
const testOf = (testFile) => {
  const [, bundled] = /^browser-tests[\\/](.+)\.js$/.exec(relative(cache, testFile)) ?? [];
  return bundled === undefined ? relative(root, testFile) : `test/browser/${bundled}.ts`;
};

/** Web Test Runner has no message in its stacks. */
const textOf = ({ message = '', stack = '' } = {}) =>
  stack.includes(message) ? withSources(stack) : `${message}\n${withSources(stack)}`;

function countSession(session) {
  const tests = session.testResults ? testsOf(session.testResults) : [];
  const passed = tests.filter((test) => test.passed && !test.skipped);
  const times = passed.map(({ name, duration = 0 }) => ({ title: name, ms: duration }));
  const skipped = tests.filter((test) => test.skipped);
  const failed = tests.filter((test) => !test.passed && !test.skipped);
  const file = testOf(session.testFile);
  // A file that does not load, or that fails outside its tests, counts as one failure more.
  const [error] = session.errors ?? [];
  const isBeside = error !== undefined || (failed.length === 0 && !session.passed);
  const beside = isBeside ? [{ path: file, error }] : [];
  const failures = [...failed, ...beside, ...skipped].map(({ path, error, skipped: isSkipped }) => {
    const message = isSkipped ? 'It was skipped.' : textOf(error);
    return { title: path, message, file, browser: session.browser.name };
  });
  return { times, failures };
}

/**
 * A Web Test Runner reporter that writes the tests of all browsers to a file: `{"passed":3,"times":[{"title":"…",
 * "ms":12}],"failures":[{"title":"…","message":"…","file":"test/browser/reader/a.test.ts","browser":"Chrome"}]}`.
 * A skipped test proves nothing: it failed.
 */
export function countBrowserTests(path) {
  return {
    onTestRunFinished({ sessions }) {
      const counted = sessions.map(countSession);
      const times = counted.flatMap((each) => each.times);
      const failures = counted.flatMap((each) => each.failures);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify({ passed: times.length, times, failures }));
    },
  };
}
