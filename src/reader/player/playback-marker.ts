/**
 * Marks the segments that play, on the elements themselves: the list is not rendered again for it.
 * Between two boundaries nothing runs; a timer is set for the next one.
 */
import type { Cursor } from '../../transcript/index.js';
import type { PlaybackState } from './playback.js';
import { browserTimers, createAlarm, type Timers } from './timers.js';

export interface PlaybackMarker {
  /** To be called whenever playback plays, pauses, seeks, changes its rate or tells its time. */
  synchronise(): void;
  /** Cancels the timer; the marks stay. */
  stop(): void;
  /** Indexes of the segments marked now. */
  readonly playing: readonly number[];
}

const mark = (element: Element | undefined, playing: boolean): void => {
  if (!element) return;
  element.classList.toggle('playing', playing);
  if (playing) {
    element.setAttribute('aria-current', 'true');
    element.part.add('segment-playing');
  } else {
    element.removeAttribute('aria-current');
    element.part.remove('segment-playing');
  }
};

const same = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);

export const createPlaybackMarker = (options: {
  readonly cursor: Cursor;
  readonly playback: () => Pick<PlaybackState, 'position' | 'pace' | 'started'>;
  readonly elementOf: (index: number) => Element | undefined;
  /** Called when the set of playing segments has changed, and only then. */
  readonly onChange: (playing: readonly number[]) => void;
  readonly timers?: Timers;
}): PlaybackMarker => {
  const { cursor, playback, elementOf, onChange, timers = browserTimers } = options;
  let playing: readonly number[] = [];
  const alarm = createAlarm(timers);

  const synchronise = (): void => {
    alarm.clear();
    const { position, pace, started } = playback();
    if (!started) return;
    const now = cursor.at(position);
    if (!same(now, playing)) {
      const before = playing;
      playing = now;
      for (const index of before) if (!now.includes(index)) mark(elementOf(index), false);
      for (const index of now) if (!before.includes(index)) mark(elementOf(index), true);
      onChange(now);
    }
    const next = cursor.next(position);
    if (pace > 0 && next !== null) alarm.set(synchronise, next - position, pace);
  };

  return {
    synchronise,
    stop: alarm.clear,
    get playing() {
      return playing;
    },
  };
};
