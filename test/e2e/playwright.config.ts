import { defineConfig } from '@playwright/test';
import { findChrome } from '../../scripts/find-browser.mjs';

const launchOptions = await findChrome();

/** Each test starts the servers it needs on their own ports. */
export default defineConfig({
  globalSetup: './build-pages.ts',
  outputDir: '../../test-results',
  // One more than processors: tests often wait, such as for a retry.
  workers: 3,
  retries: 0,
  // Much longer than a test takes: these end a test that hangs, even on a busy machine.
  timeout: 120_000,
  expect: { timeout: 50_000 },
  forbidOnly: true,
  reporter: 'list',
  use: { browserName: 'chromium', headless: true, screenshot: 'off', trace: 'off', launchOptions },
});
