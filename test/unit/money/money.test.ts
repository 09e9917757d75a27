/** The model of money, as a process of its own: `node:test` observes every promise of its process. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRuns } from '../../support/seeded-runs.js';
import { bundleModel, runModel } from './program.js';

/** `SEED=123` runs only that one. A failure names its seed. */
const HISTORIES = seededRuns(40, 2_000);
const SEED = process.env['SEED'];

describe(`${HISTORIES} random histories of people, pages, networks, disks and backends`, () => {
  it('create at most one task per decision, lose nothing that was paid, and mix up nobody', async () => {
    const program = await bundleModel('money');
    const [first, last] = SEED === undefined ? [1, HISTORIES] : [Number(SEED), Number(SEED)];
    const { output, isGood } = await runModel(program, [first, last]);
    assert.ok(isGood, output);
    if (process.env['SHOW']) console.log(output);
    if (SEED !== undefined) return;
    // Enough happened to matter.
    const { paid, read, offered, failed } = JSON.parse(output) as Record<string, number>;
    assert.ok(Number(paid) > HISTORIES * 0.8, output);
    assert.ok(Number(read) > HISTORIES * 0.8, output);
    assert.ok(Number(offered) > HISTORIES / 2, output);
    assert.ok(Number(failed) > HISTORIES / 10, output);
  });

  it('are the same for the same seeds', async () => {
    const program = await bundleModel('money');
    const [one, other] = await Promise.all([runModel(program, [1, 3]), runModel(program, [1, 3])]);
    assert.equal(one.output, other.output);
  });
});
