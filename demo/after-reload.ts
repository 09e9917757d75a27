/** In development, an element shows its transcript again after a change of the code has reloaded the page. */
import type { AudioTranscribe } from '../src/index.js';
import type { TranscriptEdit } from '../src/transcript/edits/edits.js';

interface Shown {
  readonly transcriptionId: string;
  /** Where the recording was uploaded to: the page no longer has the file. */
  readonly audioUrl: string | null;
  /** Null if the element stores its corrections itself. */
  readonly edits: readonly TranscriptEdit[] | null;
}

/**
 * Does nothing in a build. The element must have its backend already. `place` is its name among all elements of the
 * pages. A list is not shown again: the page has none of its files.
 */
export const showAfterReload = (element: AudioTranscribe, place: string): void => {
  if (import.meta.hot === undefined) return;
  const key = `audio-transcribe-before-reload-${place}`;
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
    if (element.multiple || element.state !== 'ready' || readyId === null) return;
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

/** The same for each element of this page whose backend is in its HTML, once it is there. */
export const showEachAfterReload = (): void => {
  if (import.meta.hot === undefined) return;
  const known = new Set<AudioTranscribe>();
  const look = (): void => {
    for (const [index, element] of document.querySelectorAll('audio-transcribe').entries()) {
      if (known.has(element)) continue;
      known.add(element);
      showAfterReload(element, `${location.pathname}-${index}`);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
  look();
};
