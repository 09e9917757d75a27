/** Corrects the text of a paragraph or a speaker, one at a time. */
import { html, render } from 'lit';
import type { WordPlace } from '../turns/rows.js';
import { browserView, type CorrectionOptions } from './edit-dialog.js';
import { createParagraphs, offsetAt, playingOffset } from './paragraphs.js';
import { createReplacing } from './replacing.js';
import { createSpeakerDialog } from './speaker-dialog.js';

export type Corrections = ReturnType<typeof createCorrections>;

export const createCorrections = (
  given: Omit<CorrectionOptions, 'view'> & Partial<CorrectionOptions>,
) => {
  const options: CorrectionOptions = { view: browserView, ...given };
  const { store, onUndo } = options;

  /** Says what was done, and offers to undo it. */
  const onSaved = (text: string): void =>
    store.dispatch({ type: 'toast', toast: { text, undo: onUndo } });

  const paragraphs = createParagraphs(options, onSaved);
  const dialog = createSpeakerDialog(options, onSaved);
  const element = document.createElement('div');
  render(html`${dialog.element} ${paragraphs.element}`, element);

  return {
    /** The dialogs; may be placed anywhere in the reader. */
    element,
    renderReplacing: createReplacing(options, onSaved),
    /** Opens the paragraph of a segment, with this word selected, else the one that plays, else none. */
    correctText(index: number, word?: WordPlace): void {
      const { transcript, playing, playback } = store.getState();
      const segment = transcript.segments[index];
      if (!segment) return;
      // In a pause, the last word of the line before it.
      const { position } = playback;
      const next = transcript.segments[index + 1]?.start_ms ?? Infinity;
      const isHeard = playing.includes(index) || (segment.end_ms <= position && position < next);
      const heardWord = isHeard ? playingOffset(segment, position) : undefined;
      paragraphs.open(index, word ? offsetAt(word) : heardWord);
    },
    changeSpeaker: dialog.open,
    /** The rows were made again, or the audio has changed. */
    refresh: paragraphs.refresh,
    relabel(): void {
      paragraphs.refresh('rows');
      dialog.relabel();
    },
    /** Closes the editor and the dialog without saving. The draft stays. */
    close(): void {
      paragraphs.close();
      dialog.close();
    },
  };
};
