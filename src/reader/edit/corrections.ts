/** Corrects the text of a line or its speaker, one at a time. */
import { html, render } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { shownName, type TranscriptEdit } from '../../transcript/index.js';
import { shortName } from '../../ui/middle-ellipsis.js';
import type { Shown, ToastMessage } from '../store.js';
import { browserView, type EditView } from './edit-dialog.js';
import { createSpeakerDialog, type NameOf, type SpeakerPlace } from './speaker-dialog.js';
import { createTextEditor } from './text-editor.js';

/** The parts of the row list that corrections need. */
interface CorrectedRows {
  /** Moves the focus to a line. */
  focus(index: number): void;
  textOf(index: number): HTMLElement | undefined;
}

export interface Corrections {
  /** The dialogs; may be placed anywhere in the reader. */
  readonly element: HTMLElement;
  correctText(segment: number): void;
  changeSpeaker(place: SpeakerPlace, anchor: HTMLElement): void;
  /** Shows the texts of another language. An open line is saved, because its row is made again. */
  relabel(): void;
  /** Closes the editor and the dialog without saving. */
  close(): void;
}

export const createCorrections = (options: {
  readonly rows: CorrectedRows;
  readonly shown: () => Shown;
  readonly strings: ReaderStrings;
  /** Throws a RangeError with a message for the user if the edit does not fit. */
  readonly onEdit: (edit: TranscriptEdit) => void;
  /** Undoes the last edit. */
  readonly onUndo: () => void;
  /** Plays one line and stops; null if there is no audio. */
  readonly onPlay: () => ((segment: number) => void) | null;
  /** Shows what has changed. */
  readonly notify: (message: ToastMessage) => void;
  readonly view?: EditView;
}): Corrections => {
  const { rows, shown, strings, onEdit, onUndo, onPlay, notify, view = browserView } = options;
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
  const edit = (change: TranscriptEdit): void => {
    const sentence = sentenceOf(change);
    onEdit(change);
    made = sentence;
  };

  const ended = (): void => {
    if (made !== '') notify({ text: made, undo: onUndo });
    made = '';
  };

  const editor = createTextEditor({ strings, view });
  const dialog = createSpeakerDialog({ strings, view, nameOf, onEdit: edit });

  const element = document.createElement('div');
  render(html`${dialog.element} ${editor.element}`, element);

  return {
    element,
    correctText(index) {
      const segment = shown().transcript.segments[index];
      const text = rows.textOf(index);
      // Save the open line first.
      if (!segment || !text || !editor.finish()) return;
      const play = onPlay();
      editor.open({
        segment,
        text,
        onPlay: play && (() => play(index)),
        onSave: (corrected) => edit({ kind: 'correct-text', segment: index, text: corrected }),
        onClose: () => {
          rows.focus(index);
          ended();
        },
      });
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
          ended();
        },
      });
    },
    relabel() {
      if (!editor.finish()) editor.close();
      dialog.relabel();
    },
    close() {
      editor.close();
      dialog.close();
    },
  };
};
