/** Starts the browsers of Web Test Runner. */
import { chromeLauncher } from '@web/test-runner-chrome';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { findChrome } from '../../scripts/find-browser.mjs';
import { LAUNCHES, LIMITS } from '../../scripts/limits.mjs';
import { closeHungPages } from './hung-pages.mjs';

/** Gives each test file its own storage and locks, because files run in parallel and may delete all storage. */
const isolatedPage = async ({ context }) => {
  const page = await (await context.browser().createBrowserContext()).newPage();
  page.setDefaultNavigationTimeout(LIMITS.navigation);
  // A page with an unsaved draft asks before it is left.
  page.on('dialog', (dialog) => void dialog.accept());
  return page;
};

/** In a full Chromium, only the window in front has the focus, and others get no focus events. Here, each page has it. */
const focusedPage = async (options) => {
  const page = await isolatedPage(options);
  await page.emulateFocusedPage(true);
  return page;
};

/** How each browser is launched. */
const LAUNCHED = {
  timeout: LIMITS.launch,
  protocolTimeout: LIMITS.protocol,
  // No test needs puppeteer's list of requests, which costs the browser and this process time for each request.
  networkEnabled: false,
};

/** Starts a browser again that did not start. Otherwise each of its pages would fail with the same error. */
function startAgain(launcher) {
  const launchBrowser = launcher.launchBrowser.bind(launcher);
  launcher.launchBrowser = async (options) => {
    for (let launches = 1; ; launches += 1) {
      try {
        return await launchBrowser(options);
      } catch (error) {
        if (launches === LAUNCHES)
          throw new Error(`infrastructure: ${launcher.name} did not start: ${error.message}`, {
            cause: error,
          });
        console.warn(`${launcher.name} did not start (${error.message}). It is started again.`);
      }
    }
  };
  return launcher;
}

/** Chromium, with this many pages at the same time. */
export const chromium = async (concurrency) => {
  const chrome = await findChrome();
  const args = [
    ...chrome.args,
    // Compiling code that a page soon leaves costs more than it saves.
    '--js-flags=--no-opt',
    // A full Chromium loads the lists of its address bar for each window, in two processes.
    '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  ];
  const launchOptions = { ...LAUNCHED, ...chrome, args };
  return closeHungPages(
    startAgain(chromeLauncher({ launchOptions, createPage: focusedPage, concurrency })),
  );
};

/** Preferences of Firefox. Media play without a gesture. The microphone is a fake one, and its permission is always given. */
export const DEVICES = {
  'media.autoplay.default': 0,
  'media.navigator.streams.fake': true,
  // A sound card that does nothing: without one, Firefox starts no AudioContext.
  'media.cubeb.sandbox': false,
  'media.cubeb.force_mock_context': true,
  'media.navigator.permission.disabled': true,
};

/** The Firefox at this path, with these preferences. It times out with two pages at the same time. */
export const firefoxWith = (executablePath, extraPrefsFirefox = DEVICES) => {
  const launchOptions = { ...LAUNCHED, browser: 'firefox', executablePath, extraPrefsFirefox };
  return closeHungPages(
    startAgain(puppeteerLauncher({ launchOptions, createPage: isolatedPage, concurrency: 1 })),
  );
};
