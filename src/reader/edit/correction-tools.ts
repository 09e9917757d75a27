/** Corrects the text of a paragraph or a speaker, one at a time. */
import { html, render } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import {
  shownName,
  type Draft,
  type SegmentRange,
  type TranscriptEdit,
} from '../../transcript/index.js';
import { shortName } from '../../ui/middle-ellipsis.js';
import type { AudioCommands } from '../player/audio.js';
import type { ReaderState, ToastMessage } from '../store.js';
import type { WordPlace } from '../turns/paragraph.js';
import { browserView, type EditView } from './edit-dialog.js';
import { createParagraphs, offsetAt, playingOffset, type EditedRows } from './paragraphs.js';
import { createReplacing, type Replacing } from './replacing.js';
import { createSpeakerDialog, type SpeakerPlace } from './speaker-dialog.js';
import type { NameOf } from './speaker-fields.js';

export interface Corrections {
  /** The dialogs; may be placed anywhere in the reader. */
  readonly element: HTMLElement;
  readonly replacing: Replacing;
  /**
   * Opens the paragraph of a segment. The caret is at this word; without one, at the word that plays, else at the start
   * of the segment.
   */
  correctText(segment: number, word?: WordPlace): void;
  changeSpeaker(place: SpeakerPlace, anchor: HTMLElement): void;
  /** The rows were made again, or the audio has changed. */
  refresh(change: 'rows' | 'audio'): void;
  /** Shows the texts of another language. */
  relabel(): void;
  /** Closes the editor and the dialog without saving. The draft stays. */
  close(): void;
}

export const createCorrections = (options: {
  readonly rows: EditedRows;
  readonly shown: () => ReaderState;
  readonly strings: ReaderStrings;
  readonly audio: AudioCommands;
  /** Throws a RangeError with a message for the user if the edits do not fit. */
  readonly onEdit: (edits: readonly TranscriptEdit[]) => void;
  readonly onDrafts: (drafts: readonly Draft[]) => void;
  readonly onEdited: (range: SegmentRange | null) => void;
  /** Undoes the last edit. */
  readonly onUndo: () => void;
  /** Shows what has changed. */
  readonly notify: (message: ToastMessage) => void;
  readonly announce: (sentence: string) => void;
  readonly view?: EditView;
}): Corrections => {
  const { rows, shown, strings, onEdit, onUndo, notify, view = browserView } = options;
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

  /** The sentence about an edit whose dialog has not closed yet. */
  let made = '';

  const paragraphs = createParagraphs({
    ...options,
    view,
    nameOf,
    onSaved: (text) => notify({ text, undo: onUndo }),
    onDraftKept: () => notify({ text: strings.editing.draftKept }),
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
    element,
    replacing: createReplacing({ ...options, onDone: (text) => notify({ text, undo: onUndo }) }),
    correctText(index, word) {
      const { transcript, playing, playback } = shown();
      const segment = transcript.segments[index];
      if (!segment) return;
      const playingWord = playing.includes(index) ? playingOffset(segment, playback.position) : 0;
      paragraphs.open(index, word ? offsetAt(word) : playingWord);
    },
    changeSpeaker(place, anchor) {
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
          if (made !== '') notify({ text: made, undo: onUndo });
          made = '';
        },
      });
    },
    refresh: paragraphs.refresh,
    relabel() {
      paragraphs.refresh('rows');
      dialog.relabel();
    },
    close() {
      paragraphs.close();
      dialog.close();
    },
  };
};
