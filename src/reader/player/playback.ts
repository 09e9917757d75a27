/** Plays a recording with a native audio element. Without audio, only keeps a position in the transcript. */

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
  readonly rate: number;
  /** 0 to 1. Does not change while muted. */
  readonly volume: number;
  readonly muted: boolean;
  /** Current speed of the position; 0 while paused, seeking or waiting for data. */
  readonly pace: number;
  /** True once the user has played or sought. */
  readonly started: boolean;
}

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
] as const;

/** The audio of the page that plays; null for none. Only one recording plays at a time. */
let playing: HTMLAudioElement | null = null;

export type Playback = ReturnType<typeof createPlayback>;

export const createPlayback = (options: {
  /** URLs of the audio, the preferred one first. If one cannot be played, the next one is tried. */
  readonly sources: readonly string[];
  /** Length in milliseconds to assume until the audio reports its own. */
  readonly length: number;
  readonly onChange: () => void;
}) => {
  const { onChange } = options;
  const audio = document.createElement('audio');
  const listening = new AbortController();
  let { sources } = options;
  let at = 0;
  let failed = false;
  let started = false;
  /** Milliseconds to seek to once the audio is loaded. Until then it is the position. */
  let wanted: number | null = null;

  const hasMetadata = (): boolean => audio.readyState >= HTMLMediaElement.HAVE_METADATA && !failed;

  const audioLength = (): number | null =>
    hasMetadata() && Number.isFinite(audio.duration) && audio.duration > 0
      ? audio.duration * 1000
      : null;

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

  /** Loads a source. Loading resets the element, so rate and position are set again. */
  const load = (index: number): void => {
    const source = sources[index];
    const { playbackRate: rate, paused } = audio;
    // At the start there is nothing to seek to.
    wanted = position() || null;
    failed = false;
    if (source !== undefined && index !== at) audio.src = source;
    at = index;
    audio.load();
    audio.playbackRate = rate;
    if (!paused) play();
    onChange();
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
        if (type === 'loadedmetadata' && wanted !== null) {
          audio.currentTime = wanted / 1000;
          wanted = null;
        }
        onChange();
      },
      { signal: listening.signal },
    );
  audio.addEventListener(
    'error',
    () => {
      if (at + 1 < sources.length) {
        load(at + 1);
        return;
      }
      wanted = position();
      failed = true;
      audio.pause();
      onChange();
    },
    { signal: listening.signal },
  );

  audio.preload = 'metadata';
  if (sources[0] !== undefined) audio.src = sources[0];

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
      rate: audio.playbackRate,
      volume: audio.volume,
      muted: audio.muted,
      pace: isStill() ? 0 : audio.playbackRate,
      started,
    }),
    play,
    pause: (): void => audio.pause(),
    /** Seeks to a time in milliseconds, clamped to the recording. If the audio is not loaded yet, seeks once it is. */
    seek(ms: number): void {
      const target = Math.min(Math.max(0, Number.isFinite(ms) ? ms : 0), length());
      started = true;
      if (hasMetadata()) audio.currentTime = target / 1000;
      else wanted = target;
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
    /** Replaces all sources with this URL. Position and rate stay. */
    setSource(source: string): void {
      sources = [source];
      at = -1;
      load(0);
    },
    /** Tries all sources again, from the first one. */
    retry: (): void => load(0),
    dispose(): void {
      listening.abort();
      audio.pause();
      if (playing === audio) playing = null;
      // Otherwise the browser keeps downloading audio that is not played.
      audio.removeAttribute('src');
      audio.load();
    },
  };
};
