/** The runner of the browser tests, with test files that hang. See `test/support/hanging`. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { run } from '../../../scripts/run-step.mjs';

test('browser tests: a page that hangs fails with the name of its test, and others pass in visible pages', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hung-pages-'));
  const counts = path.join(folder, 'counts.json');
  try {
    const { ok, output } = await run(
      'web-test-runner',
      ['--config', 'test/support/hanging/wtr.config.mjs'],
      { COUNTS: counts },
    );
    assert.equal(ok, false);
    assert.match(output, /loop\.js:\s+❌ “a page that never returns” did not end in time/);
    assert.match(output, /loading\.js:\s+❌ The test file did not load in time/);
    assert.match(output, /❌ a page > that waits for nothing\s+Error: Timeout of/);
    // The two visible pages, and the test behind the one that waits.
    const { passed, failed, titles } = JSON.parse(await readFile(counts, 'utf8')) as {
      readonly passed: number;
      readonly failed: number;
      readonly titles: readonly string[];
    };
    assert.deepEqual([passed, failed, titles.length], [3, 3, 3], output);
    assert.ok(!titles.includes('that waits for nothing'));
  } finally {
    await rm(folder, { recursive: true });
  }
});
