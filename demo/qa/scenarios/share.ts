/** Copies of a scenario: as a link, as JSON, and as a test of this project. */
import { ContractError } from '../../../src/protocol/read.js';
import { parseScenarioText, USUAL_PATIENCE, type Scenario } from './scenario.js';

/** The scenario as base64url of its JSON. */
const scenarioParameter = (scenario: Scenario): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(scenario));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

/** A link that adds the scenario to the list of the console. It runs only after a click. */
export const linkTo = (scenario: Scenario, consoleUrl: string): string => {
  const url = new URL(consoleUrl);
  url.search = `?scenario=${scenarioParameter(scenario)}`;
  url.hash = '';
  return url.href;
};

/** The scenario in the query of a link; null if it has none. Throws ContractError. */
export const scenarioIn = (search: string): Scenario | null => {
  const parameter = new URLSearchParams(search).get('scenario');
  if (parameter === null) return null;
  let text: string;
  try {
    const binary = atob(parameter.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ContractError('', 'is damaged or incomplete. Copy the link again');
  }
  return parseScenarioText(text);
};

export const asJson = (scenario: Scenario): string => JSON.stringify(scenario, null, 2);

/** How long the verdict may take after the run should have ended, in seconds. */
const GRACE = 20;

/** An end-to-end test that replays the scenario. Save it as `test/e2e/NAME.spec.ts`. */
export const asTest = (scenario: Scenario): string => {
  const { title, expect } = scenario;
  const timeout = ((expect.withinSeconds ?? USUAL_PATIENCE) + GRACE) * 1_000;
  return `/** Replays a scenario of the QA console, where it was copied. */
import { expect, test } from '@playwright/test';
import type { Scenario } from '../../demo/qa/scenarios/scenario.js';
import { linkTo } from '../../demo/qa/scenarios/share.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { demoForTests } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const scenario: Scenario = ${asJson(scenario)};

test(${JSON.stringify(`scenario: ${title}`)}, async ({ page }) => {
  test.setTimeout(${timeout + GRACE * 1_000});
  await page.goto(linkTo(scenario, \`\${demo().url}qa.html\`));
  const run = page.locator('.run').first();
  await run.getByRole('button', { name: /^Run “/ }).click();
  await expect(run.locator('.verdict')).toHaveText(/^(?:Passed|Failed)/, { timeout: ${timeout} });
  await expect(run.locator('.reasons li')).toHaveText([]);
  await expect(run.locator('.verdict')).toHaveText(/^Passed/);
});
`;
};
