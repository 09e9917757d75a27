import type { AudioTranscribe } from 'audio-transcribe';

/**
 * Shows a transcript from your own database, with your own copy of the audio, and saves corrections there. `onUnsaved` is
 * called if that fails.
 */
export const showLater = (element: AudioTranscribe, id: string, onUnsaved: () => void): void => {
  const address = `/archive/${encodeURIComponent(id)}`;
  let edits: unknown = [];
  let saving: Promise<unknown> = Promise.resolve();
  const save = async (all: unknown): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(all);
    const { ok } = await fetch(`${address}/edits`, { method: 'PUT', headers, body });
    if (!ok) throw new Error('not saved');
  };
  element.noStorage = true; // The corrections are in your database.
  element.backend = {
    submit: () => Promise.reject(new Error('This page only shows transcripts.')),
    query: async (_id, { signal }) => {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`the archive answers ${response.status}`);
      const saved = (await response.json()) as { data: unknown; edits: unknown };
      ({ edits } = saved);
      return { transcription_id: id, status: 'SUCCESS', data: saved.data };
    },
  };
  element.addEventListener('transcribe-ready', () => element.restoreEdits(edits));
  element.addEventListener('transcribe-edit', ({ change, edits: all }) => {
    if (change === 'restored') return;
    // One after the other, so that the last one stays.
    saving = saving.then(() => save(all)).catch(onUnsaved);
  });
  element.audioUrl = `${address}/audio`;
  element.transcriptionId = id;
};
