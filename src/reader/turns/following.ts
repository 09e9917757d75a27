/** Keeps the list in step with the audio: marks what is playing, and scrolls along. */
import type { ReactiveController } from 'lit';
import type { Cursor } from '../../transcript/index.js';
import { createPlaybackMarker } from '../player/playback-marker.js';
import type { PlaybackState } from '../player/playback.js';
import type { Timers } from '../player/timers.js';
import type { ReaderStore } from '../store.js';
import { createFollow } from './follow.js';
import type { TurnList } from './turn-list.js';

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
  readonly timers?: Timers;
}): Following => {
  const { store, list, cursor, now, timers } = options;

  const follow = createFollow({
    scroller: list.scroller,
    scrollTo: list.scrollTo,
    onChange: (following) => store.dispatch({ type: 'following', following }),
  });

  const marker = createPlaybackMarker({
    cursor,
    playback: now,
    elementOf: list.elementOf,
    onChange: (segments) => store.dispatch({ type: 'playing', segments }),
    ...(timers ? { timers } : {}),
  });

  const reveal = (): void => {
    const target = list.elementOf(marker.place ?? -1);
    if (target) follow.reveal(target);
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
      follow.resume();
      reveal();
    },
    pause: follow.pause,
    hostConnected() {
      follow.watch();
      // Rows that are not rendered yet would be missing on paper.
      addEventListener('beforeprint', list.complete);
      marker.synchronise();
    },
    hostDisconnected() {
      marker.stop();
      follow.stop();
      removeEventListener('beforeprint', list.complete);
    },
  };
};
