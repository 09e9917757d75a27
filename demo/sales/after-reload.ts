/** In development, an element shows its transcript again after a change of the code has reloaded the page. */
import type { AudioTranscribe } from '../../src/index.js';
import type { TranscriptEdit } from '../../src/transcript/edits/edits.js';
import type { Tab } from './choices.js';

interface Shown {
  readonly transcriptionId: string;
  /** Where the recording was uploaded to: the page no longer has the file. */
  readonly audioUrl: string | null;
  /** Null if the element stores its corrections itself. */
  readonly edits: readonly TranscriptEdit[] | null;
}

/** Does nothing in a build. The element of this tab must have its backend already. */
export const showAfterReload = (element: AudioTranscribe, tab: Tab): void => {
  if (import.meta.hot === undefined) return;
  const key = `audio-transcribe-before-reload-${tab}`;
  const before = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Shown | null;
  sessionStorage.removeItem(key);
  let readyId: string | null = null;
  let uploadedTo: string | null = null;
  element.addEventListener('transcribe-uploaded', ({ file }) => (uploadedTo = file.DownloadUrl));
  element.addEventListener('transcribe-ready', ({ transcriptionId }) => {
    const isFirst = readyId === null;
    readyId = transcriptionId;
    const edits = transcriptionId === before?.transcriptionId ? before.edits : null;
    if (isFirst && edits !== null) element.restoreEdits(edits);
  });
  import.meta.hot.on('vite:beforeFullReload', () => {
    if (element.state !== 'ready' || readyId === null) return;
    const shown: Shown = {
      transcriptionId: readyId,
      audioUrl: uploadedTo ?? element.audioUrl,
      edits: element.noStorage ? element.edits : null,
    };
    sessionStorage.setItem(key, JSON.stringify(shown));
  });
  if (before === null) return;
  element.audioUrl = before.audioUrl;
  element.transcriptionId = before.transcriptionId;
};
