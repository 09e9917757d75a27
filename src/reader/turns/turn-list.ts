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
  /** The skip button, the scroll container, the follow button and the end mark. */
  readonly element: HTMLElement;
  /** The scroll container. */
  readonly scroller: HTMLElement;
  /** Does all scrolling by the program, so that it can be distinguished from scrolling by the user. */
  readonly scrollTo: ScrollTo;
  /** The `<li>` of a segment, created if needed; undefined if there is no such segment. */
  elementOf(index: number): HTMLElement | undefined;
  /** The text element of a segment. Its single Text node is the segment's text. */
  textOf(index: number): HTMLElement | undefined;
  /** Index of the turn that contains a segment; -1 if there is no such segment. */
  turnOf(index: number): number;
  /**
   * Shows a corrected transcript. Changed texts and names are updated in place. Turns are rebuilt from
   * existing rows only if their boundaries changed. The focus and the visible rows stay where they are.
   */
  update(transcript: Transcript, turns: readonly Turn[], speakers: readonly Speaker[]): void;
  /** Scrolls to a row with some lines around it, unless it is already visible. Tab then enters the list there. */
  bringIntoView(index: number): void;
  /** Indexes of the rows in or near the view. */
  visible(): RowRange;
  /** Creates all missing rows at once. Takes half a second for a day of speech. */
  complete(): void;
  /** Sets the playing segment, where Tab enters the list. Undefined leaves it unchanged. */
  setCurrent(index: number | undefined): void;
  /** Sets the button shared by all rows. The list moves it to the row in use. */
  setRowAction(button: HTMLElement | null): void;
  /** Index of the segment whose row contains the shared button; undefined if there is none. */
  readonly actionIndex: number | undefined;
  /** True if clicking a name calls `onSpeaker`. Default false. */
  setEditable(editable: boolean): void;
  setFollowChip(visible: boolean): void;
  dispose(): void;
}

export interface TurnListOptions {
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  readonly speakers: readonly Speaker[];
  readonly strings: ReaderStrings;
  /** The user wants to play a segment. */
  readonly onSegment: (index: number) => void;
  /** The user wants to follow the audio again. */
  readonly onFollow: () => void;
  /** Called when the user clicks the name above a turn. Only while editable. */
  readonly onSpeaker?: (turn: number, name: HTMLElement) => void;
  /** Called when the rows near the view have changed, or were created or rewritten. */
  readonly onViewChange?: () => void;
  /** Called when the shared button has moved to this row. */
  readonly onRowAction?: (index: number) => void;
  readonly pace?: Pace;
}

/** Rows created before the first paint, more than a screen shows. */
const FIRST_ROWS = 40;
/** Position of a row that is scrolled into view, as a fraction of the view's height. */
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

  /** Keeps the visible rows and the focus in place during a change. */
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

  // For pointers only. Keyboard users have the button next to each text.
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
        // The list reuses existing rows; create these two now because they are in use.
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
