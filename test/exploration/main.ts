/**
 * `npm run explore -- --minutes 10 --seed 1`: people act at random on the real page, while the network, the service, the
 * disk and the clock misbehave. Prints the seed first. A history in which a property fails is shortened and printed as
 * an entry for `kept.ts`. One that passes twice when it is played again is printed as flaky, with all its steps, and does
 * not count: look for a race. Without `--seed`, a new one is taken. `--histories 20` ends after that many instead, and
 * `--kept` plays those of `kept.ts` first. `--built` takes the pages that the last run has built.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChrome } from '../../scripts/find-browser.mjs';
import buildPages from '../e2e/global-setup.js';
import { KEPT } from './kept.js';
import { describePlan, planOf, type Plan } from './plan.js';
import { violationIn, type Violation } from './properties.js';
import { openWorld, type World } from './world.js';

/** What is wrong when the plan is played again. Null also if it cannot be played: without some steps, others cannot be taken. */
const violationAgain = (world: World, plan: Plan): Promise<Violation | null> =>
  world.play(plan).then(violationIn, () => null);

/** Leaves out steps, at first many at a time, as long as the same property fails. */
const shortened = async (world: World, plan: Plan, { property }: Violation): Promise<Plan> => {
  let { steps } = plan;
  for (const size of [12, 6, 3, 1])
    for (let end = steps.length; end > 0; end -= size) {
      const fewer = steps.filter((_step, index) => index < end - size || index >= end);
      const found = await violationAgain(world, { ...plan, steps: fewer });
      if (found?.property === property) steps = fewer;
    }
  return { ...plan, steps };
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    histories: { type: 'string' },
    seed: { type: 'string' },
    kept: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
console.log(`seed ${seed}`);

function* plans(): Generator<Plan> {
  if (values.kept) yield* KEPT;
  const endsAt = Date.now() + Number(values.minutes) * 60_000;
  const most = Number(values.histories ?? Infinity);
  for (let index = 0; index < most; index++) {
    if (values.histories === undefined && Date.now() > endsAt) return;
    yield planOf(seed + index);
  }
}

if (!values.built) await buildPages();
const browser = await chromium.launch({ headless: true, ...(await findChrome()) });
const world = await openWorld(browser);
const startedAt = Date.now();
let played = 0;
let steps = 0;
let failed = 0;
/** How often an element was seen in each state: a run that sees few of them shows little. */
const states = new Map<string, number>();
for (const plan of plans()) {
  const history = await world.play(plan).catch((error: unknown) => {
    console.log(`\nseed ${plan.seed} cannot be played:`, error);
    return null;
  });
  played += 1;
  if (history === null) {
    failed += 1;
    continue;
  }
  steps += history.steps.length;
  for (const { state } of history.seen.flatMap(({ look }) => look.elements))
    states.set(state, (states.get(state) ?? 0) + 1);
  const violation = violationIn(history);
  if (violation === null) continue;
  const found = { ...plan, steps: history.steps };
  const isRepeated =
    (await violationAgain(world, found)) !== null || (await violationAgain(world, found)) !== null;
  const what = `seed ${plan.seed}, ${violation.property}: ${violation.what}`;
  if (!isRepeated) {
    console.log(`\nflaky: ${what}`);
    console.log(describePlan(found));
    continue;
  }
  failed += 1;
  console.log(`\n${what}`);
  console.log(describePlan(await shortened(world, found, violation)));
}
const minutes = (Date.now() - startedAt) / 60_000;
console.log(
  `${played} histories, ${steps} steps, ${Math.round(steps / minutes)} a minute; ${failed} failed`,
);
console.log([...states].map(([state, times]) => `${state} ${times}`).join(', '));
await world.close();
await browser.close();
process.exitCode = failed === 0 ? 0 : 1;
