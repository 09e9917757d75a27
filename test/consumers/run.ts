/**
 * `npm run test:consumers`: builds real applications with the packed package, opens them in Chromium under several
 * policies, and writes the results to `docs/consumers.md`. Words select consumers by name.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkConsumer, type Result } from './check.js';
import { consumers } from './consumers.js';
import { writeDocument } from './document.js';
import { POLICIES } from './policies.js';
import { consumersCache } from './project.js';
import { startWorld } from './world.js';

// Servers of apps end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const selected = consumers.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
);
const store = join(consumersCache, 'results.json');
const earlier = JSON.parse(await readFile(store, 'utf8').catch(() => '[]')) as Result[];
const results = new Map(earlier.map((result) => [result.name, result]));

const world = await startWorld();
let failed = 0;
try {
  for (const consumer of selected) {
    const result = await checkConsumer(consumer, POLICIES, world);
    results.set(consumer.name, result);
    await writeFile(store, JSON.stringify([...results.values()], null, 2));
    const outcomes = Object.entries(result.outcomes);
    const kinds = outcomes.map(([policy, { kind }]) => `${policy} ${kind}`);
    console.log(`${consumer.name}: ${kinds.join(', ')}  ${result.seconds.toFixed(1)} s`);
    for (const [policy, outcome] of outcomes) {
      if (outcome.kind !== 'failed') continue;
      failed += 1;
      console.log(`  ${policy}: ${outcome.reason.replaceAll('\n', '\n    ')}`);
    }
  }
} finally {
  await world.close();
}
await writeDocument(consumers, results);
process.exitCode = failed > 0 ? 1 : 0;
