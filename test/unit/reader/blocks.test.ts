import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import {
  estimatedLines,
  placeOf,
  planBlocks,
  replanBlocks,
  type Block,
} from '../../../src/reader/turns/blocks.js';
import { besideTurn } from '../../../src/reader/turns/roving-focus.js';

interface Range {
  readonly first: number;
  readonly end: number;
}

/** Turns with the given numbers of segments. */
const rangesOf = (lengths: readonly number[]): Range[] => {
  let first = 0;
  return lengths.map((length) => {
    const range = { first, end: first + length };
    first = range.end;
    return range;
  });
};

const turns = fc.array(fc.integer({ min: 1, max: 24 }), { maxLength: 60 }).map(rangesOf);

const coverExactly = (blocks: readonly Block[], ranges: readonly Range[]): void => {
  let turn = 0;
  for (const { firstTurn, endTurn, first, end } of blocks) {
    assert.equal(firstTurn, turn);
    assert.ok(endTurn > firstTurn);
    assert.equal(first, ranges[firstTurn]?.first);
    assert.equal(end, ranges[endTurn - 1]?.end);
    turn = endTurn;
  }
  assert.equal(turn, ranges.length);
};

describe('blocks of turns', () => {
  it('contain every turn once, in order, with few rows each', () => {
    fc.assert(
      fc.property(turns, (ranges) => {
        const blocks = planBlocks(ranges);
        coverExactly(blocks, ranges);
        for (const { first, end } of blocks) assert.ok(end - first <= 32);
      }),
    );
  });

  it('are filled up to the maximum size', () => {
    assert.equal(planBlocks(rangesOf(Array<number>(64).fill(1))).length, 2);
    assert.equal(planBlocks(rangesOf([20, 12, 1])).length, 2);
    assert.equal(planBlocks(rangesOf([500])).length, 1);
  });

  it('stay where the turns are unchanged, and are created again elsewhere', () => {
    fc.assert(
      fc.property(turns, fc.nat(), fc.nat(), (before, from, count) => {
        // Some consecutive turns become one, as when two speakers are merged.
        const start = before.length === 0 ? 0 : from % before.length;
        const merged = before.slice(start, start + (count % 6) + 1);
        const [first] = merged;
        const last = merged.at(-1);
        const after =
          first && last
            ? before.toSpliced(start, merged.length, { first: first.first, end: last.end })
            : before;
        const blocks = planBlocks(before);
        const known = blocks.map((block, from) => ({ ...block, from }));
        const planned = replanBlocks(known, before, after, (block) => ({ ...block, from: -1 }));
        coverExactly(planned, after);
        const kept = planned.filter(({ from }) => from !== -1);
        for (const block of kept) {
          assert.equal(block.first, blocks[block.from]?.first);
          assert.equal(block.end, blocks[block.from]?.end);
        }
        const untouched = blocks.filter(
          ({ end, first: start }) => end <= (first?.first ?? 0) || start >= (last?.end ?? 0),
        );
        assert.ok(kept.length >= untouched.length);
      }),
    );
  });

  it('are all new if nothing matches', () => {
    const after = rangesOf([3, 4]);
    assert.deepEqual(
      replanBlocks([], [], after, (block) => block),
      planBlocks(after),
    );
  });
});

describe('range of an index', () => {
  it('is the one that contains it', () => {
    fc.assert(
      fc.property(turns, (ranges) => {
        ranges.forEach(({ first, end }, place) => {
          assert.equal(placeOf(ranges, first), place);
          assert.equal(placeOf(ranges, end - 1), place);
        });
        assert.equal(placeOf(ranges, -1), -1);
        assert.equal(placeOf(ranges, ranges.at(-1)?.end ?? 0), -1);
      }),
    );
  });
});

describe('moving by turns', () => {
  const ranges = rangesOf([3, 2, 1]);

  it('goes to the start of the next turn, and stays in the last', () => {
    assert.equal(besideTurn(ranges, 1, 1), 3);
    assert.equal(besideTurn(ranges, 5, 1), 5);
  });

  it('goes back to the start of the current turn, then of the previous one', () => {
    assert.equal(besideTurn(ranges, 4, -1), 3);
    assert.equal(besideTurn(ranges, 3, -1), 0);
    assert.equal(besideTurn(ranges, 0, -1), 0);
  });
});

describe('estimated number of lines', () => {
  const lines = (text: string): number =>
    estimatedLines([{ start_ms: 0, end_ms: 1, text }], [{ first: 0, end: 1 }], 'lines');

  it('is one for a short text, and more for a longer one', () => {
    assert.equal(lines('Yes.'), 1);
    assert.ok(lines('a'.repeat(740)) >= 8);
  });

  it('doubles for characters of double width', () => {
    assert.equal(lines('会'.repeat(370)), lines('a'.repeat(740)));
  });
});
