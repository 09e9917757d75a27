/** `SANDBOX_FAULTS`: faults set by an environment variable for `npm start`. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { faultsFromEnvironment } from '../../../demo/sandbox/faults/from-environment.js';

const FAULTS = [
  { name: 'status', at: 'part', status: 503, probability: 0.2, seed: 7 },
  { name: 'plan-shuffled', at: 'upload-plan' },
] as const;

const read = (value: string) => faultsFromEnvironment({ SANDBOX_FAULTS: value });

test('SANDBOX_FAULTS accepts a list, an object, or a file', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'sandbox-faults-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const file = path.join(directory, 'tunnel.json');
  await writeFile(file, JSON.stringify({ faults: FAULTS }, null, 2));
  for (const value of [JSON.stringify(FAULTS), JSON.stringify({ faults: FAULTS }), `@${file}`])
    assert.deepEqual(await read(value), FAULTS);
});

test('SANDBOX_FAULTS sets no faults if it is missing or empty', async () => {
  assert.deepEqual(await faultsFromEnvironment({}), []);
  assert.deepEqual(await read(' '), []);
  assert.deepEqual(await read('[]'), []);
});

const MISTAKES: readonly (readonly [string, RegExp])[] = [
  ['{', /^SANDBOX_FAULTS is not JSON: .+ Give the faults as for PUT/],
  ['7', /^SANDBOX_FAULTS: the body must be an object\.$/],
  ['@/none/such.json', /^SANDBOX_FAULTS names a file that cannot be read: ENOENT/],
  ['[{"name":"slow"}]', /^SANDBOX_FAULTS: faults\[0\]\.name must be one of expired, .+\.$/],
];
for (const [value, message] of MISTAKES)
  test(`SANDBOX_FAULTS reports an error: ${value}`, () => assert.rejects(read(value), { message }));
