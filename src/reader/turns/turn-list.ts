/** The transcript as a list of turns, updated in place. */
import {
  formatClock,
  type SegmentRange,
  type Speaker,
  type Transcript,
  type Turn,
} from '../../transcript/index.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { createBlockList, type RowRange } from './block-list.js';
import { placeOf } from './blocks.js';
import { createLinePlace } from './line-place.js';
import { createListShell } from './list-shell.js';
import { createIncrementalRender, type Pace } from './incremental-render.js';
import { createRovingFocus } from './roving-focus.js';
import { createRowAction } from './row-action.js';
import { createRows, rowOfTime, textOfRow, type Rows, type View } from './rows.js';
import { mark } from './playback-marker.js';
import type { Timers } from '../player/timers.js';
import { isSelecting } from './selection.js';
import { elementsOf, indexOf, paragraphOf, type WordPlace } from './paragraph.js';
import { createScrollTo, nearestPlace, topWithin, viewOf, type ScrollTo } from './scroll.js';

export interface TurnList {
  /** The skip button, the scroll container, the follow button and the end mark. */
  readonly element: HTMLElement;
  /** The scroll container. */
  readonly scroller: HTMLElement;
  /** Does all scrolling by the program, so that it can be distinguished from scrolling by the user. */
  readonly scrollTo: ScrollTo;
  /** The element of a segment, created if needed; undefined if there is no such segment. */
  elementOf(index: number): HTMLElement | undefined;
  /** The text element of a segment. Its single Text node is the segment's text. */
  textOf(index: number): HTMLElement | undefined;
  /** Moves the focus to a segment's button. The list does not scroll. */
  focus(index: number): void;
  /** The segment that has the focus, by its button or its menu; null for none. */
  readonly focused: number | null;
  /** The segments that are shown as one paragraph with this one: in lines, only this one. */
  paragraphOf(index: number): SegmentRange;
  /** The elements that show the text of these segments: paragraphs, or the text of lines. */
  elementsOf(range: SegmentRange): readonly HTMLElement[];
  readonly view: View;
  /**
   * Shows turns as paragraphs, which is the default, or a line per segment. The focus, the playing marks and
   * the visible lines stay.
   */
  setView(view: View): void;
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
  /** True if each name has a button that calls `onSpeaker`. Default false. */
  setEditable(editable: boolean): void;
  /** True if a segment's button is "Play from" its time, false if it is "Go to". Default true. */
  setPlayable(playable: boolean): void;
  /** Shows the texts of another language. The focus, the playing marks and the visible lines stay. */
  relabel(): void;
  /** Shows the button that leads back to this segment; null hides it. */
  setFollowChip(index: number | null): void;
  dispose(): void;
}

interface TurnListOptions {
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  readonly speakers: readonly Speaker[];
  readonly strings: ReaderStrings;
  /** The user wants to play a segment, or to go to it. */
  readonly onSegment: (index: number) => void;
  /** The user wants to follow the audio again. */
  readonly onFollow: () => void;
  /** Called when the user clicks the name above a turn, or the button next to it. Only while editable. */
  readonly onSpeaker?: (turn: number, button: HTMLElement) => void;
  /** Called when the user double-clicks a word. Only while editable. */
  readonly onCorrect?: (index: number, word: WordPlace) => void;
  /** Called when the rows near the view have changed, or were created or rewritten. */
  readonly onViewChange?: () => void;
  /** Called when the shared button has moved to this row. */
  readonly onRowAction?: (index: number) => void;
  readonly pace?: Pace;
  readonly timers?: Timers;
}

/** Rows created before the first paint, more than a screen shows. */
const FIRST_ROWS = 40;
/** Position of a row that is scrolled into view, as a fraction of the view's height. */
const FOUND_PLACE = 0.35;

const isNamed = (speakers: readonly Speaker[]): boolean =>
  speakers.some(({ name }) => name !== null);

export const createTurnList = (options: TurnListOptions): TurnList => {
  const { strings, onSegment, onSpeaker, onViewChange, onRowAction, pace, timers } = options;
  let { transcript, turns } = options;
  let named = isNamed(options.speakers);
  let view: View = 'paragraphs';
  let playable = true;
  let chipIndex: number | null = null;
  const shell = createListShell(options);
  const { element, scroller, setChip } = shell;
  const listening = new AbortController();
  const { signal } = listening;
  const scrollTo = createScrollTo(scroller);

  const timeLabel = (clock: string): string =>
    playable ? strings.playFrom(clock) : strings.goTo(clock);
  const makeRows = (): Rows => {
    scroller.dataset['view'] = view;
    return createRows({ view, named, strings, timeLabel });
  };
  let rows = makeRows();

  const list = createBlockList({
    scroller,
    transcript,
    turns,
    rows,
  });

  const incremental = createIncrementalRender({
    work: () => list.fillNext() > 0,
    onBusy: (busy) => {
      scroller.ariaBusy = busy ? 'true' : null;
      if (!busy) onViewChange?.();
    },
    ...(pace ? { pace } : {}),
  });

  /** Points the follow button up or down to its line. */
  const drawChip = (): void => {
    const row = chipIndex === null ? undefined : list.rowOf(chipIndex);
    const segment = chipIndex === null ? undefined : transcript.segments[chipIndex];
    if (!row || !segment) {
      setChip(null);
      return;
    }
    const { top, bottom } = scroller.getBoundingClientRect();
    const middle = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    const line = row.getBoundingClientRect();
    setChip({
      clock: formatClock(segment.start_ms),
      isAbove: (line.top + line.bottom) / 2 < middle,
    });
  };

  const place = createLinePlace({
    scroller,
    scrollTo,
    rowOf: (index) => list.rowOf(index),
    visible: () => list.visible(),
  });

  let seen: RowRange = { first: 0, end: 0 };
  /** The frame that settles a change; 0 for none. */
  let settling = 0;
  const look = (): void => {
    if (chipIndex !== null) drawChip();
    const filled = list.fillVisible();
    if (!scrollTo.underWay && settling === 0) place.note();
    const { first, end } = list.visible();
    if (!filled && first === seen.first && end === seen.end) return;
    seen = { first, end };
    onViewChange?.();
  };

  /** Fills the view after a change, and puts the lines back where they were. */
  const settle = (): void => {
    cancelAnimationFrame(settling);
    settling = 0;
    list.fillVisible();
    if (!scrollTo.underWay) place.restore();
    look();
    onViewChange?.();
  };

  /**
   * Keeps the visible rows and the focus in place during a change. What needs the layout waits for the next frame, which
   * needs it, too: on a phone, a layout takes long.
   */
  const keepPlace = (alter: () => void): void => {
    const root = scroller.getRootNode() as Document | ShadowRoot;
    const focused = scroller.matches(':focus-within') ? root.activeElement : null;
    if (settling === 0) place.note();
    alter();
    settling ||= requestAnimationFrame(settle);
    // The list reuses existing rows; these two are in use, and their buttons may have been left behind.
    roving.setStop(roving.stop < transcript.segments.length ? roving.stop : 0);
    rowAction.refresh();
    if (!(focused instanceof HTMLElement) || root.activeElement === focused) return;
    if (focused.isConnected) focused.focus({ preventScroll: true });
    else roving.focus(roving.stop);
  };

  const rowAction = createRowAction({
    scroller,
    rowOf: (index) => list.rowOf(index),
    place: (row, button) => rows.placeAction(row, button),
    align: (row, button) => rows.alignAction(row, button),
    onPlace: (index) => onRowAction?.(index),
    ...(timers ? { timers } : {}),
    signal,
  });
  const roving = createRovingFocus({
    scroller,
    scrollTo,
    rowOf: (index) => list.rowOf(index),
    startOf: (index) => transcript.segments[index]?.start_ms ?? 0,
    timeLabel,
    count: () => transcript.segments.length,
    turns: () => turns,
    onMove: rowAction.moveTo,
    signal,
  });

  const onClick = (event: MouseEvent): void => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const isSelected = isSelecting(event, element);
    const heading = target.closest('.heading');
    const rename = heading?.querySelector<HTMLElement>('.rename');
    const onRename = target.closest('.rename') !== null;
    if (rename && (onRename || (target.closest('.who') && !isSelected))) {
      if (!scroller.classList.contains('editable')) return;
      onSpeaker?.(placeOf(turns, indexOf(rowOfTime(rename))), rename);
      return;
    }
    const time = target.closest('.time');
    const text = target.closest<HTMLElement>('.text');
    if (target.closest('.stop')) onSegment(roving.stop);
    else if (time) onSegment(indexOf(rowOfTime(time)));
    else if (text && !isSelected) onSegment(indexOf(text.closest('.segment')));
  };

  const onDoubleClick = ({ target, clientX, clientY }: MouseEvent): void => {
    if (!(target instanceof Element) || !scroller.classList.contains('editable')) return;
    const text = target.closest<HTMLElement>('.text');
    if (!text) return;
    document.getSelection()?.removeAllRanges();
    options.onCorrect?.(indexOf(text.closest('.segment')), { text, x: clientX, y: clientY });
  };

  scroller.addEventListener('click', onClick, { signal });
  scroller.addEventListener('dblclick', onDoubleClick, { signal });
  scroller.addEventListener('scroll', look, { signal, passive: true });
  // The page may scroll the playing line to the other side of the window.
  const onPageScroll = (): void => void (chipIndex !== null && drawChip());
  addEventListener('scroll', onPageScroll, { signal, passive: true, capture: true });
  const resized = new ResizeObserver(() => {
    place.resized();
    look();
    rowAction.refresh();
  });
  resized.observe(scroller);
  for (let made = 0, left = 1; made < FIRST_ROWS && left > 0; made += left) left = list.fillNext();
  incremental.start();
  roving.setStop(0);

  /** Shows the current transcript and turns. `anew` creates all turns again. */
  const change = (anew: boolean): void => {
    keepPlace(() => {
      if (anew) rows = makeRows();
      list.update(transcript, turns, anew ? rows : null);
    });
    incremental.start();
  };

  /** Creates all turns again, with the same lines marked as playing. */
  const changeAll = (): void => {
    const playing = [...scroller.querySelectorAll<HTMLElement>('.playing')].map(indexOf);
    change(true);
    for (const index of playing) mark(list.rowOf(index), true);
  };

  const labelStop = (): void => {
    const start = transcript.segments[roving.stop]?.start_ms ?? 0;
    scroller.querySelector('.stop')?.setAttribute('aria-label', timeLabel(formatClock(start)));
  };

  return {
    element,
    scroller,
    scrollTo,
    elementOf: (index) => list.rowOf(index),
    textOf(index) {
      const row = list.rowOf(index);
      return row && textOfRow(row);
    },
    focus: roving.focus,
    get focused() {
      return scroller.matches(':focus-within') ? roving.stop : null;
    },
    paragraphOf: (index) => paragraphOf(list.rowOf(index), index),
    elementsOf: (range) => elementsOf(range, list.rowOf),
    get view() {
      return view;
    },
    setView(wanted) {
      if (wanted === view) return;
      view = wanted;
      changeAll();
    },
    turnOf: (index) => placeOf(turns, index),
    update(newTranscript, newTurns, newSpeakers) {
      const isSame = isNamed(newSpeakers) === named;
      ({ transcript, turns, named } = {
        transcript: newTranscript,
        turns: newTurns,
        named: isNamed(newSpeakers),
      });
      change(!isSame);
    },
    bringIntoView(index) {
      const row = list.rowOf(index);
      if (!row) return;
      roving.setStop(index);
      if (settling !== 0) settle();
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
    setEditable: (editable) => void scroller.classList.toggle('editable', editable),
    setPlayable(wanted) {
      if (wanted === playable) return;
      playable = wanted;
      for (const time of scroller.querySelectorAll('.time'))
        time.setAttribute('aria-label', timeLabel(time.textContent));
      labelStop();
    },
    relabel() {
      shell.relabel();
      if (transcript.segments.length === 0) return;
      changeAll();
      labelStop();
    },
    setFollowChip(index) {
      chipIndex = index;
      drawChip();
    },
    dispose() {
      listening.abort();
      cancelAnimationFrame(settling);
      resized.disconnect();
      incremental.stop();
      scrollTo.stop();
    },
  };
};
