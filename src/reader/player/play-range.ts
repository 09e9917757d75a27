/** Plays a range once or in a loop. A timer is set for its end. */
import type { Playback, PlaybackState } from './playback.js';
import { browserTimers, createAlarm, type Timers } from './timers.js';

export interface PlayedRange {
  readonly start_ms: number;
  /** Milliseconds; not included. */
  readonly end_ms: number;
  readonly loop: boolean;
}

/** In milliseconds. Stops early, because the next segment may start where this one ends. */
const EARLY = 15;
/** In milliseconds. A shorter range cannot be heard. */
const SHORTEST = 200;

export const createRangePlayer = (options: {
  readonly playback: Pick<Playback, 'play' | 'pause' | 'seek'> & {
    state(): Pick<PlaybackState, 'position' | 'length' | 'pace' | 'playing' | 'ended'>;
  };
  readonly timers?: Timers;
  readonly onChange: (range: PlayedRange | null) => void;
}) => {
  const { playback, onChange, timers = browserTimers } = options;
  let range: PlayedRange | null = null;
  /** In milliseconds. Still applies after the range has ended, until playback is inside it again. */
  let limit = Infinity;
  const alarm = createAlarm(timers);

  const release = (): void => {
    alarm.clear();
    limit = Infinity;
    if (range === null) return;
    range = null;
    onChange(null);
  };

  const lastMoment = ({ start_ms, end_ms }: PlayedRange): number => Math.max(start_ms, end_ms - 1);

  const synchronise = (): void => {
    alarm.clear();
    if (range === null) return;
    const { position, length, pace, playing, ended } = playback.state();
    const end = Math.min(Math.max(range.end_ms, range.start_ms + SHORTEST), length);
    if (position < end - EARLY) {
      if (pace > 0) alarm.set(synchronise, end - EARLY - position, pace);
      return;
    }
    if (!playing && !ended) return;
    if (range.loop) {
      playback.seek(range.start_ms);
      // Playback has stopped if the range ends with the audio.
      playback.play();
      return;
    }
    const place = lastMoment(range);
    range = null;
    playback.pause();
    // Keeps this segment marked.
    playback.seek(place);
    limit = Infinity;
    onChange(null);
  };

  /** Returns false if the range starts at the end of the audio, where `play` would start from the beginning. */
  const enter = (next: PlayedRange): boolean => {
    if (next.start_ms >= playback.state().length - EARLY) {
      release();
      playback.seek(next.start_ms);
      return false;
    }
    range = next;
    limit = lastMoment(range);
    playback.seek(range.start_ms);
    onChange(range);
    return true;
  };

  return {
    /** The range that is being played; null if playback is not limited to one. */
    get range(): PlayedRange | null {
      return range;
    },
    /** Limits a time in milliseconds to the range. On a busy machine playback stops slightly late. */
    bound: (ms: number) => Math.min(ms, limit),
    play(next: PlayedRange): void {
      if (enter(next)) playback.play();
    },
    /** Moves to the start of a range and limits playback to it. Keeps playing or paused. */
    enter,
    /** Call this before the user seeks. Seeking outside the range ends it. */
    sought(ms: number): void {
      if (range !== null && (ms < range.start_ms || ms > lastMoment(range))) release();
    },
    /** Removes the range. Playback continues. */
    release,
    /** Call this whenever playback plays, pauses, seeks, changes its rate or reports its time. */
    synchronise,
    /** Cancels the timer. The range stays. */
    stop: alarm.clear,
  };
};
