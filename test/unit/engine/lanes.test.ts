import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MOST_LANES, observePush, observeStored, startLanes } from '../../../src/engine/lanes.js';

const PART = 1_000;

/** Stores parts over a link that gives so many bytes per ms to so many lanes; tells the limits on the way. */
const upload = (parts: number, rateOf: (lanes: number) => number, from = startLanes(0, 0)) => {
  let lanes = from;
  let nowMs = from.window.sinceMs;
  let sent = from.window.bytes;
  const limits: number[] = [lanes.limit];
  for (let part = 0; part < parts; part++) {
    nowMs += PART / rateOf(lanes.limit);
    sent += PART;
    lanes = observeStored(lanes, nowMs, sent);
    limits.push(lanes.limit);
  }
  return { lanes, limits, nowMs, sent };
};

describe('the number of parts on their way', () => {
  it('is one until the first part is stored', () => {
    assert.equal(upload(0, () => 1).lanes.limit, 1);
    assert.equal(upload(1, () => 1).lanes.limit, 2);
  });

  it('grows to the most while every lane makes it faster', () => {
    const { limits } = upload(60, (lanes) => lanes);
    assert.equal(limits.at(-1), MOST_LANES);
    assert.equal(Math.max(...limits), MOST_LANES);
  });

  it('stays small where one connection fills the link, and asks again only later', () => {
    const { limits } = upload(10, () => 1);
    assert.deepEqual(limits.slice(0, 4), [1, 2, 2, 1]);
    assert.deepEqual(new Set(limits.slice(4)), new Set([1]));
    // 15 s later one more is tried, and taken back.
    assert.ok(
      upload(40, () => 1)
        .limits.slice(12)
        .includes(2),
    );
  });

  it('stops at what the link takes', () => {
    const { limits } = upload(30, (lanes) => Math.min(lanes, 3));
    assert.equal(Math.max(...limits), 4);
    assert.equal(limits.at(-1), 3);
  });

  it('is halved when the host pushes back, once for several parts at once, and never below one', () => {
    const { lanes, nowMs, sent } = upload(60, (n) => n);
    const pushed = observePush(lanes, nowMs, sent);
    assert.equal(pushed.limit, 3);
    assert.equal(observePush(pushed, nowMs + 500, sent).limit, 3);
    const again = observePush(pushed, nowMs + 2_000, sent);
    assert.equal(again.limit, 1);
    assert.equal(observePush(again, nowMs + 9_000, sent).limit, 1);
  });

  it('stays down for half a minute after that, then grows again', () => {
    const { lanes, nowMs, sent } = upload(60, (n) => n);
    const { limits } = upload(90, (n) => n, observePush(lanes, nowMs, sent));
    assert.deepEqual(new Set(limits.slice(0, 80)), new Set([3]));
    assert.ok(upload(200, (n) => n, observePush(lanes, nowMs, sent)).lanes.limit > 3);
  });
});
