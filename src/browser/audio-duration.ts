import type { DurationProbe } from '../engine/index.js';

/** Longest wait for the browser to read the headers, in ms. */
const PATIENCE_MS = 4_000;

/** Asks the browser's own media engine; null where it cannot tell. */
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
    const timer = setTimeout(abort, PATIENCE_MS);
    signal.addEventListener('abort', abort, { once: true });
    audio.addEventListener('loadedmetadata', () =>
      finish(Number.isFinite(audio.duration) ? audio.duration : null),
    );
    audio.addEventListener('error', () => finish(null), { once: true });
    audio.preload = 'metadata';
    audio.src = url;
  });
