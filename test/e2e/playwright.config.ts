import { defineConfig } from '@playwright/test';
import { findChrome } from '../../scripts/find-browser.mjs';
import { LIMITS } from '../../scripts/limits.mjs';

const launchOptions = { ...(await findChrome()), timeout: LIMITS.launch };

/** Each test starts the servers it needs on their own ports. */
export default defineConfig({
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  // Pictures of states, in the same browser on every machine.
  snapshotPathTemplate: '../look/{arg}{ext}',
  // They keep two processors busy.
  workers: 2,
  retries: 0,
  timeout: LIMITS.pageTest,
  expect: { timeout: LIMITS.expectation },
  forbidOnly: true,
  reporter: 'list',
  use: { browserName: 'chromium', headless: true, screenshot: 'off', trace: 'off', launchOptions },
});
