/** Skips silence. One timer is set for the next silence; nothing runs in between. */
import { silenceFrom, type Silence } from '../../transcript/cursor.js';
import type { Segment } from '../../transcript/transcript.js';
import type { Playback, PlaybackState } from './playback.js';
import { browserTimers, createAlarm, type Timers } from './timers.js';

/** Milliseconds of each silence to keep on either side, because segments often end slightly too early. */
const LEFT = 250;

export const createSilenceSkipper = (options: {
  readonly playback: Pick<Playback, 'seek'> & {
    state(): Pick<PlaybackState, 'position' | 'length' | 'pace'>;
  };
  readonly segments: () => readonly Segment[];
  readonly isActive: () => boolean;
  readonly timers?: Timers;
}) => {
  const { playback, segments, isActive, timers = browserTimers } = options;
  const alarm = createAlarm(timers);
  /** The silence that is played to its end: it was skipped before, or sought. Else nobody could go back past it. */
  let spared: Silence | null = null;

  const isIn = (silence: Silence, ms: number): boolean =>
    silence.start_ms <= ms && ms < silence.end_ms;

  const synchronise = (): void => {
    alarm.clear();
    const { position, length, pace } = playback.state();
    if (spared !== null && !isIn(spared, position)) spared = null;
    if (pace === 0 || !isActive()) return;
    const silence = silenceFrom(segments(), length, spared?.end_ms ?? position);
    if (silence === null) return;
    const { start_ms, end_ms } = silence;
    const from = start_ms === 0 ? 0 : start_ms + LEFT;
    const to = end_ms >= length ? length : end_ms - LEFT;
    if (position < from) {
      alarm.set(synchronise, from - position, pace);
      return;
    }
    spared = silence;
    if (position < to) playback.seek(to);
    else synchronise();
  };

  return {
    /** Call this before the user seeks. A silence that the user seeks into is played. */
    sought(ms: number): void {
      const silence = silenceFrom(segments(), playback.state().length, ms);
      spared = silence !== null && isIn(silence, ms) ? silence : null;
    },
    /** Call this when skipping is switched on. The current silence is skipped too. */
    begin(): void {
      spared = null;
      synchronise();
    },
    /** Call this whenever playback plays, pauses, seeks, changes its rate or reports its time. */
    synchronise,
    stop: alarm.clear,
  };
};
