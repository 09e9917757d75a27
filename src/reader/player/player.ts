/** The player: a native audio element, its controls, ranges and silence skipping. */
import {
  currentSegment,
  durationMismatch,
  entryPoint,
  nextSegment,
  previousSegment,
  silences,
  transcriptLength,
  type Silence,
  type Transcript,
} from '../../transcript/index.js';
import type { ReaderStrings } from '../../strings/reader.js';
import { canSetVolume, SKIP } from './controls.js';
import { createMediaSession } from './media-session.js';
import { createRangePlayer } from './play-range.js';
import { createPlayback, type PlaybackState, type PreferenceKeeper } from './playback.js';
import { playerShortcuts, type Shortcut } from './shortcuts.js';
import { createPlayerView, mismatchSentence, rangeSentence } from './player-view.js';
import { createSilenceSkipper } from './skip-silence.js';
import { browserTimers, type Timers } from './timers.js';

export interface Player {
  readonly element: HTMLElement;
  readonly state: () => PlaybackState;
  play(): void;
  /** Milliseconds. */
  seek(ms: number): void;
  /** Plays one segment and stops at its end, or repeats it. Without audio, only seeks to it. */
  playSegment(index: number, options: { readonly loop: boolean }): void;
  /** The keyboard shortcuts. */
  readonly shortcuts: readonly Shortcut[];
  /** Stops timers while the reader is not in the page. */
  suspend(): void;
  resume(): void;
  /** Stops everything and releases the audio. */
  dispose(): void;
}

/** Milliseconds. */
const STEP = SKIP * 1000;

/** Caches the silences for the current length, which changes when the audio reports its own. */
const rememberSilences = ({ segments }: Transcript): ((length: number) => readonly Silence[]) => {
  let known: { readonly length: number; readonly found: readonly Silence[] } | null = null;
  return (length) => {
    if (known?.length !== length) known = { length, found: silences(segments, length) };
    return known.found;
  };
};

export const createPlayer = (options: {
  /** URLs of the audio, the preferred one first. */
  readonly sources: readonly string[];
  readonly transcript: Transcript;
  /** Name of the recording for the device's media controls. May be empty. */
  readonly title: string;
  readonly preferences: PreferenceKeeper;
  readonly strings: ReaderStrings;
  /** Called whenever playback plays, pauses, seeks, changes its rate or reports its time. */
  readonly onChange: () => void;
  /** Replaces the player's own seeking for requests of the user. */
  readonly onSeek?: (ms: number) => void;
  readonly onShortcuts?: () => void;
  /** Announces a sentence politely to screen readers. An empty string clears the last one. */
  readonly announce: (sentence: string) => void;
  readonly timers?: Timers;
}): Player => {
  const { transcript, preferences, strings, announce, timers = browserTimers } = options;
  const { segments } = transcript;
  const volumeCanBeSet = canSetVolume();
  let suspended = false;
  let told: { readonly mismatch: number | null; readonly failed: boolean } = {
    mismatch: null,
    failed: false,
  };
  /** Object URL of a file that the user chose here. */
  let chosen: string | null = null;

  const mismatch = (): number | null => {
    const { audioLength } = playback.state();
    return audioLength === null ? null : durationMismatch(transcript.duration, audioLength);
  };

  /** Announces each new notice once. */
  const tellProblems = (): void => {
    const now = { mismatch: mismatch(), failed: playback.state().audio === 'failed' };
    const before = told;
    told = now;
    if (now.failed && !before.failed) announce(strings.audioFailed);
    if (now.mismatch !== null && now.mismatch !== before.mismatch)
      announce(mismatchSentence(now.mismatch, strings));
  };

  const synchronise = (): void => {
    if (!suspended) {
      if (playback.state().audio === 'failed') range.release();
      range.synchronise();
      skipper.synchronise();
      mediaSession.synchronise();
    }
    tellProblems();
    view.update();
    options.onChange();
  };

  const playback = createPlayback({
    sources: options.sources,
    length: transcriptLength(transcript),
    onChange: () => synchronise(),
  });

  const range = createRangePlayer({
    playback,
    timers,
    onChange: (now) => {
      announce(now === null ? '' : rangeSentence(now, strings));
      view.update();
    },
  });

  const skipper = createSilenceSkipper({
    playback,
    silences: rememberSilences(transcript),
    isActive: () => preferences.get().skipSilence && segments.length > 0,
    timers,
  });

  /** While a range is played, the position does not leave it. */
  const state = (): PlaybackState => {
    const now = playback.state();
    return { ...now, position: range.bound(now.position) };
  };

  const seek = (ms: number): void => {
    range.sought(ms);
    skipper.sought(ms);
    playback.seek(ms);
  };

  /** Uses `onSeek` if given, because a seek may involve more than the player. */
  const go = options.onSeek ?? seek;

  const playSegment = (index: number, { loop }: { readonly loop: boolean }): void => {
    const segment = segments[index];
    if (!segment) return;
    const start = entryPoint(segment);
    const { audio } = playback.state();
    if (audio === 'none' || audio === 'failed') go(start);
    else range.play({ start_ms: start, end_ms: segment.end_ms }, { loop });
  };

  const step = (find: typeof nextSegment): void => {
    const segment = segments[find(segments, playback.state().position) ?? -1];
    if (segment) go(entryPoint(segment));
  };

  const commands = {
    toggle: () => (playback.state().playing ? playback.pause() : playback.play()),
    seek,
    skip: (ms: number) => seek(playback.state().position + ms),
    setRate(rate: number) {
      preferences.change({ rate });
      playback.setRate(rate);
    },
    setVolume(volume: number) {
      preferences.change({ volume, muted: false });
      playback.setMuted(false);
      playback.setVolume(volume);
    },
    toggleMuted() {
      const { muted, volume } = playback.state();
      const silent = muted || volume === 0;
      preferences.change({ muted: !silent });
      playback.setMuted(!silent);
      // After unmuting, a volume of 0 would stay silent.
      if (silent && volume === 0) commands.setVolume(1);
    },
    toggleSkipSilence() {
      const skipSilence = !preferences.get().skipSilence;
      preferences.change({ skipSilence });
      if (skipSilence) skipper.begin();
      synchronise();
    },
    toggleRepeat() {
      if (range.range?.loop === true) {
        range.release();
        return;
      }
      const { position } = playback.state();
      playSegment(currentSegment(segments, position) ?? nextSegment(segments, position) ?? -1, {
        loop: true,
      });
    },
    release: range.release,
    retry: playback.retry,
    choose(file: File) {
      if (chosen !== null) URL.revokeObjectURL(chosen);
      chosen = URL.createObjectURL(file);
      playback.setSource(chosen);
    },
    showShortcuts: () => options.onShortcuts?.(),
    previous: () => step(previousSegment),
    next: () => step(nextSegment),
  };

  const view = createPlayerView({
    audio: playback.element,
    model: () => ({
      state: state(),
      range: range.range,
      skipSilence: preferences.get().skipSilence,
      canSetVolume: volumeCanBeSet,
      hasSegments: segments.length > 0,
      mismatch: mismatch(),
    }),
    commands,
    strings,
  });

  const mediaSession = createMediaSession({
    title: options.title,
    playback: playback.state,
    commands: { ...commands, play: playback.play, pause: playback.pause },
    step: STEP,
  });

  const { rate, volume, muted } = preferences.get();
  playback.setRate(rate);
  if (volumeCanBeSet) playback.setVolume(volume);
  playback.setMuted(muted);
  view.update();

  return {
    element: view.element,
    state,
    play: playback.play,
    seek,
    playSegment,
    shortcuts: playerShortcuts({
      commands,
      state: playback.state,
      preferences: preferences.get,
      say: announce,
      strings,
    }),
    suspend() {
      suspended = true;
      range.stop();
      skipper.stop();
      mediaSession.release();
    },
    resume() {
      suspended = false;
      synchronise();
    },
    dispose() {
      range.stop();
      skipper.stop();
      playback.dispose();
      // Call this last: pausing updates the media session in some browsers.
      mediaSession.release();
      if (chosen !== null) URL.revokeObjectURL(chosen);
    },
  };
};
