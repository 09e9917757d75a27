/** What a person can change in a transcript: the text of a line, and who speaks. One thing at a time. */
import type { Speaker, Transcript, TranscriptEdit, Turn } from '../../transcript/index.js';
import type { ReaderStrings } from '../../strings/reader/index.js';
import { createSpeakerDialog } from './speaker-dialog.js';
import type { SpeakerPlace } from './speaker-form.js';
import { openTextEditor, type TextEditor } from './text-editor.js';

/** What is shown now. */
export interface Shown {
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  readonly speakers: readonly Speaker[];
}

/** What it needs of the list of rows. */
export interface CorrectedRows {
  elementOf(index: number): HTMLElement | undefined;
  textOf(index: number): HTMLElement | undefined;
}

export interface Corrections {
  /** The dialogue about a speaker; goes anywhere in the reader. */
  readonly element: HTMLElement;
  correctText(segment: number): void;
  changeSpeaker(place: SpeakerPlace, anchor: HTMLElement): void;
  /** Leaves everything as it was. */
  close(): void;
}

/** What was done, in a sentence. */
const sentenceOf = (edit: TranscriptEdit, { done, unknownSpeaker }: ReaderStrings): string => {
  switch (edit.kind) {
    case 'rename-speaker':
      return done.renamed(edit.to);
    case 'merge-speakers':
      return done.merged(edit.into);
    case 'assign-speaker':
      return done.assigned(edit.to ?? unknownSpeaker);
    case 'correct-text':
      return done.corrected;
  }
};

export const createCorrections = (options: {
  readonly rows: CorrectedRows;
  readonly shown: () => Shown;
  readonly strings: ReaderStrings;
  /** Throws a RangeError whose sentence is for the person where the edit does not fit. */
  readonly onEdit: (edit: TranscriptEdit) => void;
  /** Plays one line and stops; null where there is nothing to hear. */
  readonly onPlay: () => ((segment: number) => void) | null;
  readonly announce: (sentence: string) => void;
}): Corrections => {
  const { rows, shown, strings, onEdit, onPlay, announce } = options;
  let editor: TextEditor | null = null;

  const edit = (change: TranscriptEdit): void => {
    onEdit(change);
    announce(sentenceOf(change, strings));
  };

  const dialog = createSpeakerDialog({ strings, onEdit: edit });

  return {
    element: dialog.element,
    correctText(index) {
      const segment = shown().transcript.segments[index];
      const text = rows.textOf(index);
      // What was typed elsewhere is not lost.
      if (!segment || !text || (editor && !editor.finish())) return;
      const play = onPlay();
      editor = openTextEditor({
        segment,
        text,
        strings,
        onPlay: play && (() => play(index)),
        onSave: (corrected) => edit({ kind: 'correct-text', segment: index, text: corrected }),
        onClose: () => {
          editor = null;
          rows.elementOf(index)?.querySelector<HTMLElement>('.time')?.focus();
        },
      });
    },
    changeSpeaker(place, anchor) {
      const { transcript, speakers } = shown();
      dialog.open({ transcript, speakers, place, anchor });
    },
    close() {
      editor?.close();
      dialog.close();
    },
  };
};
