/** Plays a recording with a native audio element. Without audio, only keeps a position in the transcript. */

import { createArrivalWatch } from './arrival.js';
import { browserTimers, type Timers } from './timers.js';

/** A recording that the page has, or the address of one. */
export type AudioSource = Blob | string;

/** What is known of a source. */
export interface OpenedAudio {
  /** A copy with the same sound, in which every browser finds each time exactly. Null to play the source itself. */
  readonly copy: Blob | null;
  /** Length of the sound in ms, without a longer picture. Null if it is not known. */
  readonly soundMs: number | null;
}

/** Never rejects, except with the signal's reason. */
export type OpenAudio = (source: AudioSource, signal: AbortSignal) => Promise<OpenedAudio>;

export interface PlaybackState {
  /** `none`: there is no audio. `failed`: none of the sources can be played. */
  readonly audio: 'none' | 'loading' | 'ready' | 'failed';
  readonly playing: boolean;
  readonly ended: boolean;
  /** Milliseconds. */
  readonly position: number;
  /** In milliseconds: of the audio if known, else of the transcript. */
  readonly length: number;
  /** In milliseconds; null until the audio reports it. */
  readonly audioLength: number | null;
  /** False while the length may be that of a picture, which the browser adds to the sound's. */
  readonly isSoundLength: boolean;
  /** True if the last seek had no effect, because the host of the audio sends it only from the start. */
  readonly refused: boolean;
  readonly rate: number;
  /** 0 to 1. Does not change while muted. */
  readonly volume: number;
  readonly muted: boolean;
  /** Current speed of the position; 0 while paused, seeking or waiting for data. */
  readonly pace: number;
  /** True once the user has played or sought. */
  readonly started: boolean;
}

/** In ms. A browser may seek to the start of a frame, and plays on until the page hears of it. */
const SEEK_TOLERANCE = 500;

/** In ms. The time may run ahead of what is heard: in WebKitGTK by 1,100 ms, if the page sends the sound through Web Audio. */
const UNHEARD_AFTER_SEEK = 2_000;

const EVENTS = [
  'loadedmetadata',
  'durationchange',
  'play',
  'playing',
  'pause',
  'waiting',
  'seeking',
  'seeked',
  'ratechange',
  'volumechange',
  'timeupdate',
  'ended',
  'progress',
] as const;

/** The audio of the page that plays; null for none. Only one recording plays at a time. */
let playing: HTMLAudioElement | null = null;

export type Playback = ReturnType<typeof createPlayback>;

export const createPlayback = (options: {
  /** The preferred one first. If one cannot be played, the next one is tried. */
  readonly sources: readonly AudioSource[];
  /** Without it, sources are played as they are. */
  readonly open?: OpenAudio | undefined;
  /** Length in milliseconds to assume until the audio reports its own. */
  readonly length: number;
  readonly onChange: () => void;
  /** Called when it is known what is played of a source. Not called for a source that is replaced meanwhile. */
  readonly onOpened?: ((source: AudioSource, opened: OpenedAudio) => void) | undefined;
  readonly timers?: Timers | undefined;
}) => {
  const { open, onChange, timers = browserTimers } = options;
  const audio = document.createElement('audio');
  const listening = new AbortController();
  let { sources } = options;
  let at = 0;
  let failed = false;
  let started = false;
  /** Milliseconds to seek to once the audio is loaded. Until then it is the position. */
  let wanted: number | null = null;
  /** The target of the last seek, in ms, until the audio is there. */
  let target: number | null = null;
  /** The target of the last seek, in ms, also when the audio is there. */
  let sought: number | null = null;
  /** The targets of the seeks that have not ended, in ms. */
  let sent: readonly number[] = [];
  let refused = false;
  /** The audio failed while it was playing. */
  let interrupted = false;
  /** The source is being opened; null when that has ended. */
  let opening: AbortController | null = null;
  let opened: OpenedAudio = { copy: null, soundMs: null };
  /** Length in ms that the browser reported for the address, kept while a copy of it is loaded. */
  let reported: number | null = null;
  /** Length of the sound in ms, measured by who draws the waveform. */
  let measured: number | null = null;
  let objectUrl: string | null = null;

  const hasMetadata = (): boolean => audio.readyState >= HTMLMediaElement.HAVE_METADATA && !failed;

  const browserLength = (): number | null =>
    hasMetadata() && Number.isFinite(audio.duration) && audio.duration > 0
      ? audio.duration * 1000
      : null;

  const audioLength = (): number | null =>
    failed ? null : (opened.soundMs ?? browserLength() ?? reported);

  const isSoundLength = (): boolean => {
    if (open === undefined || opened.soundMs !== null) return true;
    const shown = audioLength();
    return measured !== null && shown !== null && measured > shown * 0.98 - 1_000;
  };

  const length = (): number => audioLength() ?? options.length;

  const position = (): number => wanted ?? audio.currentTime * 1000;

  const isStill = (): boolean =>
    failed ||
    audio.paused ||
    audio.ended ||
    audio.seeking ||
    audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;

  const play = (): void => {
    // A refusal appears as a pause and a broken file as an error event, so the error can be ignored.
    audio.play().catch(onChange);
  };

  const revoke = (): void => {
    if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    objectUrl = null;
  };

  /** Loading resets the element, so rate and position are set again. */
  const begin = (source: AudioSource, usesCors = globalThis.crossOriginIsolated): void => {
    const { playbackRate: rate, paused } = audio;
    const isPlaying = !paused || interrupted;
    const here = position();
    const isUnheard =
      isPlaying && sought !== null && here > sought && here < sought + UNHEARD_AFTER_SEEK;
    // At the start there is nothing to seek to.
    wanted = (isUnheard ? sought : here) || null;
    target = null;
    failed = false;
    refused = false;
    interrupted = false;
    arrival.stop();
    revoke();
    if (typeof source !== 'string') objectUrl = URL.createObjectURL(source);
    // An isolated page gets audio of another origin with CORS headers, or else with `Cross-Origin-Resource-Policy`.
    audio.crossOrigin = usesCors && objectUrl === null ? 'anonymous' : null;
    audio.src = objectUrl ?? (source as string);
    audio.load();
    audio.playbackRate = rate;
    if (isPlaying) play();
  };

  const fail = (): void => {
    wanted = position();
    failed = true;
    interrupted = !audio.paused;
    audio.pause();
  };

  /** An address is played at once, and replaced if there is a copy. A file is opened first, which takes a moment. */
  const load = (index: number): void => {
    opening?.abort();
    opening = null;
    at = index;
    reported = null;
    measured = null;
    opened = { copy: null, soundMs: null };
    const source = sources[index];
    if (source === undefined) return;
    if (open === undefined || typeof source === 'string') begin(source);
    if (open === undefined) return;
    const own = new AbortController();
    opening = own;
    const take = (result: OpenedAudio): void => {
      if (opening !== own) return;
      opening = null;
      reported = browserLength();
      opened = result;
      options.onOpened?.(source, result);
      if (opened.copy !== null || typeof source !== 'string') begin(opened.copy ?? source);
      else if (audio.error === null) synchroniseSeek();
      else tryNext();
      onChange();
    };
    open(source, own.signal).then(take, () => take({ copy: null, soundMs: null }));
  };

  /** True if the host can refuse what is wanted: a file needs none. */
  const isFromHost = (): boolean => opened.copy === null && typeof sources[at] === 'string';

  const tryNext = (): void => {
    const source = sources[at];
    // WebKit fails where other browsers seek to the start: the host does not send what is wanted.
    if (target !== null && opening === null && isFromHost() && source !== undefined) {
      begin(source);
      wanted = null;
      refused = true;
    } else if (at + 1 < sources.length) load(at + 1);
    // A copy may come.
    else if (opening === null) fail();
  };

  /** A seek is data enough to wait for, also while paused. A file that is being opened is not read by the browser yet. */
  const isStarving = (): boolean => {
    const isWanted = audio.seeking || (!audio.paused && !audio.ended);
    const isThere = !audio.seeking && audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    return !failed && isWanted && !isThere && audio.hasAttribute('src');
  };

  const arrival = createArrivalWatch(timers, isStarving, () => {
    opening?.abort();
    opening = null;
    if (at + 1 < sources.length) load(at + 1);
    else fail();
    onChange();
  });

  const clearSource = (): void => {
    opening?.abort();
    opening = null;
    wanted = position() || null;
    audio.removeAttribute('src');
    audio.load();
    revoke();
  };

  /** Some browsers seek to the start if a host does not send what is wanted. A copy may come. */
  const checkSeek = (): void => {
    const missed = target;
    target = null;
    const end = browserLength() ?? Infinity;
    if (missed === null || audio.currentTime * 1000 >= Math.min(missed, end) - SEEK_TOLERANCE) {
      return;
    }
    if (opening === null) refused = isFromHost();
    else wanted = missed;
  };

  /**
   * Seeks to what is wanted as soon as the audio is loaded. `seekable` is no help: in Firefox it is too short. Back at the
   * time of a seek that has not ended, as after “next” and “previous” within a moment, Chromium may wait for ever; a
   * tenth of a millisecond beside it, it does not.
   */
  const synchroniseSeek = (): void => {
    if (wanted === null || !hasMetadata()) return;
    target = wanted;
    sought = wanted;
    if (!audio.seeking) sent = [];
    let ms = wanted;
    while (sent.includes(ms)) ms += 0.1;
    sent = [...sent, ms];
    audio.currentTime = ms / 1000;
    wanted = null;
    if (!audio.seeking) checkSeek();
  };

  for (const type of EVENTS)
    audio.addEventListener(
      type,
      () => {
        if (type === 'play') {
          started = true;
          if (playing !== audio) playing?.pause();
          playing = audio;
        }
        if (type === 'pause' && playing === audio) playing = null;
        if (type === 'loadedmetadata') synchroniseSeek();
        if (type === 'seeked') checkSeek();
        arrival.watch(type === 'progress');
        if (type !== 'progress') onChange();
      },
      { signal: listening.signal },
    );
  audio.addEventListener(
    'error',
    () => {
      const source = sources[at];
      const { copy } = opened;
      opened = { ...opened, copy: null };
      // This browser cannot play the copy.
      if (copy !== null && source !== undefined) begin(source);
      else if (audio.crossOrigin !== null && source !== undefined) begin(source, false);
      else tryNext();
      onChange();
    },
    { signal: listening.signal },
  );

  audio.preload = 'metadata';
  load(0);

  return {
    /** Must be in the page, so that the browser treats it as part of the page. */
    element: audio,
    state: (): PlaybackState => ({
      audio:
        sources.length === 0 ? 'none' : failed ? 'failed' : hasMetadata() ? 'ready' : 'loading',
      playing: !audio.paused && !audio.ended && !failed,
      ended: audio.ended,
      position: position(),
      length: length(),
      audioLength: audioLength(),
      isSoundLength: isSoundLength(),
      refused,
      rate: audio.playbackRate,
      volume: audio.volume,
      muted: audio.muted,
      pace: isStill() ? 0 : audio.playbackRate,
      started,
    }),
    play,
    pause: (): void => audio.pause(),
    /**
     * Seeks to a time in milliseconds, clamped to the recording. If the audio is not loaded yet, or if a copy of it is
     * needed, seeks once it is there.
     */
    seek(ms: number): void {
      // What the browser says may be a guess: the transcript may know better.
      const end = opened.soundMs ?? Math.max(browserLength() ?? 0, options.length);
      wanted = Math.min(Math.max(0, Number.isFinite(ms) ? ms : 0), end);
      started = true;
      refused = false;
      synchroniseSeek();
      onChange();
    },
    setRate(rate: number): void {
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    /** 0 to 1. */
    setVolume(volume: number): void {
      audio.volume = Math.min(1, Math.max(0, volume));
    },
    setMuted(muted: boolean): void {
      audio.muted = muted;
    },
    /** Milliseconds of sound that were found in the audio. */
    setMeasured(ms: number): void {
      measured = ms;
      onChange();
    },
    /** Replaces all sources. Position and rate stay, and what played plays on. A source that plays stays, too. */
    setSources(next: readonly AudioSource[]): void {
      const isCurrent = !failed && next[0] !== undefined && next[0] === sources[at];
      sources = next;
      if (isCurrent) at = 0;
      else load(0);
      if (next.length === 0) clearSource();
      onChange();
    },
    /** Tries all sources again, from the first one. */
    retry(): void {
      load(0);
      onChange();
    },
    dispose(): void {
      listening.abort();
      opening?.abort();
      arrival.stop();
      audio.pause();
      if (playing === audio) playing = null;
      // Otherwise the browser keeps downloading audio that is not played.
      clearSource();
    },
  };
};
