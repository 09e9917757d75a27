/** The transcript as a list of turns, updated in place. */
import type { Speaker, Transcript, Turn } from '../../transcript/index.js';
import type { ReaderStrings } from '../../strings/reader.js';
import { createScrollTo, topWithin, type ScrollTo } from './scroll-to.js';
import { createBlockList, type RowRange } from './block-list.js';
import { placeOf } from './blocks.js';
import { createListShell } from './list-shell.js';
import { createIncrementalRender, type Pace } from './incremental-render.js';
import { createRovingFocus } from './roving-focus.js';
import { createRowAction } from './row-action.js';
import { createRows, textOfRow } from './rows.js';
import { isSelecting } from './selection.js';
import { nearestPlace, viewOf } from './scroll-geometry.js';

export interface TurnList {
  /** Skip button, scroller, chip and end mark. */
  readonly element: HTMLElement;
  /** The scroll container. */
  readonly scroller: HTMLElement;
  /** All scrolling by the program goes through this, to tell it from scrolling by the person. */
  readonly scrollTo: ScrollTo;
  /** The `<li>` of a segment, made at once if it was not there; undefined beyond the transcript. */
  elementOf(index: number): HTMLElement | undefined;
  /** The element of its text, whose single Text node is the segment's text. */
  textOf(index: number): HTMLElement | undefined;
  /** Index of the turn that a segment is in; -1 beyond the transcript. */
  turnOf(index: number): number;
  /**
   * Shows a corrected transcript. Rows whose text changed are rewritten in place and names as well;
   * turns are made anew only where they are cut otherwise, out of the rows that are there. Focus and
   * what is in view stay where they are.
   */
  update(transcript: Transcript, turns: readonly Turn[], speakers: readonly Speaker[]): void;
  /** Shows a row, and the lines around it, unless it is seen already; Tab enters the list there. */
  bringIntoView(index: number): void;
  /** Indexes of the rows in or near the view. */
  visible(): RowRange;
  /** Makes every row that is not there yet, at once: half a second for a day of speech. */
  complete(): void;
  /** The segment that plays, where Tab enters the list; undefined leaves it where it is. */
  setCurrent(index: number | undefined): void;
  /** The one button shared by all rows; the list keeps it in the row that is used. */
  setRowAction(button: HTMLElement | null): void;
  /** The segment whose row holds the shared button; undefined where there is none. */
  readonly actionIndex: number | undefined;
  /** Whether a click on a name is told to `onSpeaker`; not from the beginning. */
  setEditable(editable: boolean): void;
  setFollowChip(visible: boolean): void;
  dispose(): void;
}

export interface TurnListOptions {
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  readonly speakers: readonly Speaker[];
  readonly strings: ReaderStrings;
  /** The person asks to play a segment. */
  readonly onSegment: (index: number) => void;
  /** The person asks to follow the audio again. */
  readonly onFollow: () => void;
  /** A click on the name over a turn, told only while editable. */
  readonly onSpeaker?: (turn: number, name: HTMLElement) => void;
  /** The rows near the view are others than before, or were made or rewritten. */
  readonly onViewChange?: () => void;
  /** The shared button is in this row now. */
  readonly onRowAction?: (index: number) => void;
  readonly pace?: Pace;
}

/** Rows made before the first paint: more than a screen shows. */
const FIRST_ROWS = 40;
/** Where a row is shown that was out of sight, as a fraction of the view's height. */
const FOUND_PLACE = 0.35;

const isNamed = (speakers: readonly Speaker[]): boolean =>
  speakers.some(({ name }) => name !== null);

export const createTurnList = (options: TurnListOptions): TurnList => {
  const { strings, onSegment, onSpeaker, onViewChange, onRowAction, pace } = options;
  let { transcript, turns } = options;
  let named = isNamed(options.speakers);
  const { element, scroller, chip } = createListShell(options);
  const listening = new AbortController();
  const { signal } = listening;
  const scrollTo = createScrollTo(scroller);

  const list = createBlockList({
    scroller,
    transcript,
    turns,
    rows: createRows({ named, strings }),
  });

  const incremental = createIncrementalRender({
    work: () => list.fillNext() > 0,
    onBusy: (busy) => {
      scroller.ariaBusy = busy ? 'true' : null;
      if (!busy) onViewChange?.();
    },
    ...(pace ? { pace } : {}),
  });

  let seen: RowRange = { first: 0, end: 0 };
  const look = (): void => {
    const filled = list.fillVisible();
    const { first, end } = list.visible();
    if (!filled && first === seen.first && end === seen.end) return;
    seen = { first, end };
    onViewChange?.();
  };

  /** Whatever happens to the rows: what is in view stays there, and focus where it is. */
  const keepPlace = (change: () => void): void => {
    const root = scroller.getRootNode() as Document | ShadowRoot;
    const focused = scroller.matches(':focus-within') ? root.activeElement : null;
    const { first, end } = list.visible();
    const top = viewOf(scroller).top;
    let index = first;
    while (index < end - 1 && bottomWithin(list.rowOf(index)) <= top) index += 1;
    const row = list.rowOf(index);
    const place = row ? topWithin(scroller, row) : 0;
    change();
    list.fillVisible();
    if (row?.isConnected === true && scroller.scrollTop > 0)
      scrollTo.element(row, place, 'instant');
    if (focused instanceof HTMLElement && root.activeElement !== focused)
      focused.focus({ preventScroll: true });
  };

  const bottomWithin = (row: HTMLElement | undefined): number =>
    row ? topWithin(scroller, row) + row.offsetHeight : Infinity;

  const rowAction = createRowAction({
    scroller,
    rowOf: (index) => list.rowOf(index),
    onPlace: (index) => onRowAction?.(index),
    signal,
  });
  const roving = createRovingFocus({
    scroller,
    scrollTo,
    rowOf: (index) => list.rowOf(index),
    count: () => transcript.segments.length,
    turns: () => turns,
    onMove: rowAction.moveTo,
    signal,
  });

  const indexOf = (target: Element): number =>
    Number(target.closest<HTMLElement>('.segment')?.dataset['index'] ?? -1);

  // For the pointer only: the keyboard has the button beside each text.
  const onClick = (event: MouseEvent): void => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const name = target.closest<HTMLElement>('.heading .name');
    if (name && scroller.classList.contains('editable') && !isSelecting(event, element)) {
      const row = name.closest('.turn')?.querySelector('.segment');
      if (row) onSpeaker?.(placeOf(turns, indexOf(row)), name);
      return;
    }
    const onTime = target.closest('.time') !== null;
    const onText = target.closest('.text') !== null;
    if (onTime || (onText && !isSelecting(event, element))) onSegment(indexOf(target));
  };

  scroller.addEventListener('click', onClick, { signal });
  scroller.addEventListener('scroll', look, { signal, passive: true });
  const resized = new ResizeObserver(look);
  resized.observe(scroller);
  for (let made = 0, left = 1; made < FIRST_ROWS && left > 0; made += left) left = list.fillNext();
  incremental.start();
  roving.setStop(0);

  return {
    element,
    scroller,
    scrollTo: scrollTo,
    elementOf: (index) => list.rowOf(index),
    textOf(index) {
      const row = list.rowOf(index);
      return row && textOfRow(row);
    },
    turnOf: (index) => placeOf(turns, index),
    update(newTranscript, newTurns, newSpeakers) {
      const rows = isNamed(newSpeakers) === named ? null : createRows({ named: !named, strings });
      ({ transcript, turns, named } = {
        transcript: newTranscript,
        turns: newTurns,
        named: isNamed(newSpeakers),
      });
      keepPlace(() => {
        list.update(transcript, turns, rows);
        // Made from the rows that were there: these two are in use.
        list.rowOf(roving.stop);
        list.rowOf(rowAction.index ?? roving.stop);
        if (roving.stop >= transcript.segments.length) roving.setStop(0);
      });
      incremental.start();
      look();
      onViewChange?.();
    },
    bringIntoView(index) {
      const row = list.rowOf(index);
      if (!row) return;
      roving.setStop(index);
      const view = viewOf(scroller);
      const line = { top: topWithin(scroller, row), height: row.offsetHeight };
      if (nearestPlace(view, line) !== null)
        scrollTo.element(row, Math.max(view.top, view.height * FOUND_PLACE), 'instant');
    },
    visible: () => list.visible(),
    complete() {
      while (list.fillNext() > 0);
    },
    setCurrent: roving.setCurrent,
    setRowAction: rowAction.set,
    get actionIndex() {
      return rowAction.index;
    },
    setEditable: (editable) => void scroller.classList.toggle('editable', editable),
    setFollowChip(visible) {
      if (chip) chip.hidden = !visible;
    },
    dispose() {
      listening.abort();
      resized.disconnect();
      incremental.stop();
      scrollTo.stop();
    },
  };
};
