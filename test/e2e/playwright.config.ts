import { defineConfig } from '@playwright/test';
import { findChrome } from '../../scripts/find-browser.mjs';

const launchOptions = await findChrome();

/** Each test starts the servers it needs, on ports of its own. */
export default defineConfig({
  outputDir: '../../test-results',
  workers: 2,
  retries: 0,
  // Far beyond what a test takes: they end what hangs, and no machine that is only busy.
  timeout: 120_000,
  expect: { timeout: 50_000 },
  forbidOnly: true,
  reporter: 'list',
  use: { browserName: 'chromium', headless: true, screenshot: 'off', trace: 'off', launchOptions },
});
