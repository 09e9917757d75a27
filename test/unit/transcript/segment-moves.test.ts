import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { movesBetween } from '../../../src/transcript/segment-moves.js';
import type { SegmentId } from '../../../src/transcript/segment-ids.js';

/** A list of segments. A string is a part that a split has made. */
const list = (...ids: readonly SegmentId[]) =>
  ids.map((id) => (typeof id === 'number' ? {} : { id }));

const moved = (before: ReturnType<typeof list>, after: ReturnType<typeof list>) => {
  const moves = movesBetween(before, after);
  assert.ok(moves);
  return {
    to: before.map((_, index) => moves.to(index)),
    from: [...before.map((_, index) => moves.from(index)), moves.from(before.length)],
  };
};

describe('where segments move', () => {
  it('nowhere in the same list, or in one with the same segments', () => {
    const before = list(0, 1, 2);
    assert.equal(movesBetween(before, before), null);
    assert.equal(movesBetween(before, list(0, 1, 2)), null);
    assert.equal(movesBetween(list(0, '0.4', 1), list(0, '0.4', 1)), null);
  });

  it('behind a part that a split has added', () => {
    assert.deepEqual(moved(list(0, 1, 2), list(0, '0.4', 1, 2)), {
      to: [0, 2, 3],
      from: [0, 2, 3, 4],
    });
  });

  it('forward over a part that is gone, whose place is that of the next one', () => {
    assert.deepEqual(moved(list(0, '0.4', '0.9', 1), list(0, 1)), {
      to: [0, -1, -1, 1],
      from: [0, 1, 1, 1, 2],
    });
  });

  it('to the end if no later one is left', () => {
    assert.deepEqual(moved(list(0, '0.4'), list(0)), { to: [0, -1], from: [0, 1, 1] });
  });

  it('if as many parts are added as removed', () => {
    assert.deepEqual(moved(list(0, '0.4', 1), list(0, 1, '1.4')).to, [0, -1, 1]);
  });
});
