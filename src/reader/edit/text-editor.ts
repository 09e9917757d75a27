/** Edits the text of one line: in its row, or in a sheet on a narrow screen. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { ReaderStrings } from '../../strings/strings.js';
import { formatClock, type Segment } from '../../transcript/index.js';
import { playLineIcon } from '../../ui/icons.js';
import { createEditDialog, editProblem, isolated, type EditView } from './edit-dialog.js';

interface TextEditRequest {
  readonly segment: Segment;
  /** The element with the text. Hidden while it is edited in its row. */
  readonly text: HTMLElement;
  /** Plays the line; null if there is no audio. */
  readonly onPlay: (() => void) | null;
  /** May throw a RangeError with a message for the user. The editor stays open then. */
  readonly onSave: (text: string) => void;
  /** Called when the editor has closed. */
  readonly onClose: (isSaved: boolean) => void;
}

interface TextEditor {
  /** The sheet; may be placed anywhere in the reader. */
  readonly element: HTMLElement;
  open(request: TextEditRequest): void;
  /** Saves an open text if it has changed; false if it cannot be saved. */
  finish(): boolean;
  /** Closes the editor without saving. */
  close(): void;
}

const MOST_CHARACTERS = 20_000;

/** Makes the field as high as its text. In a sheet, less if there is less space. */
const fit = (area: HTMLTextAreaElement): void => {
  area.style.setProperty('height', 'auto');
  area.style.setProperty('height', `${area.scrollHeight + 2}px`);
};

export const createTextEditor = (options: {
  readonly strings: ReaderStrings;
  readonly view: EditView;
}): TextEditor => {
  const { strings, view } = options;
  let request: TextEditRequest | null = null;
  let problem = '';

  const form = document.createElement('form');
  form.className = 'edit-form text-editor';
  form.part.add('text-editor');

  const area = (): HTMLTextAreaElement | null => form.querySelector('textarea');
  const typed = (): string => area()?.value ?? '';

  const end = (isSaved: boolean): void => {
    if (request === null) return;
    const { text, onClose } = request;
    request = null;
    text.hidden = false;
    form.remove();
    sheet.close();
    onClose(isSaved);
  };

  const sheet = createEditDialog({
    view,
    hasChanges: () => request !== null && typed() !== request.segment.text,
    onClose: () => end(false),
  });

  const finish = (): boolean => {
    if (request === null) return true;
    const { segment, onSave } = request;
    const isChanged = typed() !== segment.text;
    try {
      if (isChanged) onSave(typed());
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problem = editProblem(error, strings);
      draw(request);
      area()?.focus();
      return false;
    }
    end(isChanged);
    return true;
  };

  const onKeydown = (event: KeyboardEvent): void => {
    // Typing must not trigger shortcuts.
    event.stopPropagation();
    if (event.isComposing) return;
    const saves = event.ctrlKey || event.metaKey || (!event.shiftKey && event.target === area());
    if (event.key === 'Escape') {
      event.preventDefault();
      end(false);
    } else if (event.key === 'Enter' && saves) {
      event.preventDefault();
      finish();
    }
  };

  const onInput = ({ target }: Event): void => {
    fit(target as HTMLTextAreaElement);
    if (problem === '' || request === null) return;
    problem = '';
    draw(request);
  };

  const buttons = ({ onPlay }: TextEditRequest): TemplateResult => html`
    <div class="edit-buttons">
      <button type="submit" class="button small primary">${strings.save}</button>
      <button type="button" class="button small" @click=${() => end(false)}>
        ${strings.cancel}
      </button>
      ${
        onPlay === null
          ? nothing
          : html`<button type="button" class="button small quiet" @click=${onPlay}>
              ${playLineIcon}${strings.playLine}
            </button>`
      }
    </div>
  `;

  const draw = (open: TextEditRequest): void => {
    const { segment, text } = open;
    const clock = formatClock(segment.start_ms);
    render(
      html`
        <p class="edit-title" aria-hidden="true">
          <span>${strings.correctText}</span><bdi class="tabular">${clock}</bdi>
        </p>
        <div class="edit-fields">
          <textarea
            class="text-field"
            dir="auto"
            lang=${ifDefined(text.lang === '' ? undefined : text.lang)}
            rows="1"
            maxlength=${MOST_CHARACTERS}
            enterkeyhint="done"
            aria-label=${strings.text(clock)}
            aria-describedby="text-problem text-hint"
            aria-invalid=${problem === '' ? 'false' : 'true'}
            @input=${onInput}
          ></textarea>
          <p class="edit-problem" id="text-problem" role="alert">${isolated(problem)}</p>
          <p class="edit-hint" id="text-hint" aria-hidden="true"><bdi>${strings.saveKeys}</bdi></p>
        </div>
        ${buttons(open)}
      `,
      form,
    );
  };

  form.addEventListener('keydown', onKeydown);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    finish();
  });

  return {
    element: sheet.element,
    open(asked) {
      request = asked;
      problem = '';
      draw(asked);
      if (view.usesSheet()) {
        sheet.element.append(form);
        sheet.open({ label: strings.correctText, anchor: null });
      } else {
        asked.text.hidden = true;
        asked.text.after(form);
      }
      const field = area();
      if (!field) return;
      field.value = asked.segment.text;
      fit(field);
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    },
    finish,
    close: () => end(false),
  };
};
