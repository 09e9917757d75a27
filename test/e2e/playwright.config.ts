import { defineConfig } from '@playwright/test';
import { findChrome } from '../../scripts/find-browser.mjs';

const launchOptions = await findChrome();

/** Each test starts the servers it needs on their own ports. */
export default defineConfig({
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  // They keep two processors busy.
  workers: 2,
  retries: 0,
  // Much longer than a test takes: these end a test that hangs, even on a busy machine.
  timeout: 120_000,
  expect: { timeout: 50_000 },
  forbidOnly: true,
  reporter: 'list',
  use: { browserName: 'chromium', headless: true, screenshot: 'off', trace: 'off', launchOptions },
});
