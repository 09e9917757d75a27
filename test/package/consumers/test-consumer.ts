/** A part of `npm run test:consumers`. Each application has a file, because some take minutes to install and build. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkConsumer } from '../../consumers/check.js';
import { consumers } from '../../consumers/consumers.js';
import type { PolicyName } from '../../consumers/policies.js';
import { startWorld } from '../../consumers/world.js';

export const testConsumer = (name: string, ...policies: readonly PolicyName[]): void => {
  it(`${name}: uploads and hashes in a worker under the policies ${policies.join(', ')}`, async (t) => {
    const consumer = consumers.find((it) => it.name === name);
    assert.ok(consumer);
    const world = await startWorld();
    t.after(() => world.close());
    const { outcomes } = await checkConsumer(consumer, policies, world);
    const expected = policies.map((policy) => [policy, { kind: 'passed' }]);
    assert.deepEqual(outcomes, Object.fromEntries(expected));
  });
};
