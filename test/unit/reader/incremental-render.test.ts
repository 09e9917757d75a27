import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIncrementalRender } from '../../../src/reader/turns/incremental-render.js';

/** This many pieces of work that take 1 ms each, and a browser that gives a turn on request. */
const setUp = (pieces: number) => {
  let clock = 0;
  let left = pieces;
  const waiting: (() => void)[] = [];
  const busy: boolean[] = [];
  const incremental = createIncrementalRender({
    work: () => {
      if (left === 0) return false;
      left -= 1;
      clock += 1;
      return true;
    },
    onBusy: (value) => busy.push(value),
    pace: { now: () => clock, next: (callback) => void waiting.push(callback) },
  });
  return {
    incremental,
    busy,
    waiting,
    left: () => left,
    add: (more: number) => (left += more),
    turn: () => waiting.shift()?.(),
  };
};

describe('incremental rendering', () => {
  it('does nothing before its first turn, and works a few milliseconds in each', () => {
    const { incremental, busy, left, turn, waiting } = setUp(12);
    incremental.start();
    assert.equal(left(), 12);
    assert.deepEqual(busy, [true]);
    turn();
    assert.equal(left(), 7);
    turn();
    turn();
    assert.equal(left(), 0);
    assert.deepEqual(busy, [true, false]);
    assert.equal(waiting.length, 0);
  });

  it('starts again if there is more work, with one run at a time', () => {
    const { incremental, busy, left, turn, add, waiting } = setUp(1);
    incremental.start();
    incremental.start();
    assert.equal(waiting.length, 1);
    turn();
    add(1);
    incremental.start();
    turn();
    assert.equal(left(), 0);
    assert.deepEqual(busy, [true, false, true, false]);
  });

  it('does no more after stop', () => {
    const { incremental, left, turn } = setUp(20);
    incremental.start();
    turn();
    incremental.stop();
    turn();
    assert.equal(left(), 15);
  });
});
