/** Replays a scenario of the QA console, where it was copied. */
import { expect, test } from '@playwright/test';
import type { Scenario } from '../../demo/qa/scenarios/scenario.js';
import { linkTo } from '../../demo/qa/scenarios/share.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { demoForTests } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const scenario: Scenario = {
  title: 'Damaged in transit',
  about: 'One byte of a part changes. Only this part is sent again.',
  file: {
    format: 'wav',
    bytes: 330000,
  },
  expect: {
    state: 'ready',
    partsSentTwice: 1,
    plans: 1,
  },
  conditions: {
    chunkSize: 65536,
  },
  faults: [
    {
      name: 'corrupted-body',
      at: 'part',
      part: 3,
      byte: 100,
    },
  ],
};

test('scenario: Damaged in transit', async ({ page }) => {
  test.setTimeout(100000);
  await page.goto(linkTo(scenario, `${demo().url}qa.html`));
  const run = page.locator('.run').first();
  await run.getByRole('button', { name: /^Run “/ }).click();
  await expect(run.locator('.verdict')).toHaveText(/^(?:Passed|Failed)/, { timeout: 80000 });
  await expect(run.locator('.reasons li')).toHaveText([]);
  await expect(run.locator('.verdict')).toHaveText(/^Passed/);
});
