/** Plays a range once or in a loop. A timer is set for its end. */
import type { Playback, PlaybackState } from './playback.js';
import { browserTimers, createAlarm, type Timers } from './timers.js';

export interface PlayedRange {
  /** Milliseconds. */
  readonly start_ms: number;
  /** Milliseconds; not included. */
  readonly end_ms: number;
  readonly loop: boolean;
}

export interface RangePlayer {
  /** What is being played alone; null while playback is free. */
  readonly range: PlayedRange | null;
  /** A time of the recording in ms, no later than the last of the range: a busy machine stops a little behind it. */
  bound(ms: number): number;
  play(range: Omit<PlayedRange, 'loop'>, options: { readonly loop: boolean }): void;
  /** To be called before a seek of the person's: one out of the range ends it. */
  sought(ms: number): void;
  /** Lets the audio go on as it does. */
  release(): void;
  /** To be called whenever playback plays, pauses, seeks, changes its rate or tells its time. */
  synchronise(): void;
  /** Cancels the timer; the range stays. */
  stop(): void;
}

/** Milliseconds: the next segment may begin where this one ends, and must not be marked for a moment. */
const EARLY = 15;
/** Milliseconds: nothing shorter can be heard. */
const SHORTEST = 200;

export const createRangePlayer = (options: {
  readonly playback: Pick<Playback, 'play' | 'pause' | 'seek'> & {
    state(): Pick<PlaybackState, 'position' | 'length' | 'pace' | 'playing' | 'ended'>;
  };
  readonly timers?: Timers;
  /** Called when a range begins or ends. */
  readonly onChange: (range: PlayedRange | null) => void;
}): RangePlayer => {
  const { playback, onChange, timers = browserTimers } = options;
  let range: PlayedRange | null = null;
  /** Milliseconds; outlives the range until playback is back within it. */
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
      // Where the range ends with the audio, this has stopped.
      playback.play();
      return;
    }
    const place = lastMoment(range);
    range = null;
    playback.pause();
    // The segment stays the one that is marked.
    playback.seek(place);
    limit = Infinity;
    onChange(null);
  };

  return {
    get range() {
      return range;
    },
    bound: (ms) => Math.min(ms, limit),
    play({ start_ms, end_ms }, { loop }) {
      // Beyond the end of the audio there is nothing to play, and it would begin at its beginning.
      if (start_ms >= playback.state().length - EARLY) {
        release();
        playback.seek(start_ms);
        return;
      }
      range = { start_ms, end_ms, loop };
      limit = lastMoment(range);
      playback.seek(start_ms);
      playback.play();
      onChange(range);
    },
    sought(ms) {
      if (range !== null && (ms < range.start_ms || ms > lastMoment(range))) release();
    },
    release,
    synchronise,
    stop: alarm.clear,
  };
};
