/**
 * Marks the playing segments directly on their elements, without rendering the list again. A timer is set for
 * the next boundary; nothing runs in between.
 */
import type { Cursor } from '../../transcript/cursor.js';
import type { PlaybackState } from '../player/playback.js';
import { browserTimers, createAlarm, type Timers } from '../player/timers.js';

export const mark = (element: Element | undefined, playing: boolean): void => {
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
    /** Call this whenever playback plays, pauses, seeks, changes its rate or reports its time. */
    synchronise,
    /** Cancels the timer. The marks stay. */
    stop: alarm.clear,
    /**
     * The segment to show: the playing one that started last, in silence the one before, and at the beginning
     * the first. Null before playback has started.
     */
    get place(): number | null {
      const { position, started } = playback();
      return started ? (playing.at(-1) ?? cursor.before(position) ?? 0) : null;
    },
  };
};
