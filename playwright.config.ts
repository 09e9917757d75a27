import { defineConfig } from '@playwright/test';
import { findChrome } from './scripts/find-browser.mjs';

const launchOptions = await findChrome();

/** Each test starts the servers it needs, on ports of its own. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  timeout: 60_000,
  forbidOnly: true,
  reporter: 'list',
  use: { browserName: 'chromium', headless: true, screenshot: 'off', trace: 'off', launchOptions },
});
