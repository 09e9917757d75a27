/** Corrects the text of a paragraph or a speaker, one at a time. */
import { html, render } from 'lit';
import type { Draft } from '../../transcript/edits/drafts.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import type { Audio } from '../player/audio.js';
import type { ReaderContext } from '../store.js';
import type { TurnList } from '../turns/turn-list.js';
import type { WordPlace } from '../turns/rows.js';
import { browserView, type EditView } from './edit-dialog.js';
import { createParagraphs, offsetAt, playingOffset } from './paragraphs.js';
import { createReplacing } from './replacing.js';
import { createSpeakerDialog } from './speaker-dialog.js';

export type Corrections = ReturnType<typeof createCorrections>;

/** What corrections need besides the store. */
export interface CorrectionOptions extends ReaderContext {
  readonly rows: Pick<TurnList, 'focus' | 'paragraphOf' | 'elementsOf' | 'bringIntoView'>;
  readonly audio: Audio;
  /** Throws a RangeError with a message for the user if the edits do not fit. */
  readonly onEdit: (edits: readonly TranscriptEdit[]) => void;
  readonly onDrafts: (drafts: readonly Draft[]) => void;
  /** Undoes the last edit. */
  readonly onUndo: () => void;
  readonly view: EditView;
}

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
    /**
     * Opens the paragraph of a segment. This word is selected; without one, the word that plays. If neither is known, the
     * caret is at the start of the segment.
     */
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
    /** Shows the texts of another language. */
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
