import type { DurationProbe } from '../engine/index.js';

/** Maximum wait for the metadata, in ms. */
const TIMEOUT_MS = 4_000;

/** Reads the duration with an `<audio>` element; null if the browser does not know it. */
export const probeAudioDuration: DurationProbe = (blob, signal) =>
  new Promise((resolve) => {
    const audio = document.createElement('audio');
    const url = URL.createObjectURL(blob);
    const finish = (seconds: number | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      audio.removeAttribute('src');
      audio.load();
      URL.revokeObjectURL(url);
      resolve(seconds);
    };
    const abort = (): void => finish(null);
    const timer = setTimeout(abort, TIMEOUT_MS);
    signal.addEventListener('abort', abort, { once: true });
    audio.addEventListener('loadedmetadata', () =>
      finish(Number.isFinite(audio.duration) ? audio.duration : null),
    );
    audio.addEventListener('error', () => finish(null), { once: true });
    audio.preload = 'metadata';
    audio.src = url;
  });
