/** The transcript as a list of turns, updated in place. */
import type { SegmentRange } from '../../transcript/turns.js';
import type { Speaker } from '../../transcript/badges.js';
import { formatClock } from '../../transcript/time.js';
import { createBlockList, placeOf } from './blocks.js';
import { createListShell } from './list-shell.js';
import { createIncrementalRender, type Pace } from './incremental-render.js';
import { createRovingFocus } from './roving-focus.js';
import { createRowAction } from './row-action.js';
import {
  createRows,
  elementsOf,
  indexOf,
  mark,
  paragraphOf,
  rowOfTime,
  textOfRow,
  type Rows,
} from './rows.js';
import type { Timers } from '../player/timers.js';
import type { ReaderContext } from '../store.js';
import { isSelecting } from './selection.js';
import { createLinePlace, createScrollTo, nearestPlace, topWithin, viewOf } from './scroll.js';

export type TurnList = ReturnType<typeof createTurnList>;

/** Rows created before the first paint, more than a screen shows. */
const FIRST_ROWS = 40;
/** Position of a row that is scrolled into view, as a fraction of the view's height. */
const FOUND_PLACE = 0.35;

const isNamed = (speakers: readonly Speaker[]): boolean =>
  speakers.some(({ name }) => name !== null);

/** Shows the turns of the store. A correction updates them in place, and builds only turns with new boundaries. */
export const createTurnList = (
  { store, strings }: Pick<ReaderContext, 'store' | 'strings'>,
  /** The user wants to play a segment, or to go to it. */
  onSegment: (index: number) => void,
  { pace, timers }: { readonly pace?: Pace; readonly timers?: Timers } = {},
) => {
  const { dispatch, getState } = store;
  const segmentsNow = () => getState().transcript.segments;
  const startOf = (index: number): number => segmentsNow()[index]?.start_ms ?? 0;
  let chipIndex: number | null = null;
  const onViewChange = (): void => dispatch({ type: 'rows-changed' });
  const follow = (): void => dispatch({ type: 'follow' });
  const shell = createListShell(getState().transcript, strings, follow);
  const { element, scroller, setChip } = shell;
  const listening = new AbortController();
  const { signal } = listening;
  const scrollTo = createScrollTo(scroller);

  const timeLabel = (clock: string): string =>
    getState().playback.audio === 'none' ? strings.goTo(clock) : strings.playFrom(clock);
  const playLabel = (index: number): string => timeLabel(formatClock(startOf(index)));
  const makeRows = (): Rows => {
    const { preferences, speakers, transcript } = getState();
    const { view } = preferences;
    const { language } = transcript;
    scroller.dataset['view'] = view;
    return createRows({ view, named: isNamed(speakers), strings, language, timeLabel });
  };
  let rows = makeRows();

  const list = createBlockList({ scroller, ...getState(), rows });

  const incremental = createIncrementalRender({
    work: () => list.fillNext() > 0,
    onBusy: (busy) => {
      scroller.ariaBusy = busy ? 'true' : null;
      if (!busy) onViewChange();
    },
    ...(pace ? { pace } : {}),
  });

  const drawChip = (): void => {
    const row = chipIndex === null ? undefined : list.rowOf(chipIndex);
    if (!row || chipIndex === null) return setChip(null);
    const { top, bottom } = scroller.getBoundingClientRect();
    const middle = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    const line = row.getBoundingClientRect();
    setChip({
      clock: formatClock(startOf(chipIndex)),
      isAbove: (line.top + line.bottom) / 2 < middle,
    });
  };

  const place = createLinePlace(scroller, scrollTo, list);

  let seen: SegmentRange = { first: 0, end: 0 };
  /** The frame that settles a change; 0 for none. */
  let settling = 0;
  const look = (): void => {
    if (chipIndex !== null) drawChip();
    const filled = list.fillVisible();
    if (!scrollTo.underWay && settling === 0) place.note();
    const { first, end } = list.visible();
    if (!filled && first === seen.first && end === seen.end) return;
    seen = { first, end };
    onViewChange();
  };

  /** Fills the view after a change, and puts the lines back where they were. */
  const settle = (): void => {
    cancelAnimationFrame(settling);
    settling = 0;
    list.fillVisible();
    if (!scrollTo.underWay) place.restore();
    look();
    onViewChange();
  };

  const rowAction = createRowAction({
    scroller,
    rowOf: list.rowOf,
    rows: () => rows,
    onPlace: (row) => dispatch({ type: 'row-aimed', row }),
    ...(timers ? { timers } : {}),
  });
  const roving = createRovingFocus({
    scroller,
    scrollTo,
    rowOf: list.rowOf,
    playLabel,
    getState,
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
      if (getState().editing === null) return;
      const turn = placeOf(getState().turns, indexOf(rowOfTime(rename)));
      dispatch({ type: 'name-speaker', turn, anchor: rename });
      return;
    }
    const time = target.closest('.time');
    const text = target.closest<HTMLElement>('.text');
    if (target.closest('.stop')) onSegment(roving.stop);
    else if (time) onSegment(indexOf(rowOfTime(time)));
    else if (text && !isSelected) onSegment(indexOf(text.closest('.segment')));
  };

  const onDoubleClick = ({ target, clientX, clientY }: MouseEvent): void => {
    const { editing, editsSoon } = getState();
    if (!(target instanceof Element) || (editing === null && !editsSoon)) return;
    const text = target.closest<HTMLElement>('.text');
    if (!text) return;
    document.getSelection()?.removeAllRanges();
    const word = { text, x: clientX, y: clientY };
    dispatch({ type: 'correct', segment: indexOf(text.closest('.segment')), word });
  };

  scroller.addEventListener('click', onClick);
  scroller.addEventListener('dblclick', onDoubleClick);
  scroller.addEventListener('scroll', look, { passive: true });
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

  /**
   * Shows the current transcript; `anew` creates all turns again. The visible rows and the focus stay in place. What needs
   * the layout, which is slow, waits for the next frame.
   */
  const change = (anew: boolean): void => {
    const root = scroller.getRootNode() as Document | ShadowRoot;
    const focused = scroller.matches(':focus-within') ? root.activeElement : null;
    if (settling === 0) place.note();
    if (anew) rows = makeRows();
    const moves = list.update(getState(), anew ? rows : null);
    const to = moves?.to ?? ((index: number): number => index);
    place.moved(to);
    settling ||= requestAnimationFrame(settle);
    // The list reuses existing rows; these two are in use, and their buttons may have been left behind.
    const stop = to(roving.stop);
    roving.setStop(stop >= 0 && stop < segmentsNow().length ? stop : 0);
    rowAction.refresh(to);
    incremental.start();
    if (!(focused instanceof HTMLElement) || root.activeElement === focused) return;
    if (focused.isConnected) focused.focus({ preventScroll: true });
    else roving.focus(roving.stop);
  };

  /** Creates all turns again, with the same lines marked as playing. */
  const changeAll = (): void => {
    const playing = [...scroller.querySelectorAll<HTMLElement>('.playing')].map(indexOf);
    change(true);
    for (const index of playing) mark(list.rowOf(index), true);
  };

  const labelStop = (): void =>
    scroller.querySelector('.stop')?.setAttribute('aria-label', playLabel(roving.stop));

  const labelTimes = (): void => {
    for (const time of scroller.querySelectorAll('.time'))
      time.setAttribute('aria-label', timeLabel(time.textContent));
    labelStop();
  };

  const showEditable = (): void => {
    scroller.classList.toggle('editable', getState().editing !== null);
  };
  showEditable();

  store.subscribe((now, before) => {
    if (now.transcript !== before.transcript)
      change(isNamed(now.speakers) !== isNamed(before.speakers));
    if (now.preferences.view !== before.preferences.view) changeAll();
    if (now.editing !== before.editing) showEditable();
    if (now.playing !== before.playing) roving.setCurrent(now.playing.at(-1));
    if ((now.playback.audio === 'none') !== (before.playback.audio === 'none')) labelTimes();
  });

  return {
    /** The skip button, the scroll container, the follow button and the end mark. */
    element,
    scroller,
    /** Does all scrolling by the program, so that it can be distinguished from scrolling by the user. */
    scrollTo,
    elementOf: list.rowOf,
    /** The text element of a segment. Its single Text node is the segment's text. */
    textOf(index: number): HTMLElement | undefined {
      const row = list.rowOf(index);
      return row && textOfRow(row);
    },
    /** Moves the focus to a segment's button. The list does not scroll. */
    focus: roving.focus,
    /** The segment that has the focus, by its button or its menu; null for none. */
    get focused(): number | null {
      return scroller.matches(':focus-within') ? roving.stop : null;
    },
    paragraphOf: (index: number) => paragraphOf(list.rowOf(index), index),
    elementsOf: (range: SegmentRange) => elementsOf(range, list.rowOf),
    turnOf: (index: number) => placeOf(getState().turns, index),
    /** Scrolls to a row with some lines around it, unless it is already visible. Tab then enters the list there. */
    bringIntoView(index: number): void {
      const row = list.rowOf(index);
      if (!row) return;
      roving.setStop(index);
      if (settling !== 0) settle();
      const view = viewOf(scroller);
      const line = { top: topWithin(scroller, row), height: row.offsetHeight };
      if (nearestPlace(view, line) !== null)
        scrollTo.element(row, Math.max(view.top, view.height * FOUND_PLACE), 'instant');
    },
    visible: list.visible,
    /** The segment that plays, else the first in or near the view. */
    place: () => getState().playing[0] ?? list.visible().first,
    /** Creates all missing rows at once. Takes half a second for a day of speech. */
    complete(): void {
      while (list.fillNext() > 0);
    },
    /** Sets the button shared by all rows. The list moves it to the row in use. */
    setRowAction: rowAction.set,
    relabel(): void {
      shell.relabel();
      if (segmentsNow().length === 0) return;
      changeAll();
      labelStop();
    },
    /** Shows the button that leads back to this segment; null hides it. */
    setFollowChip(index: number | null): void {
      chipIndex = index;
      drawChip();
    },
    dispose(): void {
      listening.abort();
      cancelAnimationFrame(settling);
      resized.disconnect();
      incremental.stop();
      scrollTo.stop();
    },
  };
};
