/** Changes of files that come together lead to one piece of work. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { afterChanges } from '../../../demo/vite/after-changes.js';

test('after changes: those during the work lead to one more, which waits for its end', async () => {
  const steps: string[] = [];
  const later: Promise<void>[] = [];
  let count = 0;
  const changed = afterChanges(async () => {
    const number = ++count;
    steps.push(`start ${number}`);
    if (number === 1) later.push(changed(), changed());
    await new Promise(setImmediate);
    steps.push(`end ${number}`);
  });
  await changed();
  await Promise.all(later);
  assert.deepEqual(steps, ['start 1', 'end 1', 'start 2', 'end 2']);
});

test('after changes: works again after a failure', async () => {
  let count = 0;
  const changed = afterChanges(() =>
    ++count === 1 ? Promise.reject(new Error('a mistake')) : Promise.resolve('done'),
  );
  await assert.rejects(changed(), { message: 'a mistake' });
  assert.equal(await changed(), 'done');
});
