import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWorld, DATA, nameOf } from './world.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('task watcher: hooks that fail', () => {
  it('retries with growing pauses, in order, and reports each failure without secrets', async () => {
    let isBroken = true;
    const calls: string[] = [];
    const world = createWorld({
      onSubmitted: ({ transcriptionId }) => {
        calls.push('submitted');
        if (isBroken) throw new Error(`no row for ${transcriptionId} with api-key-c41f88`);
      },
      onFinished: () => void calls.push('finished'),
    });
    const { clock, service, watcher, submit, events } = world;
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-12345678');
    await clock.advance(30 * MINUTE);
    assert.ok(!calls.includes('finished'));
    assert.ok(calls.length > 5 && calls.length < 20, `${calls.length} attempts`);
    isBroken = false;
    await clock.advance(15 * MINUTE);
    assert.deepEqual(calls.slice(-2), ['submitted', 'finished']);
    assert.equal(service.queries.length, 1);
    const text = JSON.stringify(events);
    for (const secret of ['task-12345678', 'api-key-c41f88', 'user-ada', 'signature']) {
      assert.ok(!text.includes(secret), secret);
    }
    assert.ok(events.some((event) => event.kind === 'hook' && event.outcome === 'failed'));
    await watcher.stop();
  });

  it('gives up after hookSeconds, keeps the task and its data, and calls the hook after retry', async () => {
    let isBroken = true;
    const delivered: unknown[] = [];
    const world = createWorld({
      limits: { hookSeconds: 3600 },
      onFinished: ({ data }) => {
        if (isBroken) throw new RangeError('the database is down');
        delivered.push(data);
      },
    });
    const { clock, service, watcher, submit, events } = world;
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(3 * HOUR);
    const [failure, ...more] = await watcher.failures();
    assert.equal(more.length, 0);
    assert.equal(failure?.transcriptionId, 'task-1');
    assert.deepEqual(
      [failure.hook, failure.status, failure.error],
      ['finished', 'SUCCESS', { name: 'RangeError' }],
    );
    assert.equal(
      events.filter((event) => event.kind === 'hook' && event.outcome === 'gave-up').length,
      1,
    );
    isBroken = false;
    await clock.sleep(30 * 24 * HOUR);
    assert.equal(delivered.length, 0);
    assert.equal(await watcher.retry(nameOf('task-1')), true);
    await clock.advance(MINUTE);
    assert.deepEqual(delivered, [DATA]);
    assert.deepEqual(await watcher.failures(), []);
    assert.equal(await watcher.retry(nameOf('task-1')), false);
    assert.equal(service.queries.length, 1);
    await watcher.stop();
  });

  it('parks a task whose onSubmitted fails for too long once it has ended; retry calls both hooks', async () => {
    let isBroken = true;
    const calls: string[] = [];
    const { clock, service, watcher, submit } = createWorld({
      limits: { hookSeconds: 60 },
      onSubmitted: () => {
        if (isBroken) throw new Error('down');
        calls.push('submitted');
      },
      onFinished: () => void calls.push('finished'),
    });
    watcher.start();
    await submit('task-1');
    await clock.advance(HOUR);
    assert.deepEqual(await watcher.failures(), []);
    service.answer('SUCCESS');
    await clock.advance(5 * MINUTE);
    assert.equal((await watcher.failures())[0]?.hook, 'submitted');
    isBroken = false;
    await watcher.retry(nameOf('task-1'));
    await clock.advance(MINUTE);
    assert.deepEqual(calls, ['submitted', 'finished']);
    await watcher.stop();
  });

  it('aborts a hook that hangs, and calls it again', async () => {
    let attempts = 0;
    const aborted: boolean[] = [];
    const { clock, service, watcher, submit } = createWorld({
      limits: { hookTimeoutMs: 20 },
      onFinished: (_, { signal, attempt }) => {
        attempts = attempt;
        if (attempt > 1) return undefined;
        return new Promise(() => signal.addEventListener('abort', () => aborted.push(true)));
      },
    });
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(10 * SECOND);
    while (aborted.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await clock.advance(10 * SECOND);
    assert.equal(attempts, 2);
    await watcher.stop();
  });

  it('does not count the time in which the process was down', async () => {
    let attempts = 0;
    const world = createWorld({
      limits: { hookSeconds: 3600 },
      onFinished: () => {
        attempts++;
        throw new Error('down');
      },
    });
    const { clock, service, watcher, submit } = world;
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    while (attempts === 0) await clock.advance(SECOND);
    await watcher.stop();
    await clock.sleep(48 * HOUR);
    const second = world.another();
    second.start();
    await clock.advance(30 * MINUTE);
    assert.ok(attempts > 5, `${attempts} attempts`);
    assert.deepEqual(await second.failures(), []);
    await clock.advance(HOUR);
    assert.equal((await second.failures()).length, 1);
    await second.stop();
  });
});
