/** The lock of a scope, which is held while one of its elements is in the page. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { scopeLockName } from '../../../../src/engine/resume/scope.js';
import { createMemoryStore, createMemoryTabs } from '../../../support/memory-store.js';
import { known, ownScopeFor } from '../../../support/own-scope.js';
import { createSimulatedClock } from '../../../support/simulated-world.js';

const ANNA = 'page:anna';
const BO = 'page:bo';

const setUp = () => {
  const { locks } = createMemoryTabs().open();
  let current = ANNA;
  const scope = ownScopeFor(
    known(() => current),
    { jobs: createMemoryStore(), locks, clock: createSimulatedClock() },
  );
  const held = async () => {
    const names = await locks.held();
    return [ANNA, BO].filter((name) => names.has(scopeLockName(name)));
  };
  return { scope, held, become: (name: string) => (current = name) };
};

it('is taken by the first lookup, follows the scope, and is released when the element leaves', async () => {
  const { scope, held, become } = setUp();
  const disconnect = scope.connect();
  assert.deepEqual(await held(), []);
  await scope.resolve();
  assert.deepEqual(await held(), [ANNA]);
  become(BO);
  await scope.resolve();
  assert.deepEqual(await held(), [BO]);
  disconnect();
  await scope.resolve();
  assert.deepEqual(await held(), []);
});

it('is not taken by an element outside a page', async () => {
  const { scope, held } = setUp();
  assert.equal(await scope.resolve(), ANNA);
  assert.deepEqual(await held(), []);
});

it('stays with an element that was reconnected before it was disconnected', async () => {
  const { scope, held } = setUp();
  const disconnect = scope.connect();
  scope.connect();
  disconnect();
  await scope.resolve();
  assert.deepEqual(await held(), [ANNA]);
});

it('is not looked up before the session is known to be that of this tab', async () => {
  let current = ANNA;
  const scope = ownScopeFor(
    {
      ...known(() => current),
      // A duplicated tab has the session of the first one until it has its own.
      named: async () => {
        await Promise.resolve();
        current = BO;
      },
    },
    {
      jobs: createMemoryStore(),
      locks: createMemoryTabs().open().locks,
      clock: createSimulatedClock(),
    },
  );
  assert.equal(await scope.resolve(), BO);
});
