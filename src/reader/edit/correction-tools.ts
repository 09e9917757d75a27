/** Corrects the text of a paragraph or a speaker, one at a time. */
import { html, render } from 'lit';
import type { Draft } from '../../transcript/edits/drafts.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import { shownName } from '../../transcript/speakers.js';
import { shortName } from '../../ui/middle-ellipsis.js';
import type { AudioCommands } from '../player/audio.js';
import type { ReaderContext } from '../store.js';
import type { WordPlace } from '../turns/paragraph.js';
import { browserView, type EditView } from './edit-dialog.js';
import { createParagraphs, offsetAt, playingOffset, type EditedRows } from './paragraphs.js';
import { createReplacing } from './replacing.js';
import { createSpeakerDialog, type SpeakerPlace } from './speaker-dialog.js';
import type { NameOf } from './speaker-fields.js';

export type Corrections = ReturnType<typeof createCorrections>;

/** What corrections need besides the store. */
export interface CorrectionOptions extends ReaderContext {
  readonly rows: EditedRows;
  readonly audio: AudioCommands;
  /** Throws a RangeError with a message for the user if the edits do not fit. */
  readonly onEdit: (edits: readonly TranscriptEdit[]) => void;
  readonly onDrafts: (drafts: readonly Draft[]) => void;
  /** Undoes the last edit. */
  readonly onUndo: () => void;
  readonly view?: EditView;
}

export const createCorrections = (options: CorrectionOptions) => {
  const { store, rows, strings, onEdit, onUndo, view = browserView } = options;
  const shown = store.getState;
  const nameOf: NameOf = (speaker) => shownName(speaker, strings);

  const shownNow = (name: string | null): string => {
    const speaker = shown().speakers.find((one) => one.name === name);
    return shortName(speaker ? nameOf(speaker) : (name ?? strings.unknownSpeaker));
  };

  /** Says what an edit changes. Call it before the edit, because it may remove a speaker. */
  const sentenceOf = (edit: TranscriptEdit): string => {
    const { done } = strings;
    switch (edit.kind) {
      case 'rename-speaker':
        return done.renamed(shownNow(edit.from), shortName(edit.to));
      case 'merge-speakers':
        return done.merged(shownNow(edit.from), shownNow(edit.into));
      case 'assign-speaker':
        return done.assigned(shownNow(edit.to));
      case 'correct-text':
        return done.corrected;
    }
  };

  /** Says what was done, and offers to undo it. */
  const onSaved = (text: string): void =>
    store.dispatch({ type: 'toast', toast: { text, undo: onUndo } });

  /** The sentence about an edit whose dialog has not closed yet. */
  let made = '';

  const paragraphs = createParagraphs({
    ...options,
    view,
    nameOf,
    onSaved,
  });
  const dialog = createSpeakerDialog({
    strings,
    view,
    nameOf,
    onEdit: (change) => {
      const sentence = sentenceOf(change);
      onEdit([change]);
      made = sentence;
    },
  });

  const element = document.createElement('div');
  render(html`${dialog.element} ${paragraphs.element}`, element);

  return {
    /** The dialogs; may be placed anywhere in the reader. */
    element,
    replacing: createReplacing({ ...options, onDone: onSaved }),
    /**
     * Opens the paragraph of a segment. This word is selected; without one, the word that plays. If neither is known, the
     * caret is at the start of the segment.
     */
    correctText(index: number, word?: WordPlace): void {
      const { transcript, playing, playback } = shown();
      const segment = transcript.segments[index];
      if (!segment) return;
      // In a pause, the last word of the line before it.
      const { position } = playback;
      const next = transcript.segments[index + 1]?.start_ms ?? Infinity;
      const isHeard = playing.includes(index) || (segment.end_ms <= position && position < next);
      const heardWord = isHeard ? playingOffset(segment, position) : undefined;
      paragraphs.open(index, word ? offsetAt(word) : heardWord);
    },
    changeSpeaker(place: SpeakerPlace, anchor: HTMLElement): void {
      const { transcript, speakers } = shown();
      dialog.open({
        transcript,
        speakers,
        place,
        anchor,
        onClose: () => {
          // A merge or a change of one line may have removed the button.
          if (anchor.isConnected) anchor.focus({ preventScroll: true });
          else rows.focus(place.segment ?? place.turn.first);
          if (made !== '') onSaved(made);
          made = '';
        },
      });
    },
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
