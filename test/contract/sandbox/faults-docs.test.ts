import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { FAULTS } from '../../../demo/sandbox/index.js';
import { FAULT_DOCS, faultDocs } from '../../../scripts/fault-docs.js';

test('faults.md matches the table of faults (npm run fault-docs)', async () => {
  const page = await readFile(FAULT_DOCS, 'utf8');
  assert.equal(page, await faultDocs());
  for (const [name, { does }] of Object.entries(FAULTS)) {
    const line = page.split('\n').find((it) => it.startsWith(`- **\`${name}\`**`));
    assert.ok(line?.endsWith(does), `a line on ${name}`);
  }
});
