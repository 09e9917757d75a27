import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { TimedOut, withDeadline } from '../../../src/server/deadlines.js';

const never = (): Promise<never> => new Promise(() => undefined);

describe('withDeadline', () => {
  it('leaves no listener on either signal: fetch keeps its signal, and with it the result, for long', async () => {
    const parent = new AbortController();
    let given: AbortSignal | undefined;
    const work = (signal: AbortSignal): Promise<string> => {
      given = signal;
      return Promise.resolve('done');
    };
    assert.equal(await withDeadline(60_000, parent.signal, work), 'done');
    assert.equal(getEventListeners(given!, 'abort').length, 0);
    assert.equal(getEventListeners(parent.signal, 'abort').length, 0);
  });

  it('rejects with TimedOut and aborts its signal, even if the work ignores it', async () => {
    let given: AbortSignal | undefined;
    const late = withDeadline(1, undefined, (signal) => {
      given = signal;
      return never();
    });
    await assert.rejects(late, TimedOut);
    assert.ok(given?.reason instanceof TimedOut);
  });

  it('rejects with the reason of the parent and aborts its signal, even if the work ignores it', async () => {
    const parent = new AbortController();
    const reason = new Error('gone');
    let given: AbortSignal | undefined;
    const stopped = withDeadline(60_000, parent.signal, (signal) => {
      given = signal;
      return never();
    });
    parent.abort(reason);
    await assert.rejects(stopped, reason);
    assert.equal(given?.reason, reason);
    await assert.rejects(withDeadline(60_000, parent.signal, never), reason);
  });
});
