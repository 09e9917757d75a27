/** The quick part of `npm run test:consumers`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkConsumer } from '../consumers/check.js';
import { consumers } from '../consumers/consumers.js';
import { startWorld } from '../consumers/world.js';

describe('consumers', () => {
  let world: Awaited<ReturnType<typeof startWorld>>;
  before(async () => {
    world = await startWorld();
  });
  after(() => world.close());

  for (const consumer of consumers) {
    const { name, quick = [] } = consumer;
    if (quick.length === 0) continue;
    it(`${name}: uploads and hashes in a worker under the policies ${quick.join(', ')}`, async () => {
      const { outcomes } = await checkConsumer(consumer, quick, world);
      const expected = quick.map((policy) => [policy, { kind: 'passed' }]);
      assert.deepEqual(outcomes, Object.fromEntries(expected));
    });
  }
});
