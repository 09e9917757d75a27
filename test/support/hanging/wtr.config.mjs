/** Pages that hang, and two that do not, for `test/unit/scripts/hung-pages.test.ts`. */
import { failHungPages, testRunnerHtml } from '../../browser/hung-pages.mjs';
import { chromium } from '../../browser/wtr.base.mjs';
import { countBrowserTests } from '../../../scripts/count-browser-tests.mjs';
import { defaultReporter } from '@web/test-runner';
import { root } from '../../../scripts/paths.mjs';

/** Here, the time of a page is over when it is stuck, so that no test depends on the speed of the machine. */
const isStuck = ({ testFile, title }) =>
  testFile.includes('/loading.js') || /never returns/.test(title ?? '');
const after = (end, now) => {
  if (isStuck(now)) setTimeout(end, 500);
  return () => {};
};

let waiting = [];
const routes = (context, next) => {
  // Never answered.
  if (context.path === '/never.js') return new Promise(() => {});
  if (context.path !== '/both') return next();
  // Answered when both pages have asked.
  return new Promise((resolve) => {
    waiting.push(() => {
      context.body = 'both';
      resolve();
    });
    if (waiting.length < 2) return;
    for (const answer of waiting) answer();
    waiting = [];
  });
};

export default {
  rootDir: root,
  files: 'test/support/hanging/*.js',
  middleware: [routes],
  plugins: [failHungPages(after)],
  reporters: [defaultReporter(), countBrowserTests(process.env.COUNTS)],
  testRunnerHtml,
  testFramework: { config: { timeout: 1_000 } },
  testsFinishTimeout: 120_000,
  browsers: [await chromium({ concurrency: 5 })],
};
