/**
 * A model of money: random histories of people, pages, networks, disks and backends. `properties.ts` says what must hold
 * after each. money.test.ts starts this as a process. The arguments are the first and the last seed, and the longest time
 * in seconds of the processor. Prints the first history that fails, shortened; else how much of each kind there was, as JSON.
 * `TRACE=1` also prints all that happened in the failed history.
 */
import './deterministic.js';
import { createHash } from 'node:crypto';
import { seededRandom } from '../../support/seeded-random.js';
import { runHistory } from './history.js';
import { describePlan, planOf, type Plan } from './plan.js';
import { violationsOf, type Violation } from './properties.js';

const find = async (plan: Plan, { property }: Violation): Promise<Violation | undefined> =>
  violationsOf(await runHistory(plan)).find((one) => one.property === property);

/** Leaves out each step without which the same property still fails. */
const shortened = async (plan: Plan, violation: Violation): Promise<Plan> => {
  let { steps } = plan;
  for (let at = steps.length - 1; at >= 0; at--) {
    const fewer = steps.filter((_step, index) => index !== at);
    if ((await find({ ...plan, steps: fewer }, violation)) !== undefined) steps = fewer;
  }
  return { ...plan, steps };
};

const trace = async (plan: Plan): Promise<void> => {
  const { facts } = await runHistory(plan);
  const start = facts[0]?.at ?? 0;
  for (const { at, ...fact } of facts) console.log(at - start, JSON.stringify(fact));
};

/** At most ten lines. */
const report = async (plan: Plan, violation: Violation): Promise<void> => {
  const short = await shortened(plan, violation);
  if (process.env['TRACE'] === '1') await trace(short);
  const { property, what } = (await find(short, violation)) ?? violation;
  const lines = [`SEED=${plan.setup.seed}, ${property}: ${what}`, ...describePlan(short)];
  console.log(lines.join('\n'));
};

const spentSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const [first = 1, last = first, longestSeconds = Infinity] = process.argv.slice(2).map(Number);
const sum = { histories: 0, paid: 0, read: 0, offered: 0, failed: 0 };
const all = createHash('sha256');
for (let seed = first; seed <= last && spentSeconds() < longestSeconds; seed++) {
  const plan = planOf(seed, seededRandom(seed));
  const ending = await runHistory(plan);
  const [violation] = violationsOf(ending);
  if (violation !== undefined) {
    await report(plan, violation);
    process.exit(1);
  }
  all.update(JSON.stringify(ending.facts));
  sum.histories += 1;
  for (const { kind } of ending.facts) if (kind in sum) sum[kind as keyof typeof sum] += 1;
}
console.log(JSON.stringify({ ...sum, trace: all.digest('hex') }));
// Processes that have died in a history still wait for something.
process.exit(0);
