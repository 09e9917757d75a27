import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { bundledProgram } from '../../../support/bundled-program.js';
import { seededRuns } from '../../../support/seeded-runs.js';

const DAYS = seededRuns(100, 3_000);
/** `SEED=123` runs only that seed. */
const SEED = process.env['SEED'];

/** Rejects with the error of the first day that goes wrong. */
const endsOf = async (first: number, last: number): Promise<Readonly<Record<string, number>>> => {
  const program = await bundledProgram(new URL('./simulated-days.ts', import.meta.url));
  // Thousands of faults are errors. Their stacks are needed only to look at one seed.
  const stacks = SEED === undefined ? '--stack-trace-limit=0' : '--enable-source-maps';
  const options = [stacks, program, String(first), String(last)];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  return JSON.parse(stdout) as Record<string, number>;
};

describe(`${DAYS} runs with random faults`, () => {
  it('each end with the right bytes, or with a named error after which a retry succeeds', async () => {
    const ends = await (SEED === undefined ? endsOf(1, DAYS) : endsOf(Number(SEED), Number(SEED)));
    if (process.env['SHOW']) console.log(ends);
    // There were enough faults to matter, and few enough for most runs to succeed.
    if (SEED === undefined) {
      assert.ok((ends['ready'] ?? 0) > DAYS / 3, JSON.stringify(ends));
      assert.ok(Object.keys(ends).length >= 5, JSON.stringify(ends));
    }
  });
});
