/** Plays the recording for one reader, and reports to the store what the audio does. */
import type { ReaderStrings } from '../../strings/strings.js';
import {
  currentSegment,
  entryPoint,
  nextSegment,
  previousSegment,
} from '../../transcript/cursor.js';
import { durationMismatch, formatClock, transcriptLength } from '../../transcript/time.js';
import type { Segment, Transcript } from '../../transcript/transcript.js';
import type { Preferences, ReaderContext, ReaderState } from '../store.js';
import { createMediaSession } from './media-session.js';
import { createRangePlayer, type PlayedRange } from './play-range.js';
import {
  createPlayback,
  type AudioSource,
  type OpenAudio,
  type OpenedAudio,
  type PlaybackState,
} from './playback.js';
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

/** Says that a seek had no effect, or how much longer or shorter the audio is than the transcript; null for neither. */
export const audioNotice = (
  { duration }: Transcript,
  { audioLength, isSoundLength, refused }: PlaybackState,
  strings: ReaderStrings,
): string | null => {
  if (refused) return strings.seekRefused;
  const mismatch = audioLength === null ? null : durationMismatch(duration, audioLength);
  // A picture may be longer than its sound.
  return mismatch === null || (mismatch > 0 && !isSoundLength)
    ? null
    : strings.audioMismatch(formatClock(Math.abs(mismatch)), mismatch > 0 ? 'longer' : 'shorter');
};

export type Audio = ReturnType<typeof createAudio>;

/** The preferred source comes first. What the user can do takes times in ms. */
export const createAudio = (
  { store, strings, announce }: ReaderContext,
  sources: readonly AudioSource[],
  open?: OpenAudio,
  onOpened?: (source: AudioSource, opened: OpenedAudio) => void,
) => {
  const { transcript, preferences } = store.getState();
  const segmentsNow = () => store.getState().transcript.segments;
  /** Without the lines that were joined with another, or deleted. */
  const linesNow = () => segmentsNow().filter(({ text }) => text !== '');
  let suspended = false;
  const noticeOf = ({ playback: own }: ReaderState): string | null =>
    audioNotice(transcript, own, strings);

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
    open,
    length: transcriptLength(transcript),
    onChange: () => synchronise(),
    onOpened,
  });

  const range = createRangePlayer({
    playback,
    onChange: (played) => {
      announce(played === null || !isPlayable() ? '' : rangeSentence(played, strings));
      commit();
    },
  });

  const skipper = createSilenceSkipper({
    playback,
    segments: segmentsNow,
    isActive: () => store.getState().preferences.skipSilence && segmentsNow().length > 0,
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

  /** Seeks to the start of a passage. Playback stops once at its end, also if the audio comes later. */
  const seekPassage = (start_ms: number, end_ms: number): void => {
    range.enter({ start_ms, end_ms, loop: false });
    store.dispatch({ type: 'follow' });
  };

  const play = (played: PlayedRange): void => {
    if (!isPlayable()) return seek(played.start_ms);
    range.play(played);
    store.dispatch({ type: 'follow' });
  };

  const playLine = (segment: Segment | undefined, loop: boolean): void => {
    if (segment) play({ start_ms: entryPoint(segment), end_ms: segment.end_ms, loop });
  };

  const step = (find: typeof nextSegment): void => {
    const segments = linesNow();
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
    seekPassage,
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
      const lines = linesNow();
      const index = currentSegment(lines, position) ?? nextSegment(lines, position) ?? -1;
      playLine(lines[index], true);
    },
    /** Removes the range limit. Playback continues. */
    release: range.release,
    retry: playback.retry,
    /** Plays other sources from the same place. */
    setSources: playback.setSources,
    setMeasured: playback.setMeasured,
    /** Plays a file of the user's. It is not uploaded. */
    choose(file: File): void {
      playback.setSources([file]);
      store.dispatch({ type: 'recording', recording: file });
    },
    previous: (): void => step(previousSegment),
    next: (): void => step(nextSegment),
    /** Plays one segment and stops at its end, or repeats it. Without audio, only seeks to it. */
    playSegment: (index: number, { loop }: { readonly loop: boolean }): void =>
      playLine(segmentsNow()[index], loop),
    /** Repeats a range until it is released or another is played. Without audio, only seeks to it. */
    repeatRange: (start_ms: number, end_ms: number): void => play({ start_ms, end_ms, loop: true }),
    /** Plays from the start of a segment. Without audio, only seeks to it. */
    playFrom(index: number): void {
      const segment = segmentsNow()[index];
      if (!segment) return;
      seek(entryPoint(segment));
      if (isPlayable()) playback.play();
    },
  };

  const mediaSession = createMediaSession({
    title: () => store.getState().title,
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
    },
  };
};
