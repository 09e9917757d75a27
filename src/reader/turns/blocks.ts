/**
 * Groups turns into blocks of about one screen. The browser skips rendering of blocks out of view, so there
 * must be few of them, and each must render within a frame. A turn is never split. The list fills blocks with rows.
 */
import { firstIndex } from '../../transcript/binary-search.js';
import { movesBetween, type SegmentMoves } from '../../transcript/segment-moves.js';
import type { Speaker } from '../../transcript/badges.js';
import type { Segment, Transcript } from '../../transcript/transcript.js';
import type { SegmentRange, Turn } from '../../transcript/turns.js';
import { make, type Rows } from './rows.js';

/** Indexes of its turns and segments; those of the end are not included. */
export interface Block {
  readonly firstTurn: number;
  readonly endTurn: number;
  readonly first: number;
  readonly end: number;
}

/** Maximum number of segments in a block, unless a single turn has more. */
const MOST_ROWS = 32;

/** Plans blocks for the turns from `from` (default 0) up to `to` (default all). */
export const planBlocks = (
  turns: readonly SegmentRange[],
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

/** The block with new indexes of turns if the boundaries of its turns are unchanged; else null. */
const movedBlock = <Own extends Block>(
  block: Own,
  before: readonly SegmentRange[],
  after: readonly SegmentRange[],
  turnAt: ReadonlyMap<number, number>,
): Own | null => {
  const firstTurn = turnAt.get(block.first);
  if (firstTurn === undefined) return null;
  const count = block.endTurn - block.firstTurn;
  for (let at = 0; at < count; at += 1) {
    if (before[block.firstTurn + at]?.end !== after[firstTurn + at]?.end) return null;
  }
  return { ...block, firstTurn, endTurn: firstTurn + count };
};

/** Keeps the blocks whose turns have the same boundaries, and plans the others again. */
export const replanBlocks = <Own extends Block>(
  blocks: readonly Own[],
  before: readonly SegmentRange[],
  after: readonly SegmentRange[],
  create: (block: Block) => Own,
): readonly Own[] => {
  const turnAt = new Map(after.map(({ first }, turn) => [first, turn]));
  const planned: Own[] = [];
  let reached = 0;
  const planUpTo = (turn: number): void =>
    void planned.push(...planBlocks(after, reached, turn).map(create));
  for (const block of blocks) {
    const moved = movedBlock(block, before, after, turnAt);
    if (!moved) continue;
    planUpTo(moved.firstTurn);
    planned.push(moved);
    reached = moved.endTurn;
  }
  planUpTo(after.length);
  return planned;
};

/** The range after segments were added or removed. One that has other segments now ends nowhere. */
const movedRange = <Own extends SegmentRange>(range: Own, moves: SegmentMoves): Own => {
  const first = moves.from(range.first);
  const end = moves.from(range.end);
  return { ...range, first, end: end - first === range.end - range.first ? end : -1 };
};

/** Index of the range that contains `index`, in sorted adjacent ranges; -1 if there is none. */
export const placeOf = (ranges: readonly SegmentRange[], index: number): number => {
  const at = firstIndex(ranges.length, (range) => (ranges[range]?.end ?? Infinity) > index);
  const found = ranges[at];
  return found && index >= found.first ? at : -1;
};

/** Characters per full line of the text column. */
const LINE = 74;
/** Scripts whose characters are twice as wide. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;

const SAMPLE = 32;

/** Estimated number of lines of these turns at the full column width, as paragraphs or with a line per segment. */
export const estimatedLines = (
  segments: readonly Segment[],
  turns: readonly SegmentRange[],
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

interface Shown extends Block {
  readonly element: HTMLElement;
  /** The speakers that its turns show; null while it is empty. */
  speakers: readonly Speaker[] | null;
}

const sameSpeaker = (one: Speaker, other: Speaker | undefined): boolean =>
  one === other ||
  (one.name === other?.name &&
    one.number === other.number &&
    one.badge === other.badge &&
    one.index === other.index);

const sameSegment = (one: Segment, other: Segment): boolean =>
  one === other ||
  (one.text === other.text && one.start_ms === other.start_ms && one.language === other.language);

interface Content {
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
}

export const createBlockList = (
  options: Content & {
    /** The scroll container. Contains only blocks. */
    readonly scroller: HTMLElement;
    readonly rows: Rows;
  },
) => {
  const { scroller } = options;
  let { segments } = options.transcript;
  let { turns, rows } = options;
  const made: (HTMLElement | undefined)[] = [];
  /** All blocks before this one are filled. */
  let next = 0;

  const createBlock = (block: Block): Shown => {
    const { firstTurn, endTurn, first, end } = block;
    const element = make('div', 'block', null);
    const { style } = element;
    const lines = estimatedLines(segments, turns.slice(firstTurn, endTurn), rows.view);
    style.setProperty('--_lines', String(lines));
    style.setProperty('--_rows', String(end - first));
    style.setProperty('--_turns', String(endTurn - firstTurn));
    return { ...block, element, speakers: null };
  };

  const ownRow = (segment: Segment, index: number): HTMLElement =>
    (made[index] ??= rows.createRow(segment, index));

  const createTurn = (turn: Turn): HTMLElement => {
    const own = segments.slice(turn.first, turn.end);
    return rows.createTurn(
      turn,
      own.map((segment, at) => ownRow(segment, turn.first + at)),
      segments,
    );
  };

  const isDone = ({ firstTurn, speakers }: Shown): boolean =>
    speakers?.every((speaker, at) => sameSpeaker(speaker, turns[firstTurn + at]?.speaker)) ?? false;

  /** Creates the rows of a block, or updates the speakers that they show. */
  const fill = (block: Shown): void => {
    if (isDone(block)) return;
    const { firstTurn, endTurn, element, speakers } = block;
    const own = turns.slice(firstTurn, endTurn);
    block.speakers = own.map(({ speaker }) => speaker);
    if (speakers === null) element.append(...own.map(createTurn));
    else
      own.forEach(({ speaker }, at) => {
        const turn = element.children[at] as HTMLElement | undefined;
        if (turn && !sameSpeaker(speaker, speakers[at])) rows.rewriteTurn(turn, speaker);
      });
  };

  let shown: readonly Shown[] = planBlocks(turns).map(createBlock);
  scroller.append(...shown.map(({ element }) => element));

  /** The first block that ends below this position, in pixels from the top of the window. */
  const blockBelow = (height: number): number =>
    firstIndex(
      shown.length,
      (index) => (shown[index]?.element.getBoundingClientRect().bottom ?? Infinity) > height,
    );

  /** The visible blocks, and one more on each side, as [first, end). */
  const blocksInView = (): SegmentRange => {
    const { top, bottom } = scroller.getBoundingClientRect();
    return {
      first: Math.max(0, blockBelow(top) - 1),
      end: Math.min(shown.length, blockBelow(bottom) + 2),
    };
  };

  return {
    /** The row of a segment, created if needed; undefined if there is no such segment. */
    rowOf(index: number): HTMLElement | undefined {
      const own = shown[placeOf(shown, index)];
      if (own) fill(own);
      return own ? made[index] : undefined;
    },
    /** Fills the next block that is empty or shows old names. Returns its number of rows; 0 if there was none. */
    fillNext(): number {
      let own = shown[next];
      while (own && isDone(own)) own = shown[(next += 1)];
      if (own) fill(own);
      return own ? own.end - own.first : 0;
    },
    /** Fills the blocks in or near the view. Returns true if any were empty or showed old names. */
    fillVisible(): boolean {
      const { first, end } = blocksInView();
      const empty = shown.slice(first, end).filter((one) => !isDone(one));
      empty.forEach(fill);
      return empty.length > 0;
    },
    /** The rows of the visible blocks, and of one block before and after. */
    visible(): SegmentRange {
      const { first, end } = blocksInView();
      return { first: shown[first]?.first ?? 0, end: shown[end - 1]?.end ?? 0 };
    },
    /**
     * Shows a corrected transcript. Blocks whose turns are unchanged stay in the page, and `fillVisible` and `fillNext`
     * update their names. Other blocks are emptied and filled again later with their existing rows. `newRows` creates all
     * turns again, and in another view all rows too. Returns where the segments are now; null if all are where they were.
     */
    update(changed: Content, newRows: Rows | null): SegmentMoves | null {
      const before = { segments, turns, shown };
      ({ segments } = changed.transcript);
      ({ turns } = changed);
      if (newRows !== null && newRows.view !== rows.view) made.length = 0;
      rows = newRows ?? rows;
      const moves = movesBetween(before.segments, segments);
      made.splice(0).forEach((row, index) => {
        const to = moves?.to(index) ?? index;
        const old = before.segments[index];
        const own = segments[to];
        if (!row || !old || !own) return;
        made[to] = row;
        if (to !== index) row.dataset['index'] = String(to);
        if (!sameSegment(old, own)) rows.rewriteRow(row, old, own);
      });
      shown = replanBlocks(
        newRows !== null ? [] : moves ? shown.map((one) => movedRange(one, moves)) : shown,
        moves ? before.turns.map((one) => movedRange(one, moves)) : before.turns,
        turns,
        createBlock,
      );
      const kept = new Set(shown.map(({ element }) => element));
      for (const { element } of before.shown) if (!kept.has(element)) element.remove();
      let after: Element | null = null;
      for (const { element } of shown) {
        const place: Element | null = after ? after.nextElementSibling : scroller.firstElementChild;
        if (place !== element) scroller.insertBefore(element, place);
        after = element;
      }
      next = 0;
      return moves;
    },
  };
};
