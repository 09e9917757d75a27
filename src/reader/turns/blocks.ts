/**
 * Groups turns into blocks of about one screen. The browser skips rendering of blocks out of view, so there
 * must be few of them, and each must render within a frame. A turn is never split.
 */
import { firstIndex } from '../../transcript/binary-search.js';
import type { Segment } from '../../transcript/transcript.js';
import type { Turn } from '../../transcript/turns.js';

type Range = Pick<Turn, 'first' | 'end'>;

export interface Block {
  /** Index of its first turn. */
  readonly firstTurn: number;
  /** Index after its last turn. */
  readonly endTurn: number;
  /** Index of its first segment. */
  readonly first: number;
  /** Index after its last segment. */
  readonly end: number;
}

/**
 * A block after the turns have changed. `from` is the index of the same block before; null if the block is
 * new.
 */
interface PlannedBlock {
  readonly block: Block;
  readonly from: number | null;
}

/** Maximum number of segments in a block, unless a single turn has more. */
const MOST_ROWS = 32;

/** Plans blocks for the turns from `from` (default 0) up to `to` (default all). */
export const planBlocks = (
  turns: readonly Range[],
  from = 0,
  to = turns.length,
): readonly Block[] => {
  const blocks: Block[] = [];
  let firstTurn = from;
  for (let turn = from; turn < to; turn += 1) {
    const first = turns[firstTurn]?.first ?? 0;
    const end = turns[turn]?.end ?? 0;
    const nextEnd = turn + 1 < to ? (turns[turn + 1]?.end ?? 0) : Infinity;
    if (nextEnd - first <= MOST_ROWS) continue;
    blocks.push({ firstTurn, endTurn: turn + 1, first, end });
    firstTurn = turn + 1;
  }
  return blocks;
};

/** The block with new turn indexes if the boundaries of its turns are unchanged; else null. */
const movedBlock = (
  block: Block,
  before: readonly Range[],
  after: readonly Range[],
  turnAt: ReadonlyMap<number, number>,
): Block | null => {
  const firstTurn = turnAt.get(block.first);
  if (firstTurn === undefined) return null;
  const count = block.endTurn - block.firstTurn;
  for (let at = 0; at < count; at += 1) {
    if (before[block.firstTurn + at]?.end !== after[firstTurn + at]?.end) return null;
  }
  return { ...block, firstTurn, endTurn: firstTurn + count };
};

/** Keeps the blocks whose turns have the same boundaries, and plans the others again. */
export const replanBlocks = (
  blocks: readonly Block[],
  before: readonly Range[],
  after: readonly Range[],
): readonly PlannedBlock[] => {
  const turnAt = new Map(after.map(({ first }, turn) => [first, turn]));
  const planned: PlannedBlock[] = [];
  let reached = 0;
  const planUpTo = (turn: number): void => {
    for (const block of planBlocks(after, reached, turn)) planned.push({ block, from: null });
  };
  blocks.forEach((block, from) => {
    const moved = movedBlock(block, before, after, turnAt);
    if (!moved) return;
    planUpTo(moved.firstTurn);
    planned.push({ block: moved, from });
    reached = moved.endTurn;
  });
  planUpTo(after.length);
  return planned;
};

/** Index of the range that contains `index`, in sorted adjacent ranges; -1 if there is none. */
export const placeOf = (ranges: readonly Range[], index: number): number => {
  const at = firstIndex(ranges.length, (range) => (ranges[range]?.end ?? Infinity) > index);
  const found = ranges[at];
  return found && index >= found.first ? at : -1;
};

/** Characters per full line of the text column. */
const LINE = 74;
/** Scripts whose characters are twice as wide. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;

/** Letters that tell the script of a text. */
const SAMPLE = 32;

/** Estimated number of lines of these turns at the full column width, as paragraphs or with a line per segment. */
export const estimatedLines = (
  segments: readonly Segment[],
  turns: readonly Range[],
  view: 'paragraphs' | 'lines',
): number => {
  let lines = 0;
  for (const { first, end } of turns) {
    let letters = 0;
    for (let index = first; index < end; index += 1) {
      const text = segments[index]?.text ?? '';
      const own = text.length * (WIDE.test(text.slice(0, SAMPLE)) ? 2 : 1);
      if (view === 'lines') lines += Math.ceil(own / LINE);
      else letters += own + 1;
    }
    lines += Math.ceil(letters / LINE);
  }
  return lines;
};
