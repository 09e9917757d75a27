import type { AudioTranscript } from 'audio-transcribe/transcript.js';

/** Saves the corrections of a transcript in your database. `onUnsaved` is called if that fails. */
export const saveEdits = (
  element: AudioTranscript,
  address: string,
  onUnsaved: () => void,
): void => {
  let saving: Promise<unknown> = Promise.resolve();
  const save = async (edits: unknown): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const { ok } = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(edits) });
    if (!ok) throw new Error('not saved');
  };
  element.addEventListener('transcribe-edit', ({ edits }) => {
    // One after the other, so that the last one stays.
    saving = saving.then(() => save(edits)).catch(onUnsaved);
  });
};
