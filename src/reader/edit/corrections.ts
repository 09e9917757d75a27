/** Corrects the text of a line or its speaker, one at a time. */
import { html, nothing, render } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { ReaderStrings } from '../../strings/reader.js';
import {
  formatClock,
  type Segment,
  type Speaker,
  type Transcript,
  type TranscriptEdit,
  type Turn,
} from '../../transcript/index.js';
import { playLineIcon } from '../../ui/icons.js';
import { createSpeakerDialog, type SpeakerPlace } from './speaker-dialog.js';

interface TextEditor {
  /** Saves if the text changed; false if it cannot be saved. */
  finish(): boolean;
  /** Closes the editor without saving. */
  close(): void;
}

const MOST_CHARACTERS = 20_000;

const fit = (area: HTMLTextAreaElement): void => {
  area.style.setProperty('height', 'auto');
  area.style.setProperty('height', `${area.scrollHeight + 2}px`);
};

const openTextEditor = (options: {
  readonly segment: Segment;
  /** The element with the text. Hidden while the editor is open. */
  readonly text: HTMLElement;
  readonly strings: ReaderStrings;
  /** Null if there is no audio. */
  readonly onPlay: (() => void) | null;
  /** May throw a RangeError with a message for the user. The editor stays open then. */
  readonly onSave: (text: string) => void;
  /** Called after saving and after cancelling. */
  readonly onClose: () => void;
}): TextEditor => {
  const { segment, text, strings, onPlay, onSave, onClose } = options;
  let problem = '';
  let closed = false;

  const form = document.createElement('form');
  form.className = 'text-editor';
  form.part.add('text-editor');

  const area = (): HTMLTextAreaElement | null => form.querySelector('textarea');

  const close = (): void => {
    if (closed) return;
    closed = true;
    form.remove();
    text.hidden = false;
    onClose();
  };

  const finish = (): boolean => {
    if (closed) return true;
    const typed = area()?.value ?? segment.text;
    try {
      if (typed !== segment.text) onSave(typed);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problem = error.message;
      draw();
      area()?.focus();
      return false;
    }
    close();
    return true;
  };

  const onKeydown = (event: KeyboardEvent): void => {
    // Typing must not trigger shortcuts.
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && !event.shiftKey && event.target === area()) {
      event.preventDefault();
      finish();
    }
  };

  const onSubmit = (event: Event): void => {
    event.preventDefault();
    finish();
  };

  const draw = (): void => {
    render(
      html`
        <textarea
          class="text-field"
          dir="auto"
          lang=${ifDefined(text.lang === '' ? undefined : text.lang)}
          rows="1"
          maxlength=${MOST_CHARACTERS}
          aria-label=${strings.text(formatClock(segment.start_ms))}
          aria-describedby="text-editor-hint"
          aria-invalid=${problem === '' ? 'false' : 'true'}
          @input=${({ target }: Event) => fit(target as HTMLTextAreaElement)}
        ></textarea>
        <p class="text-editor-hint ${problem === '' ? '' : 'bad'}" id="text-editor-hint">
          ${problem === '' ? strings.saveKeys : problem}
        </p>
        <div class="text-editor-buttons">
          <button type="submit" class="button small primary">${strings.save}</button>
          <button type="button" class="button small" @click=${close}>${strings.cancel}</button>
          ${
            onPlay === null
              ? nothing
              : html`<button type="button" class="button small quiet" @click=${onPlay}>
                  ${playLineIcon}${strings.playLine}
                </button>`
          }
        </div>
      `,
      form,
    );
  };

  draw();
  form.addEventListener('keydown', onKeydown);
  form.addEventListener('submit', onSubmit);
  text.hidden = true;
  text.after(form);
  const field = area();
  if (field) {
    field.value = segment.text;
    fit(field);
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }
  return { finish, close };
};

/** The content that is shown now. */
export interface Shown {
  readonly transcript: Transcript;
  readonly turns: readonly Turn[];
  readonly speakers: readonly Speaker[];
}

/** The parts of the row list that corrections need. */
interface CorrectedRows {
  focus(index: number): void;
  textOf(index: number): HTMLElement | undefined;
}

interface Corrections {
  /** The speaker dialog; may be placed anywhere in the reader. */
  readonly element: HTMLElement;
  correctText(segment: number): void;
  changeSpeaker(place: SpeakerPlace, anchor: HTMLElement): void;
  /** Closes the editor and the dialog without saving. */
  close(): void;
}

/** The announcement after an edit. */
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
  /** Throws a RangeError with a message for the user if the edit does not fit. */
  readonly onEdit: (edit: TranscriptEdit) => void;
  /** Plays one line and stops; null if there is no audio. */
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
      // Save the open line first.
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
          rows.focus(index);
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
