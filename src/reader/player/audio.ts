/** Plays the recording for one reader, and reports to the store what the audio does. */
import type { ReaderStrings } from '../../strings/strings.js';
import {
  currentSegment,
  entryPoint,
  nextSegment,
  previousSegment,
} from '../../transcript/cursor.js';
import { durationMismatch, formatClock } from '../../transcript/time.js';
import { transcriptLength, type Transcript } from '../../transcript/transcript.js';
import type { Preferences, ReaderContext, ReaderState } from '../store.js';
import { createMediaSession } from './media-session.js';
import { createRangePlayer, type PlayedRange } from './play-range.js';
import { createPlayback, type PlaybackState } from './playback.js';
import { createSilenceSkipper } from './skip-silence.js';
import { SKIP, TYPING_SKIP } from './steps.js';

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** Milliseconds that are heard again after a pause while text is typed. */
const RESUME_EARLIER = 1_000;

/** On iOS only the device sets the volume; a value set by the page has no effect. */
export const canSetVolume = (): boolean => {
  const probe = document.createElement('audio');
  probe.volume = 0.5;
  return probe.volume === 0.5;
};

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

export type Audio = ReturnType<typeof createAudio>;

/** `sources` are URLs of the audio, the preferred one first. What the user can do takes times in ms. */
export const createAudio = (
  { store, strings, announce }: ReaderContext,
  sources: readonly string[],
) => {
  const { transcript, title, preferences } = store.getState();
  const { segments } = transcript;
  let suspended = false;
  /** Object URL of a file that the user chose here. */
  let chosen: string | null = null;

  const noticeOf = ({ playback: own }: ReaderState): string | null =>
    audioLengthNotice(transcript, own, strings);

  store.subscribe((after, before) => {
    if (after.playback === before.playback) return;
    const hadFailed = before.playback.audio === 'failed';
    if (after.playback.audio === 'failed' && !hadFailed) announce(strings.audioFailed);
    const notice = noticeOf(after);
    if (notice !== null && notice !== noticeOf(before)) announce(notice);
  });

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

  const play = (played: PlayedRange): void => {
    if (!isPlayable()) return seek(played.start_ms);
    range.play(played);
    store.dispatch({ type: 'follow' });
  };

  /** Plays one segment and stops at its end, or repeats it. Without audio, only seeks to it. */
  const playSegment = (index: number, { loop }: { readonly loop: boolean }): void => {
    const segment = segments[index];
    if (segment) play({ start_ms: entryPoint(segment), end_ms: segment.end_ms, loop });
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

  const prefer = (preferences: Partial<Preferences>): void =>
    store.dispatch({ type: 'preferred', preferences });

  const commands = {
    toggle: (): void => (playback.state().playing ? pause() : resume()),
    /** Moves there. Keeps playing or paused. */
    seek,
    skip: (ms: number): void => seek(playback.state().position + ms),
    setRate(rate: number): void {
      prefer({ rate });
      playback.setRate(rate);
      commit();
    },
    /** Chooses the next faster or slower speed, and announces it. */
    changeRate(direction: 1 | -1): void {
      const { rate } = playback.state();
      const next =
        direction > 0 ? RATES.find((one) => one > rate) : RATES.findLast((one) => one < rate);
      if (next === undefined) return;
      commands.setRate(next);
      announce(`${strings.speed}: ${strings.speedValue(next)}`);
    },
    /** 0 to 1. */
    setVolume(volume: number): void {
      prefer({ volume, muted: false });
      playback.setMuted(false);
      playback.setVolume(volume);
      commit();
    },
    toggleMuted(): void {
      const { muted, volume } = playback.state();
      const silent = muted || volume === 0;
      prefer({ muted: !silent });
      playback.setMuted(!silent);
      // After unmuting, a volume of 0 would stay silent.
      if (silent && volume === 0) commands.setVolume(1);
      commit();
    },
    toggleSkipSilence(): void {
      const skipSilence = !store.getState().preferences.skipSilence;
      prefer({ skipSilence });
      if (skipSilence) skipper.begin();
      synchronise();
    },
    toggleRepeat(): void {
      if (range.range?.loop === true) return range.release();
      const { position } = playback.state();
      const index = currentSegment(segments, position) ?? nextSegment(segments, position) ?? -1;
      playSegment(index, { loop: true });
    },
    /** Removes the range limit. Playback continues. */
    release: range.release,
    retry: playback.retry,
    /** Plays a file of the user's. It is not uploaded. */
    choose(file: File): void {
      if (chosen !== null) URL.revokeObjectURL(chosen);
      chosen = URL.createObjectURL(file);
      playback.setSource(chosen);
      store.dispatch({ type: 'recording', recording: file });
    },
    previous: (): void => step(previousSegment),
    next: (): void => step(nextSegment),
    playSegment,
    /** Repeats a range until it is released or another is played. Without audio, only seeks to it. */
    repeatRange: (start_ms: number, end_ms: number): void => play({ start_ms, end_ms, loop: true }),
    /** Plays from the start of a segment. Without audio, only seeks to it. */
    playFrom(index: number): void {
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
    /** The native audio element. It must be in the page, so that the browser treats it as part of the page. */
    element: playback.element,
    /** The state at this moment. The store has the one of the last event. */
    now,
    hostConnected(): void {
      if (!suspended) return;
      suspended = false;
      synchronise();
    },
    hostDisconnected(): void {
      suspended = true;
      range.stop();
      skipper.stop();
      mediaSession.release();
    },
    dispose(): void {
      range.stop();
      skipper.stop();
      playback.dispose();
      // Call this last: pausing updates the media session in some browsers.
      mediaSession.release();
      if (chosen !== null) URL.revokeObjectURL(chosen);
    },
  };
};
