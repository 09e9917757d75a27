/** Keeps the list in step with the audio: marks what is playing, and scrolls along. */
import type { ReactiveController } from 'lit';
import type { Cursor } from '../../transcript/index.js';
import { createPlaybackMarker } from './playback-marker.js';
import type { PlaybackState } from '../player/playback.js';
import type { ReaderStore } from '../store.js';
import {
  followPlace,
  isMovedByOthers,
  topWithin,
  viewOf,
  type ScrollTo,
  type SeenPosition,
} from './scroll.js';
import { isSelectedWithin } from './selection.js';
import type { TurnList } from './turn-list.js';

/** Scrolls along until the user scrolls, selects or searches. */
interface Scrolling {
  /** Scrolls to an element unless following is paused. */
  reveal(target: Element): void;
  /** Starts following again. */
  resume(): void;
  /** Stops following until `resume`. */
  pause(): void;
  /** Listens to the page. Call it again when the list is back in the page. */
  watch(): void;
  /** Cancels the current scroll and stops listening to the page. */
  stop(): void;
}

const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

/** The keys of the browser's find command: Ctrl or Cmd with F or G, and F3. */
const isFindKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F3' || ((ctrlKey || metaKey) && ['f', 'g'].includes(key.toLowerCase()));

const isOnScreen = (element: Element): boolean => {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
};

const createScrolling = (options: {
  readonly scroller: HTMLElement;
  readonly scrollTo: ScrollTo;
  /** Called with false when following stops, and with true when it starts again. */
  readonly onChange: (following: boolean) => void;
}): Scrolling => {
  const { scroller, scrollTo, onChange } = options;
  let following = true;
  let target: Element | null = null;
  /** Last known position of the target that was not caused by the user. */
  let seen: SeenPosition | null = null;
  let watching: AbortController | null = null;
  let scrolledTo: Element | null = null;
  let motion: 'instant' | 'smooth' = 'instant';

  const look = (): SeenPosition | null =>
    target?.isConnected === true
      ? { scrollTop: scroller.scrollTop, top: topWithin(scroller, target) }
      : null;

  const change = (value: boolean): void => {
    if (following === value) return;
    following = value;
    if (!value) scrollTo.stop();
    onChange(value);
  };

  const lookAway = (): void => change(false);

  const step = (): void => {
    if (!target || !following) return;
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

  scrollTo.onSettle(() => (seen = look()));
  scroller.addEventListener('scroll', () => {
    if (scrollTo.underWay || !following) return;
    const now = look();
    if (now && seen && isMovedByOthers(seen, now)) lookAway();
    else seen = now;
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

  return {
    reveal(element) {
      target = element;
      step();
    },
    resume: () => change(true),
    pause: lookAway,
    watch() {
      if (watching) return;
      watching = new AbortController();
      const { signal } = watching;
      document.addEventListener(
        'selectionchange',
        () => {
          if (following && isSelectedWithin(scroller)) lookAway();
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
      const resized = new ResizeObserver(step);
      resized.observe(scroller);
      signal.addEventListener('abort', () => resized.disconnect());
    },
    stop() {
      scrollTo.stop();
      watching?.abort();
      watching = null;
    },
  };
};

export interface Following extends ReactiveController {
  /** Scrolls to what is playing, and follows the audio from now on. */
  resume(): void;
  /** Stops scrolling along until `resume`. */
  pause(): void;
}

export const createFollowing = (options: {
  readonly store: ReaderStore;
  readonly list: TurnList;
  /** For the segments of the transcript. */
  readonly cursor: Cursor;
  /** The state of the audio at this moment. */
  readonly now: () => PlaybackState;
}): Following => {
  const { store, list, cursor, now } = options;

  const scrolling = createScrolling({
    scroller: list.scroller,
    scrollTo: list.scrollTo,
    onChange: (following) => store.dispatch({ type: 'following', following }),
  });

  const marker = createPlaybackMarker({
    cursor,
    playback: now,
    elementOf: list.elementOf,
    onChange: (segments) => store.dispatch({ type: 'playing', segments }),
  });

  const reveal = (): void => {
    const target = list.elementOf(marker.place ?? -1);
    if (target) scrolling.reveal(target);
  };

  store.subscribe((state, before) => {
    if (state.playback !== before.playback) marker.synchronise();
    if (state.playing !== before.playing) {
      list.setCurrent(state.playing.at(-1));
      reveal();
    }
    if (state.following !== before.following || state.playing !== before.playing)
      list.setFollowChip(state.following ? null : marker.place);
  });

  return {
    resume() {
      scrolling.resume();
      reveal();
    },
    pause: scrolling.pause,
    hostConnected() {
      scrolling.watch();
      // Rows that are not rendered yet would be missing on paper.
      addEventListener('beforeprint', list.complete);
      marker.synchronise();
    },
    hostDisconnected() {
      marker.stop();
      scrolling.stop();
      removeEventListener('beforeprint', list.complete);
    },
  };
};
