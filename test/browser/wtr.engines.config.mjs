import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { findFirefox } from '../../scripts/find-browser.mjs';
import { findWebKit, webkitLauncher } from '../../scripts/webkit-launcher.mjs';
import { base, bundleTests, isForChromiumOnly, isolatedPage, isWholeRun } from './wtr.base.mjs';

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

/** Firefox and WebKitGTK. Each runs one test file at a time, because they time out with two. */
export default {
  ...base,
  files: isWholeRun ? await bundleTests((path) => !isForChromiumOnly(path)) : base.files,
  concurrentBrowsers: 2,
  browsers: [
    ...(firefox
      ? [
          puppeteerLauncher({
            createPage: isolatedPage,
            launchOptions: {
              browser: 'firefox',
              executablePath: firefox,
              extraPrefsFirefox: { 'media.autoplay.default': 0 },
            },
          }),
        ]
      : []),
    ...(webkit ? [webkitLauncher(webkit)] : []),
  ],
};
