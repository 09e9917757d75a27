/** In development, “Your recording” shows its transcript again after a change of the code has reloaded the page. */
import type { AudioTranscribe } from '../../src/index.js';

const KEY = 'audio-transcribe-before-reload';

interface Shown {
  readonly transcriptionId: string;
  /** Where the recording was uploaded to: the page no longer has the file. */
  readonly audioUrl: string | null;
}

/** Does nothing in a build. The element must have its backend already. */
export const showAfterReload = (element: AudioTranscribe): void => {
  if (import.meta.hot === undefined) return;
  let shown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Shown | null;
  sessionStorage.removeItem(KEY);
  let audioUrl = shown?.audioUrl ?? null;
  element.addEventListener('transcribe-uploaded', ({ file }) => (audioUrl = file.DownloadUrl));
  element.addEventListener('transcribe-ready', ({ transcriptionId }) => {
    shown = { transcriptionId, audioUrl };
  });
  import.meta.hot.on('vite:beforeFullReload', () => {
    if (element.state === 'ready') sessionStorage.setItem(KEY, JSON.stringify(shown));
  });
  if (shown === null) return;
  element.audioUrl = shown.audioUrl;
  element.transcriptionId = shown.transcriptionId;
};
