/** The blocks in the page: which of them are filled with rows, and which are visible. */
import { firstIndex } from '../../transcript/binary-search.js';
import type { Speaker } from '../../transcript/speakers.js';
import type { Segment, Transcript } from '../../transcript/transcript.js';
import type { Turn } from '../../transcript/turns.js';
import { estimatedLines, placeOf, planBlocks, replanBlocks, type Block } from './blocks.js';
import type { Rows } from './rows.js';

/** Indexes [first, end) of segments. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

interface Shown {
  readonly block: Block;
  readonly element: HTMLElement;
  filled: boolean;
  /** The speakers that its turns show; null if they are those of the transcript. */
  stale: readonly Speaker[] | null;
}

const sameSpeaker = (one: Speaker, other: Speaker): boolean =>
  one.name === other.name &&
  one.number === other.number &&
  one.badge === other.badge &&
  one.index === other.index;

const sameSegment = (one: Segment, other: Segment): boolean =>
  one === other ||
  (one.text === other.text && one.start_ms === other.start_ms && one.language === other.language);

export const createBlockList = (options: {
  /** The scroll container. Contains only blocks. */
  readonly scroller: HTMLElement;
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  readonly rows: Rows;
}) => {
  const { scroller } = options;
  let { segments } = options.transcript;
  let { turns, rows } = options;
  const made: (HTMLElement | undefined)[] = [];
  /** All blocks before this one are filled. */
  let next = 0;

  const createBlock = (block: Block): Shown => {
    const element = document.createElement('div');
    element.className = 'block';
    const { style } = element;
    const own = turns.slice(block.firstTurn, block.endTurn);
    style.setProperty('--_lines', String(estimatedLines(segments, own, rows.view)));
    style.setProperty('--_rows', String(block.end - block.first));
    style.setProperty('--_turns', String(block.endTurn - block.firstTurn));
    return { block, element, filled: false, stale: null };
  };

  const ownRow = (segment: Segment, index: number): HTMLElement => {
    const row = made[index] ?? rows.createRow(segment, index);
    made[index] = row;
    return row;
  };

  /** Shows the speakers of today in a block that was filled before. */
  const refresh = (shown: Shown): void => {
    const { block, element, stale } = shown;
    shown.stale = null;
    stale?.forEach((old, at) => {
      const own = turns[block.firstTurn + at];
      const turn = element.children[at];
      if (own && turn && !sameSpeaker(old, own.speaker))
        rows.rewriteTurn(turn as HTMLElement, own.speaker);
    });
  };

  const fill = (shown: Shown): void => {
    if (shown.stale) refresh(shown);
    if (shown.filled) return;
    shown.filled = true;
    const { firstTurn, endTurn } = shown.block;
    shown.element.append(
      ...turns.slice(firstTurn, endTurn).map((turn) =>
        rows.createTurn(
          turn,
          segments
            .slice(turn.first, turn.end)
            .map((segment, at) => ownRow(segment, turn.first + at)),
          segments,
        ),
      ),
    );
  };

  let shown: readonly Shown[] = planBlocks(turns).map(createBlock);
  let ranges: readonly Block[] = shown.map(({ block }) => block);
  scroller.append(...shown.map(({ element }) => element));

  const isDone = ({ filled, stale }: Shown): boolean => filled && stale === null;

  /** The first block that ends below this position, in pixels from the top of the window. */
  const blockBelow = (height: number): number =>
    firstIndex(
      shown.length,
      (index) => (shown[index]?.element.getBoundingClientRect().bottom ?? Infinity) > height,
    );

  /** The visible blocks, and one more on each side, as [first, end). */
  const blocksInView = (): RowRange => {
    const { top, bottom } = scroller.getBoundingClientRect();
    return {
      first: Math.max(0, blockBelow(top) - 1),
      end: Math.min(shown.length, blockBelow(bottom) + 2),
    };
  };

  return {
    /** The row of a segment, created if needed; undefined if there is no such segment. */
    rowOf(index: number): HTMLElement | undefined {
      const own = shown[placeOf(ranges, index)];
      if (own) fill(own);
      return own ? made[index] : undefined;
    },
    /** Fills the next block that is empty or shows old names. Returns its number of rows; 0 if there was none. */
    fillNext(): number {
      let own = shown[next];
      while (own && isDone(own)) own = shown[(next += 1)];
      if (own) fill(own);
      return own ? own.block.end - own.block.first : 0;
    },
    /** Fills the blocks in or near the view. Returns true if any were empty or showed old names. */
    fillVisible(): boolean {
      const { first, end } = blocksInView();
      const empty = shown.slice(first, end).filter((one) => !isDone(one));
      empty.forEach(fill);
      return empty.length > 0;
    },
    /** The rows of the visible blocks, and of one block before and after. */
    visible(): RowRange {
      const { first, end } = blocksInView();
      return { first: shown[first]?.block.first ?? 0, end: shown[end - 1]?.block.end ?? 0 };
    },
    /**
     * Shows a corrected transcript. Blocks whose turns are unchanged stay in the page, and `fillVisible` and `fillNext`
     * update their names. Other blocks are emptied and filled again later with their existing rows. `newRows` creates all
     * turns again, and in another view all rows too.
     */
    update(transcript: Transcript, newTurns: readonly Turn[], newRows: Rows | null): void {
      const before = { segments, turns, shown };
      ({ segments } = transcript);
      turns = newTurns;
      if (newRows !== null && newRows.view !== rows.view) made.length = 0;
      rows = newRows ?? rows;
      const comparable = newRows === null && segments.length === before.segments.length;
      made.length = Math.min(made.length, segments.length);
      made.forEach((row, index) => {
        const old = before.segments[index];
        const own = segments[index];
        if (row && old && own && !sameSegment(old, own)) rows.rewriteRow(row, old, own);
      });
      shown = replanBlocks(comparable ? ranges : [], before.turns, turns).map(({ block, from }) => {
        const old = from === null ? undefined : before.shown[from];
        if (!old) return createBlock(block);
        const { firstTurn, endTurn } = old.block;
        const speakers = before.turns.slice(firstTurn, endTurn).map(({ speaker }) => speaker);
        return { ...old, block, stale: old.filled ? (old.stale ?? speakers) : null };
      });
      ranges = shown.map(({ block }) => block);
      const kept = new Set(shown.map(({ element }) => element));
      for (const { element } of before.shown) if (!kept.has(element)) element.remove();
      let after: Element | null = null;
      for (const { element } of shown) {
        const place: Element | null = after ? after.nextElementSibling : scroller.firstElementChild;
        if (place !== element) scroller.insertBefore(element, place);
        after = element;
      }
      next = 0;
    },
  };
};
