/** A recording being played: a native audio element, or only a place in the transcript without one. */

export interface PlaybackState {
  /** `none`: no audio was given. `failed`: none of what was given can be played. */
  readonly audio: 'none' | 'loading' | 'ready' | 'failed';
  readonly playing: boolean;
  readonly ended: boolean;
  /** Milliseconds. */
  readonly position: number;
  /** Milliseconds: of the audio where it tells, else of the transcript. */
  readonly length: number;
  /** Milliseconds; null until the audio tells. */
  readonly audioLength: number | null;
  readonly rate: number;
  /** 0 to 1; stays as it is while muted. */
  readonly volume: number;
  readonly muted: boolean;
  /** How fast the position moves now; 0 while paused, seeking or waiting for data. */
  readonly pace: number;
  /** False until someone played or sought. */
  readonly started: boolean;
}

export interface Playback {
  /** Goes into the page, so that the browser treats it as the page's. */
  readonly element: HTMLAudioElement;
  state(): PlaybackState;
  play(): void;
  pause(): void;
  /** Milliseconds, clamped to the recording; before the audio is loaded it goes there as soon as it is. */
  seek(ms: number): void;
  setRate(rate: number): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  /** Plays this address in place of all before; position and rate stay. */
  setSource(source: string): void;
  /** Tries what was given once more, from the first address on. */
  retry(): void;
  dispose(): void;
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

export const createPlayback = (options: {
  /** Addresses of the audio, the preferred first: where one cannot be played the next is tried. */
  readonly sources: readonly string[];
  /** Milliseconds to assume until the audio tells its own length. */
  readonly length: number;
  readonly onChange: () => void;
}): Playback => {
  const { onChange } = options;
  const audio = document.createElement('audio');
  const listening = new AbortController();
  let { sources } = options;
  /** Which of the sources is tried. */
  let at = 0;
  let failed = false;
  let started = false;
  /** Milliseconds to go to once the audio can; kept as the position while it cannot. */
  let wanted: number | null = null;

  const hasMetadata = (): boolean => audio.readyState >= HTMLMediaElement.HAVE_METADATA && !failed;

  const audioLength = (): number | null =>
    hasMetadata() && Number.isFinite(audio.duration) && audio.duration > 0
      ? audio.duration * 1000
      : null;

  const length = (): number => audioLength() ?? options.length;

  const position = (): number => wanted ?? audio.currentTime * 1000;

  const pace = (): number =>
    audio.paused ||
    audio.ended ||
    audio.seeking ||
    audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
      ? 0
      : audio.playbackRate;

  const play = (): void => {
    // A refusal shows as a pause, a broken file as an error event: nothing is left to tell here.
    audio.play().catch(onChange);
  };

  /** Loads a source of the list; loading resets what the element knows, so it is told again. */
  const load = (index: number): void => {
    const source = sources[index];
    const { playbackRate: rate, paused } = audio;
    // Nothing to go to from the beginning.
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
        if (type === 'play') started = true;
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
    element: audio,
    state: () => ({
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
      pace: failed ? 0 : pace(),
      started,
    }),
    play,
    pause: () => audio.pause(),
    seek(ms) {
      const target = Math.min(Math.max(0, Number.isFinite(ms) ? ms : 0), length());
      started = true;
      if (hasMetadata()) audio.currentTime = target / 1000;
      else wanted = target;
      onChange();
    },
    setRate(rate) {
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    setVolume(volume) {
      audio.volume = Math.min(1, Math.max(0, volume));
    },
    setMuted(muted) {
      audio.muted = muted;
    },
    setSource(source) {
      sources = [source];
      at = -1;
      load(0);
    },
    retry: () => load(0),
    dispose() {
      listening.abort();
      audio.pause();
      // Without this the browser goes on downloading what nobody hears.
      audio.removeAttribute('src');
      audio.load();
    },
  };
};

/** How the person listens. Kept for the next recording in the same element; not stored. */
export interface ListeningPreferences {
  readonly rate: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  readonly skipSilence: boolean;
}

export interface PreferenceKeeper {
  get(): ListeningPreferences;
  change(some: Partial<ListeningPreferences>): void;
}

export const createPreferences = (): PreferenceKeeper => {
  let kept: ListeningPreferences = { rate: 1, volume: 1, muted: false, skipSilence: false };
  return {
    get: () => kept,
    change(some) {
      kept = { ...kept, ...some };
    },
  };
};
