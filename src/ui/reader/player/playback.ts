/** A recording being played: a native audio element, or only a place in the transcript without one. */

export interface PlaybackState {
  /** `none`: no audio was given. `failed`: it cannot be played. */
  readonly audio: 'none' | 'loading' | 'ready' | 'failed';
  readonly playing: boolean;
  /** Milliseconds. */
  readonly position: number;
  /** Milliseconds: of the audio where it tells, else of the transcript. */
  readonly length: number;
  readonly rate: number;
  /** How fast the position moves now; 0 while paused, seeking or waiting for data. */
  readonly pace: number;
  /** False until someone played or sought. */
  readonly started: boolean;
}

export interface Playback {
  /** Goes into the page, so that the browser treats it as the page's. */
  readonly element: HTMLAudioElement;
  state(): PlaybackState;
  toggle(): void;
  /** Milliseconds, clamped to the recording; before the audio is loaded it goes there as soon as it is. */
  seek(ms: number): void;
  setRate(rate: number): void;
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
  'timeupdate',
  'ended',
] as const;

export const createPlayback = (options: {
  readonly source: string | null;
  /** Milliseconds to assume until the audio tells its own length. */
  readonly length: number;
  readonly onChange: () => void;
}): Playback => {
  const { source, onChange } = options;
  const audio = document.createElement('audio');
  const listening = new AbortController();
  let failed = false;
  let started = false;
  /** Milliseconds to go to once the audio can; kept as the position while it cannot. */
  let wanted: number | null = null;

  const hasMetadata = (): boolean => audio.readyState >= HTMLMediaElement.HAVE_METADATA && !failed;

  const length = (): number =>
    hasMetadata() && Number.isFinite(audio.duration) && audio.duration > 0
      ? audio.duration * 1000
      : options.length;

  const position = (): number => wanted ?? audio.currentTime * 1000;

  const pace = (): number =>
    audio.paused ||
    audio.ended ||
    audio.seeking ||
    audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
      ? 0
      : audio.playbackRate;

  const load = (): void => {
    failed = false;
    const rate = audio.playbackRate;
    audio.load();
    audio.playbackRate = rate;
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
      wanted = position();
      failed = true;
      audio.pause();
      onChange();
    },
    { signal: listening.signal },
  );

  audio.preload = 'metadata';
  if (source !== null) audio.src = source;

  return {
    element: audio,
    state: () => ({
      audio: source === null ? 'none' : failed ? 'failed' : hasMetadata() ? 'ready' : 'loading',
      playing: !audio.paused && !audio.ended && !failed,
      position: position(),
      length: length(),
      rate: audio.playbackRate,
      pace: failed ? 0 : pace(),
      started,
    }),
    toggle() {
      if (audio.paused || audio.ended)
        // A refusal shows as a pause, a broken file as an error event: nothing is left to tell here.
        audio.play().catch(onChange);
      else audio.pause();
    },
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
    retry: load,
    dispose() {
      listening.abort();
      audio.pause();
      // Without this the browser goes on downloading what nobody hears.
      audio.removeAttribute('src');
      audio.load();
    },
  };
};
