import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MOST_LANES,
  observePush,
  observeStored,
  startLanes,
} from '../../../../src/engine/upload/concurrency.js';

const PART = 1_000;

/** Stores parts over a link that gives so many bytes per ms to so many lanes; tells the limits on the way. */
const upload = (
  parts: number,
  rateOf: (lanes: number) => number,
  from = startLanes(0, 0, false),
) => {
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
  it('is one until the first part is stored, and three for a host that has shown what it is', () => {
    assert.deepEqual(upload(1, () => 1).limits, [1, 3]);
    assert.equal(startLanes(0, 0, true).limit, 3);
  });

  it('grows to the most while every lane makes it faster', () => {
    const { limits } = upload(60, (lanes) => lanes);
    assert.equal(limits.at(-1), MOST_LANES);
    assert.equal(Math.max(...limits), MOST_LANES);
  });

  it('stays at the usual where more bring nothing, and asks again only later', () => {
    const { limits } = upload(9, () => 1);
    assert.deepEqual(limits, [1, 3, 3, 3, 4, 4, 4, 4, 3, 3]);
    // 15 s later one more is tried, and taken back.
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

  it('stops at what the link takes', () => {
    const { limits } = upload(30, (lanes) => Math.min(lanes, 4));
    assert.equal(Math.max(...limits), 5);
    assert.equal(limits.at(-1), 4);
  });

  it('is halved when host or network cannot keep up, once for several parts at once, to two at least', () => {
    const { lanes, nowMs, sent } = upload(60, (n) => n);
    const pushed = observePush(lanes, 'overloaded', nowMs, sent);
    assert.equal(pushed.limit, 3);
    assert.equal(observePush(pushed, 'overloaded', nowMs + 500, sent).limit, 3);
    const again = observePush(pushed, 'overloaded', nowMs + 2_000, sent);
    assert.equal(again.limit, 2);
    assert.equal(observePush(again, 'overloaded', nowMs + 9_000, sent).limit, 2);
  });

  it('goes down to one where the host limits the rate', () => {
    const { lanes, nowMs, sent } = upload(60, (n) => n);
    const pushed = observePush(lanes, 'rate-limited', nowMs, sent);
    const again = observePush(pushed, 'rate-limited', nowMs + 2_000, sent);
    assert.deepEqual([pushed.limit, again.limit], [3, 1]);
    assert.equal(observePush(again, 'rate-limited', nowMs + 9_000, sent).limit, 1);
  });

  it('stays down for a quarter of a minute after that, then grows again', () => {
    const { lanes, nowMs, sent } = upload(60, (n) => n);
    const pushed = observePush(lanes, 'overloaded', nowMs, sent);
    const { limits } = upload(44, (n) => n, pushed);
    assert.deepEqual(new Set(limits), new Set([3]));
    assert.ok(upload(60, (n) => n, pushed).lanes.limit > 3);
  });
});
