/** Keeps the list in step with the audio: marks what is playing, and scrolls along. */
import type { ReactiveController } from 'lit';
import type { Cursor } from '../../transcript/cursor.js';
import { createPlaybackMarker } from './playback-marker.js';
import type { PlaybackState } from '../player/playback.js';
import type { ReaderStore } from '../store.js';
import { followPlace, isMovedByOthers, topWithin, viewOf, type SeenPosition } from './scroll.js';
import { isSelectedWithin } from './selection.js';
import type { TurnList } from './turn-list.js';

const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

/** The keys of the browser's find command: Ctrl or Cmd with F or G, and F3. */
const isFindKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F3' || ((ctrlKey || metaKey) && ['f', 'g'].includes(key.toLowerCase()));

const isOnScreen = (element: Element): boolean => {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
};

/**
 * Marks what is playing, and scrolls along until the user scrolls, selects, searches or edits. `now` is the state of the
 * audio at this moment.
 */
export const createFollowing = (options: {
  readonly store: ReaderStore;
  readonly list: TurnList;
  /** For the segments of the transcript. */
  readonly cursor: Cursor;
  readonly now: () => PlaybackState;
}): ReactiveController => {
  const { store, list, cursor, now } = options;
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
    const { height } = target.getBoundingClientRect();
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
  scroller.addEventListener('keydown', ({ key }) => {
    if (SCROLL_KEYS.has(key)) lookAway();
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
    if (state.playback !== before.playback) marker.synchronise();
    if (!state.following && before.following) scrollTo.stop();
    if (state.playing !== before.playing || event.type === 'follow') reveal();
    if (state.following !== before.following || state.playing !== before.playing)
      list.setFollowChip(state.following ? null : marker.place);
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
