import type { Timers } from '../../../src/reader/player/timers.js';

/** Playback and timers that run on the test's own clock. */
export const clockedPlayback = (length: number) => {
  const at = { position: 0, rate: 1, playing: false, ended: false };
  const log: string[] = [];
  let due: { readonly callback: () => void; left: number } | null = null;
  let onChange = (): void => undefined;

  const timers: Timers = {
    schedule: (callback, ms) => {
      const mine = { callback, left: ms };
      due = mine;
      return () => {
        if (due === mine) due = null;
      };
    },
  };

  const playback = {
    state: () => ({
      position: at.position,
      length,
      playing: at.playing,
      ended: at.ended,
      pace: at.playing ? at.rate : 0,
    }),
    play() {
      if (at.playing) return;
      Object.assign(at, { playing: true, ended: false });
      onChange();
    },
    pause() {
      log.push(`pause at ${at.position}`);
      at.playing = false;
      onChange();
    },
    seek(ms: number) {
      log.push(`${at.position} to ${ms}`);
      Object.assign(at, { position: ms, ended: ms >= length, playing: at.playing && ms < length });
      onChange();
    },
  };

  return {
    at,
    log,
    timers,
    playback,
    isWaiting: () => due !== null,
    /** Called on every change, as by the real playback. */
    listen(listener: () => void) {
      onChange = listener;
    },
    /** Advances the clock by `ms` milliseconds. */
    elapse(ms: number) {
      for (let left = ms; left > 0;) {
        const passed = Math.min(left, due?.left ?? left);
        left -= passed;
        if (at.playing) at.position = Math.min(length, at.position + passed * at.rate);
        if (at.position >= length) Object.assign(at, { playing: false, ended: true });
        if (due === null) continue;
        due.left -= passed;
        if (due.left > 0) continue;
        const { callback } = due;
        due = null;
        callback();
      }
    },
  };
};
