/** Keeps the list in step with the audio: marks what is playing, and scrolls along. */
import type { ReactiveController } from 'lit';
import type { Cursor } from '../../transcript/cursor.js';
import type { PlaybackState } from '../player/playback.js';
import { browserTimers, createAlarm, type Timers } from '../player/timers.js';
import type { ReaderStore } from '../store.js';
import { scaleOf } from '../scale.js';
import { followPlace, isMovedByOthers, topWithin, viewOf, type SeenPosition } from './scroll.js';
import { mark } from './rows.js';
import { isSelectedWithin } from './selection.js';
import type { TurnList } from './turn-list.js';

const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

const isCommand = ({ key, ctrlKey, metaKey }: KeyboardEvent, letter: RegExp): boolean =>
  (ctrlKey || metaKey) && letter.test(key);

/** The keys of the browser's find command: Ctrl or Cmd with F or G, and F3. */
const isFindKey = (event: KeyboardEvent): boolean =>
  event.key === 'F3' || isCommand(event, /^[fg]$/i);

const isOnScreen = (element: Element): boolean => {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
};

/** Marks the playing segments on their elements, with a timer for the next boundary. */
export const createPlaybackMarker = (options: {
  readonly cursor: () => Cursor;
  readonly playback: () => Pick<PlaybackState, 'position' | 'pace' | 'started'>;
  readonly elementOf: (index: number) => Element | undefined;
  /** Called only when the set of playing segments has changed. */
  readonly onChange: (playing: readonly number[]) => void;
  readonly timers?: Timers;
}) => {
  const { cursor, playback, elementOf, onChange, timers = browserTimers } = options;
  let playing: readonly number[] = [];
  const alarm = createAlarm(timers);

  const synchronise = (): void => {
    alarm.clear();
    const { position, pace, started } = playback();
    if (!started) return;
    const now = cursor().at(position);
    if (now.join() !== playing.join()) {
      const before = playing;
      playing = now;
      for (const index of before) if (!now.includes(index)) mark(elementOf(index), false);
      for (const index of now) if (!before.includes(index)) mark(elementOf(index), true);
      onChange(now);
    }
    const next = cursor().next(position);
    if (pace > 0 && next !== null) alarm.set(synchronise, next - position, pace);
  };

  return {
    /** Call this whenever playback plays, pauses, seeks, changes its rate or reports its time. */
    synchronise,
    /** Cancels the timer. The marks stay. */
    stop: alarm.clear,
    /** The segment to show: the one that plays, in silence the one before. Null before playback has started. */
    get place(): number | null {
      const { position, started } = playback();
      return started ? (playing.at(-1) ?? cursor().before(position) ?? 0) : null;
    },
  };
};

/** Marks what plays, and scrolls along until the user looks at something else. `now` is the state of the audio. */
export const createFollowing = (
  store: ReaderStore,
  list: TurnList,
  cursor: () => Cursor,
  now: () => PlaybackState,
): ReactiveController => {
  const { scroller, scrollTo } = list;
  /** Last known position of the target that was not caused by the user. */
  let seen: SeenPosition | null = null;
  let target: Element | null = null;
  let scrolledTo: Element | null = null;
  let motion: 'instant' | 'smooth' = 'instant';
  let watching: AbortController | null = null;

  const marker = createPlaybackMarker({
    cursor,
    playback: now,
    elementOf: list.elementOf,
    onChange: (playing) => store.dispatch({ type: 'playing', playing }),
  });

  const isFollowing = (): boolean => store.getState().following;

  const lookAway = (): void => {
    if (isFollowing()) store.dispatch({ type: 'look-away' });
  };

  const look = (): SeenPosition | null =>
    target?.isConnected === true
      ? { scrollTop: scroller.scrollTop, top: topWithin(scroller, target) }
      : null;

  const step = (): void => {
    if (!target || !isFollowing()) return;
    const view = viewOf(scroller);
    const top = topWithin(scroller, target);
    const height = target.getBoundingClientRect().height / scaleOf(scroller);
    const place = followPlace(view, { top, height });
    if (place === null) {
      seen = look();
      return;
    }
    // A jump stays a jump, even if estimated heights turn out to be wrong on the way.
    if (!scrollTo.underWay || scrolledTo !== target)
      motion = Math.abs(top - place) > view.height ? 'instant' : 'smooth';
    scrolledTo = target;
    scrollTo.element(target, place, motion);
  };

  const reveal = (): void => {
    target = list.elementOf(marker.place ?? -1) ?? target;
    step();
  };

  scrollTo.onSettle(() => (seen = look()));
  scroller.addEventListener('scroll', () => {
    if (scrollTo.underWay || !isFollowing()) return;
    const here = look();
    if (here && seen && isMovedByOthers(seen, here)) lookAway();
    else seen = here;
  });

  const canScroll = (): boolean => scroller.scrollHeight > scroller.clientHeight;
  scroller.addEventListener(
    'wheel',
    ({ ctrlKey }) => {
      // Ctrl and wheel zooms the page.
      if (!ctrlKey && canScroll()) lookAway();
    },
    { passive: true },
  );
  scroller.addEventListener('touchmove', () => canScroll() && lookAway(), { passive: true });
  scroller.addEventListener('keydown', ({ key, target: typed }) => {
    if (SCROLL_KEYS.has(key) && (typed as Element).closest('form') === null) lookAway();
  });
  scroller.addEventListener('pointerdown', ({ target: pressed }) => {
    // A press on the scroll bar targets the scroll container.
    if (pressed === scroller) lookAway();
  });

  /** Listens to the page while the list is in it. */
  const watch = (signal: AbortSignal): void => {
    document.addEventListener(
      'selectionchange',
      () => {
        if (isFollowing() && isSelectedWithin(scroller)) lookAway();
      },
      { signal },
    );
    addEventListener(
      'keydown',
      (event) => {
        if (isFindKey(event) && isOnScreen(scroller)) lookAway();
        // Rows that are made later would not be selected.
        if (isCommand(event, /^a$/i) && isOnScreen(scroller)) list.complete();
      },
      { signal, capture: true },
    );
    // Rows that are not rendered yet would be missing on paper.
    addEventListener('beforeprint', list.complete, { signal });
    const resized = new ResizeObserver(step);
    resized.observe(scroller);
    signal.addEventListener('abort', () => resized.disconnect());
  };

  store.subscribe((state, before, event) => {
    if (state.playback !== before.playback || state.transcript !== before.transcript)
      marker.synchronise();
    if (!state.following && before.following) scrollTo.stop();
    if (state.playing !== before.playing || event.type === 'follow') reveal();
    const isChanged = (['following', 'playing', 'edited'] as const).some(
      (name) => state[name] !== before[name],
    );
    // It would cover the buttons of the line that is edited.
    const isWanted = !state.following && state.edited === null;
    if (isChanged) list.setFollowChip(isWanted ? marker.place : null);
  });

  return {
    hostConnected() {
      if (watching === null) watch((watching = new AbortController()).signal);
      marker.synchronise();
    },
    hostDisconnected() {
      marker.stop();
      scrollTo.stop();
      watching?.abort();
      watching = null;
    },
  };
};
