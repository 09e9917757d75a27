/** Plays the recording for one reader, and reports to the store what the audio does. */
import type { ReactiveController } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import {
  currentSegment,
  entryPoint,
  nextSegment,
  previousSegment,
} from '../../transcript/cursor.js';
import { durationMismatch, formatClock } from '../../transcript/time.js';
import { transcriptLength, type Transcript } from '../../transcript/transcript.js';
import type { ReaderContext } from '../store.js';
import { createMediaSession } from './media-session.js';
import { createRangePlayer, type PlayedRange } from './play-range.js';
import { createPlayback, type PlaybackState } from './playback.js';
import { createSilenceSkipper } from './skip-silence.js';
import { SKIP, TYPING_SKIP } from './steps.js';

/** Milliseconds that are heard again after a pause while text is typed. */
const RESUME_EARLIER = 1_000;

/** What the user can do with the audio. Times in ms. */
export interface AudioCommands {
  toggle(): void;
  /** Moves there. Keeps playing or paused. */
  seek(ms: number): void;
  skip(ms: number): void;
  setRate(rate: number): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  toggleMuted(): void;
  toggleSkipSilence(): void;
  toggleRepeat(): void;
  /** Removes the range limit. Playback continues. */
  release(): void;
  /** Tries all sources again. */
  retry(): void;
  /** Plays a file of the user's. It is not uploaded. */
  choose(file: File): void;
  previous(): void;
  next(): void;
  /** Plays one segment and stops at its end, or repeats it. Without audio, only seeks to it. */
  playSegment(index: number, options: { readonly loop: boolean }): void;
  /** Repeats a range until it is released or another is played. Without audio, only seeks to it. */
  repeatRange(start_ms: number, end_ms: number): void;
  /** Plays from the start of a segment. Without audio, only seeks to it. */
  playFrom(index: number): void;
}

export interface Audio extends ReactiveController, AudioCommands {
  /** The state at this moment. The store has the one of the last event. */
  now(): PlaybackState;
  /** The native audio element. It must be in the page, so that the browser treats it as part of the page. */
  readonly element: HTMLAudioElement;
  /** Stops everything and releases the audio. */
  dispose(): void;
}

/** On iOS only the device sets the volume; a value set by the page has no effect. */
export const canSetVolume = (): boolean => {
  const probe = document.createElement('audio');
  probe.volume = 0.5;
  return probe.volume === 0.5;
};

/** Says which range is being played. */
export const rangeSentence = (
  { start_ms, end_ms, loop }: PlayedRange,
  { repeating, playingOnly }: ReaderStrings,
): string => (loop ? repeating : playingOnly)(formatClock(start_ms), formatClock(end_ms));

/** Says how much longer or shorter the audio is than the transcript; null if they agree. */
export const audioLengthNotice = (
  { duration }: Transcript,
  { audioLength }: PlaybackState,
  strings: ReaderStrings,
): string | null => {
  const mismatch = audioLength === null ? null : durationMismatch(duration, audioLength);
  return mismatch === null
    ? null
    : strings.audioMismatch(formatClock(Math.abs(mismatch)), mismatch > 0 ? 'longer' : 'shorter');
};

/** `sources` are URLs of the audio, the preferred one first. */
export const createAudio = (
  { store, strings, announce }: ReaderContext,
  sources: readonly string[],
): Audio => {
  const { transcript, title, preferences } = store.getState();
  const { segments } = transcript;
  let suspended = false;
  let announced: { readonly notice: string | null; readonly failed: boolean } = {
    notice: null,
    failed: false,
  };
  /** Object URL of a file that the user chose here. */
  let chosen: string | null = null;

  /** Announces each new problem once. */
  const tellProblems = (): void => {
    const state = playback.state();
    const before = announced;
    announced = {
      notice: audioLengthNotice(transcript, state, strings),
      failed: state.audio === 'failed',
    };
    if (announced.failed && !before.failed) announce(strings.audioFailed);
    if (announced.notice !== null && announced.notice !== before.notice) announce(announced.notice);
  };

  /** While a range is played, the position does not leave it. */
  const now = (): PlaybackState => {
    const state = playback.state();
    return { ...state, position: range.bound(state.position) };
  };

  const commit = (): void =>
    store.dispatch({ type: 'playback', playback: now(), range: range.range });

  const synchronise = (): void => {
    if (!suspended) {
      if (playback.state().audio === 'failed') range.release();
      range.synchronise();
      skipper.synchronise();
      mediaSession.synchronise();
    }
    commit();
    tellProblems();
  };

  const playback = createPlayback({
    sources,
    length: transcriptLength(transcript),
    onChange: () => synchronise(),
  });

  const range = createRangePlayer({
    playback,
    onChange: (played) => {
      announce(played === null ? '' : rangeSentence(played, strings));
      commit();
    },
  });

  const skipper = createSilenceSkipper({
    playback,
    segments,
    isActive: () => store.getState().preferences.skipSilence && segments.length > 0,
  });

  const seek = (ms: number): void => {
    range.sought(ms);
    skipper.sought(ms);
    playback.seek(ms);
    store.dispatch({ type: 'follow' });
  };

  const isPlayable = (): boolean => {
    const { audio } = playback.state();
    return audio !== 'none' && audio !== 'failed';
  };

  const playSegment: AudioCommands['playSegment'] = (index, { loop }) => {
    const segment = segments[index];
    if (!segment) return;
    const start = entryPoint(segment);
    if (!isPlayable()) return seek(start);
    range.play({ start_ms: start, end_ms: segment.end_ms, loop });
    store.dispatch({ type: 'follow' });
  };

  const step = (find: typeof nextSegment): void => {
    const segment = segments[find(segments, playback.state().position) ?? -1];
    if (segment) seek(entryPoint(segment));
  };

  const isTyping = (): boolean => store.getState().edited !== null;
  /** Where the user paused; null while it plays. */
  let pausedAt: number | null = null;

  const pause = (): void => {
    playback.pause();
    pausedAt = playback.state().position;
  };

  /** While text is typed, what was heard before a pause is heard again. */
  const resume = (): void => {
    const { position, ended } = playback.state();
    // Only after a pause: a place that was chosen meanwhile is played from there.
    if (isTyping() && !ended && pausedAt === position) {
      const earlier = position - RESUME_EARLIER;
      playback.seek(range.range === null ? earlier : Math.max(earlier, range.range.start_ms));
    }
    pausedAt = null;
    playback.play();
  };

  const commands: AudioCommands = {
    toggle: () => (playback.state().playing ? pause() : resume()),
    repeatRange(start_ms, end_ms) {
      if (!isPlayable()) return seek(start_ms);
      range.play({ start_ms, end_ms, loop: true });
      store.dispatch({ type: 'follow' });
    },
    seek,
    skip: (ms) => seek(playback.state().position + ms),
    setRate(rate) {
      store.dispatch({ type: 'preferred', preferences: { rate } });
      playback.setRate(rate);
      commit();
    },
    setVolume(volume) {
      store.dispatch({ type: 'preferred', preferences: { volume, muted: false } });
      playback.setMuted(false);
      playback.setVolume(volume);
      commit();
    },
    toggleMuted() {
      const { muted, volume } = playback.state();
      const silent = muted || volume === 0;
      store.dispatch({ type: 'preferred', preferences: { muted: !silent } });
      playback.setMuted(!silent);
      // After unmuting, a volume of 0 would stay silent.
      if (silent && volume === 0) commands.setVolume(1);
      commit();
    },
    toggleSkipSilence() {
      const skipSilence = !store.getState().preferences.skipSilence;
      store.dispatch({ type: 'preferred', preferences: { skipSilence } });
      if (skipSilence) skipper.begin();
      synchronise();
    },
    toggleRepeat() {
      if (range.range?.loop === true) return range.release();
      const { position } = playback.state();
      const index = currentSegment(segments, position) ?? nextSegment(segments, position) ?? -1;
      playSegment(index, { loop: true });
    },
    release: () => range.release(),
    retry: () => playback.retry(),
    choose(file) {
      if (chosen !== null) URL.revokeObjectURL(chosen);
      chosen = URL.createObjectURL(file);
      playback.setSource(chosen);
      store.dispatch({ type: 'recording', recording: file });
    },
    previous: () => step(previousSegment),
    next: () => step(nextSegment),
    playSegment,
    playFrom(index) {
      const segment = segments[index];
      if (!segment) return;
      seek(entryPoint(segment));
      if (isPlayable()) playback.play();
    },
  };

  const mediaSession = createMediaSession({
    title,
    playback: playback.state,
    commands: {
      ...commands,
      play: resume,
      pause,
      previous: () => (isTyping() ? commands.skip(-TYPING_SKIP * 1000) : commands.previous()),
      next: () => (isTyping() ? commands.skip(TYPING_SKIP * 1000) : commands.next()),
    },
    step: SKIP * 1000,
  });

  playback.setRate(preferences.rate);
  if (canSetVolume()) playback.setVolume(preferences.volume);
  playback.setMuted(preferences.muted);
  commit();

  return {
    ...commands,
    element: playback.element,
    now,
    hostConnected() {
      if (!suspended) return;
      suspended = false;
      synchronise();
    },
    /** Stops timers while the reader is not in the page. */
    hostDisconnected() {
      suspended = true;
      range.stop();
      skipper.stop();
      mediaSession.release();
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
