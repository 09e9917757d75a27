import { findFirefox } from '../../scripts/find-browser.mjs';
import { findWebKit, webkitLauncher } from '../../scripts/webkit-launcher.mjs';
import { firefoxWith } from './launchers.mjs';
import { base, bundleTests, isForChromiumOnly, isTest, isWholeRun } from './wtr.base.mjs';

const firefox = findFirefox();
const webkit = findWebKit();

const missing = [
  ...(firefox ? [] : ['Firefox (Debian: firefox-esr, or set FIREFOX_PATH)']),
  ...(webkit ? [] : ['WebKitGTK (Debian: webkit2gtk-driver xvfb xauth)']),
];
if (missing.length > 0) {
  const sentence = `Not found on this machine: ${missing.join('; ')}. Install it to test in it too.`;
  if (process.env.CI === 'true' || missing.length === 2) throw new Error(sentence);
  console.warn(sentence);
}

/**
 * Forced colours, more contrast and less motion. Playwright sets them in Chromium, in test/e2e. Firefox has no command
 * for them, so they are set when it starts. WebKitGTK has neither: they are settings of the desktop.
 */
const PREFERENCES = {
  'browser.display.document_color_use': 2,
  'ui.useAccessibilityTheme': 1,
  'ui.prefersReducedMotion': 1,
};

/** Tests in a Firefox with `PREFERENCES`. */
const PREFERRED = 'preferences';

const isPreferred = (path) => path.includes(`${PREFERRED}/`);

const files = isWholeRun
  ? await bundleTests((path) => isPreferred(path) || (isTest(path) && !isForChromiumOnly(path)))
  : [base.files, `test/browser/${PREFERRED}/*.ts`];

const preferred = files.filter(isPreferred);
const others = files.filter((path) => !isPreferred(path));

/** Firefox and WebKitGTK. Each runs one test file at a time, because they time out with two. */
export default {
  ...base,
  files: others.length > 0 ? others : undefined,
  concurrentBrowsers: 2,
  browsers: [
    ...(firefox ? [firefoxWith(firefox)] : []),
    ...(webkit ? [webkitLauncher(webkit)] : []),
  ],
  groups:
    firefox && preferred.length > 0
      ? [{ name: PREFERRED, files: preferred, browsers: [firefoxWith(firefox, PREFERENCES)] }]
      : [],
};
