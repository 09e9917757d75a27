/** Every state of the demo has no axe violation: light and dark, wide and narrow. */
import { test } from '@playwright/test';
import { createStates } from '../support/states/index.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests, openDemo } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

/** An open list covers part of the slider, so that the rest is too small for a target. */
const COVERED: Readonly<Record<string, readonly string[]>> = { 'export-menu': ['target-size'] };

const states = createStates((...faults) => demo().sandbox.faults.set(faults));

for (const [name, reachState] of Object.entries(states)) {
  test(name, async ({ page }) => {
    demo().sandbox.faults.set([]);
    await openDemo(page, demo().url);
    await reachState(page);
    // The button of the page floats above the element; which part it covers depends on the height of the window.
    await page.addStyleTag({ content: '.hood { display: none }' });
    await expectNoViolations(page, { within: 'audio-transcribe', except: COVERED[name] ?? [] });
  });
}
