/** Skips silence. One timer is set for the next silence; nothing runs in between. */
import { silenceFrom, type Silence } from '../../transcript/index.js';
import type { Playback, PlaybackState } from './playback.js';
import { browserTimers, createAlarm, type Timers } from './timers.js';

export interface SilenceSkipper {
  /** To be called before a seek of the person's: a silence that was chosen is played. */
  sought(ms: number): void;
  /** To be called when skipping is switched on: it begins with the silence at hand. */
  begin(): void;
  /** To be called whenever playback plays, pauses, seeks, changes its rate or tells its time. */
  synchronise(): void;
  /** Cancels the timer. */
  stop(): void;
}

/** Milliseconds of a silence that are left on either side: words are marked too short rather than too long. */
const LEFT = 250;

export const createSilenceSkipper = (options: {
  readonly playback: Pick<Playback, 'seek'> & {
    state(): Pick<PlaybackState, 'position' | 'length' | 'pace'>;
  };
  /** In order, up to the length of the recording in milliseconds. */
  readonly silences: (length: number) => readonly Silence[];
  /** False while switched off. */
  readonly isActive: () => boolean;
  readonly timers?: Timers;
}): SilenceSkipper => {
  const { playback, silences, isActive, timers = browserTimers } = options;
  const alarm = createAlarm(timers);
  /**
   * The one silence that is played to its end: it has been skipped already, or the person sought into it.
   * Were that skipped too, going back ten seconds could never get behind a longer one.
   */
  let spared: Silence | null = null;

  const isIn = (silence: Silence, ms: number): boolean =>
    silence.start_ms <= ms && ms < silence.end_ms;

  const synchronise = (): void => {
    alarm.clear();
    const { position, length, pace } = playback.state();
    if (spared !== null && !isIn(spared, position)) spared = null;
    if (pace === 0 || !isActive()) return;
    const found = silences(length);
    const silence = silenceFrom(found, spared?.end_ms ?? position);
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
    sought(ms) {
      const silence = silenceFrom(silences(playback.state().length), ms);
      spared = silence !== null && isIn(silence, ms) ? silence : null;
    },
    begin() {
      spared = null;
      synchronise();
    },
    synchronise,
    stop: alarm.clear,
  };
};
