/** The model of money, as a process of its own: `node:test` observes every promise of its process. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { bundledProgram } from '../../support/bundled-program.js';
import { seededRuns } from '../../support/seeded-runs.js';

/** `SEED=123` runs only that one. A failure names its seed. */
const HISTORIES = seededRuns(200, 2_000);
const SEED = process.env['SEED'];

describe(`${HISTORIES} random histories of page, handler and service`, () => {
  it('create at most one task per decision, lose nothing that was stored, and mix up no users', async () => {
    const program = await bundledProgram(new URL('./histories.ts', import.meta.url));
    const range = SEED === undefined ? ['1', String(HISTORIES)] : [SEED, SEED];
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...range]);
    const { tasks, repeats, takeovers } = JSON.parse(stdout) as Record<string, number>;
    if (process.env['SHOW']) console.log({ tasks, repeats, takeovers });
    // There were enough tasks, repeated requests and jobs taken from another tab to matter.
    if (SEED === undefined) {
      assert.ok(Number(tasks) > HISTORIES, stdout);
      assert.ok(Number(repeats) > HISTORIES / 2, stdout);
      assert.ok(Number(takeovers) > HISTORIES / 20, stdout);
    }
  });
});
