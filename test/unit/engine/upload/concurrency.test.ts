import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  observeBackpressure,
  observeStored,
  startConcurrency,
} from '../../../../src/engine/upload/concurrency.js';

const PART = 1_000;

/** Stores parts over a link with a bandwidth per number of parallel parts; records the limits. */
const upload = (
  parts: number,
  rateOf: (state: number) => number,
  from = startConcurrency(0, 0, false),
) => {
  let state = from;
  let nowMs = from.window.sinceMs;
  let sent = from.window.bytes;
  const limits: number[] = [state.limit];
  for (let part = 0; part < parts; part++) {
    nowMs += PART / rateOf(state.limit);
    sent += PART;
    state = observeStored(state, nowMs, sent);
    limits.push(state.limit);
  }
  return { state, limits, nowMs, sent };
};

describe('concurrency of an upload', () => {
  it('starts with one part, and with three for a verified host', () => {
    assert.deepEqual(upload(1, () => 1).limits, [1, 3]);
    assert.equal(startConcurrency(0, 0, true).limit, 3);
  });

  it('stays at three if more parts are not faster, and tries again later', () => {
    const { limits } = upload(9, () => 1);
    assert.deepEqual(limits, [1, 3, 3, 3, 4, 4, 4, 4, 3, 3]);
    // 15 s later one more is tried and withdrawn.
    assert.ok(
      !upload(20, () => 1)
        .limits.slice(9)
        .includes(4),
    );
    assert.ok(
      upload(40, () => 1)
        .limits.slice(20)
        .includes(4),
    );
  });

  it('stops growing when the connection is full', () => {
    const { limits } = upload(30, (state) => Math.min(state, 4));
    assert.equal(Math.max(...limits), 5);
    assert.equal(limits.at(-1), 4);
  });

  it('halves on overload, once for several parts at once, down to two', () => {
    const { state, nowMs, sent } = upload(60, (n) => n);
    const pushed = observeBackpressure(state, 'overloaded', nowMs, sent);
    assert.equal(pushed.limit, 3);
    assert.equal(observeBackpressure(pushed, 'overloaded', nowMs + 500, sent).limit, 3);
    const again = observeBackpressure(pushed, 'overloaded', nowMs + 2_000, sent);
    assert.equal(again.limit, 2);
    assert.equal(observeBackpressure(again, 'overloaded', nowMs + 9_000, sent).limit, 2);
  });

  it('goes down to one if the host limits the rate', () => {
    const { state, nowMs, sent } = upload(60, (n) => n);
    const pushed = observeBackpressure(state, 'rate-limited', nowMs, sent);
    const again = observeBackpressure(pushed, 'rate-limited', nowMs + 2_000, sent);
    assert.deepEqual([pushed.limit, again.limit], [3, 1]);
    assert.equal(observeBackpressure(again, 'rate-limited', nowMs + 9_000, sent).limit, 1);
  });

  it('grows again 15 s after backpressure', () => {
    const { state, nowMs, sent } = upload(60, (n) => n);
    const pushed = observeBackpressure(state, 'overloaded', nowMs, sent);
    const { limits } = upload(44, (n) => n, pushed);
    assert.deepEqual(new Set(limits), new Set([3]));
    assert.ok(upload(60, (n) => n, pushed).state.limit > 3);
  });
});
