/** Corrects the text of a paragraph or a speaker, one at a time. */
import { render } from 'lit';
import { html } from '../../ui/html.js';
import type { WordPlace } from '../turns/rows.js';
import type { ToastMessage } from '../store.js';
import type { CorrectionOptions } from './edit-dialog.js';
import { createParagraphs } from './paragraphs.js';
import { createReplacing } from './replacing.js';
import { createSpeakerDialog } from './speaker-dialog.js';
import { offsetAt, playingOffset } from './word-places.js';

export type Corrections = ReturnType<typeof createCorrections>;

export const createCorrections = (given: CorrectionOptions) => {
  const { store, onUndo } = given;
  /** False if the last edit changed nothing. Then there is nothing to undo. */
  let hasChanged = false;
  const options: CorrectionOptions = {
    ...given,
    onEdit(step) {
      const before = store.getState().transcript;
      given.onEdit(step);
      hasChanged = store.getState().transcript !== before;
    },
  };

  /** Says what was done, and offers to undo it. */
  const onSaved = (text: string, more?: ToastMessage['more']): void => {
    if (hasChanged) store.dispatch({ type: 'toast', toast: { text, undo: onUndo, more } });
  };

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
    /** Opens the paragraph of a segment, and offers to change the speaker from this offset in its text on. */
    changeFromHere(index: number, offset?: number): void {
      paragraphs.open(index, offset);
      paragraphs.changeFromHere();
    },
    changeSpeaker: dialog.open,
    /** Saves the text and the speaker that are typed in the editor of a paragraph. */
    settle: paragraphs.settle,
    /** On paper, there is no editor. An open dialog is not printed, and keeps the name that is typed in it. */
    beforePrint(): void {
      paragraphs.settle();
      paragraphs.close();
    },
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
