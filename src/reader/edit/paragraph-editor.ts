/** The field in which a paragraph is edited: in its place, or in a sheet on a narrow screen. */
import { nothing, render, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { html } from '../../ui/html.js';
import {
  pauseIcon,
  personIcon,
  playIcon,
  repeatIcon,
  skipIcon,
  splitIcon,
} from '../../ui/icons.js';
import { smallButton } from '../buttons.js';
import { TYPING_SKIP } from '../player/steps.js';
import type { ReaderState } from '../store.js';
import { createEditDialog, isolated, type CorrectionOptions } from './edit-dialog.js';
import {
  ACTIONS,
  EDIT_KEYS,
  editKeyName,
  editLabel,
  isMoreKey,
  keyOf,
  type EditAction,
} from './edit-keys.js';

/** The action of a key press in the field; null if it belongs to the text. */
const editAction = (event: KeyboardEvent): EditAction | null => {
  if (event.altKey) return null;
  const control = event.ctrlKey || event.metaKey ? 'Control+' : '';
  const letter = control === '' ? event.key : keyOf(event);
  const name = letter.length === 1 ? letter.toUpperCase() : event.key;
  const key = `${control}${event.shiftKey ? 'Shift+' : ''}${name}`;
  return ACTIONS.find((action) => EDIT_KEYS[action] === key) ?? null;
};

/** True for Backspace where there is nothing to delete. */
const isAtStart = ({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean =>
  key === 'Backspace' &&
  !(ctrlKey || altKey || metaKey) &&
  target instanceof HTMLTextAreaElement &&
  target.selectionStart === 0 &&
  target.selectionEnd === 0;

export interface EditedParagraph {
  /** The elements with the text. Hidden while it is edited in their place; the field follows the first. */
  readonly elements: () => readonly HTMLElement[];
  readonly clock: string;
  readonly speaker: string;
  /** BCP-47; undefined if it is not known. */
  readonly language: string | undefined;
  readonly text: string;
  /** Where the caret is placed, in UTF-16 units, and where the selection after it ends. */
  readonly selection: readonly [caret: number, end: number];
}

/** What can change while the editor is open, besides the audio. */
interface EditorState {
  readonly problem: string;
  readonly isChanged: boolean;
  /** The choice of a speaker; null while it is closed. */
  readonly choice: TemplateResult | null;
}

/** Makes the field as high as its text, where the browser does not. In a sheet, less if there is less space. */
const fit = (area: HTMLTextAreaElement): void => {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.setProperty('height', 'auto');
  area.style.setProperty('height', `${area.scrollHeight + 2}px`);
};

/** Pressing these buttons leaves the focus, and the keyboard of a phone, with the field. */
const keepFocus = (event: Event): void => event.preventDefault();

export const createParagraphEditor = (
  { store, strings, view }: CorrectionOptions,
  options: {
    readonly state: () => EditorState;
    readonly onInput: () => void;
    readonly onAction: (action: EditAction) => void;
    readonly onDiscard: () => void;
    /** Backspace was pressed at the start of the text. */
    readonly onJoin: () => void;
  },
) => {
  const { state, onInput, onAction, onDiscard, onJoin } = options;
  let paragraph: EditedParagraph | null = null;
  let hidden: readonly HTMLElement[] = [];
  /** True until a key is pressed: the key that opened the text may still be held, and must not replace a word. */
  let isUntouched = false;

  const form = document.createElement('form');
  form.className = 'edit-form text-editor';
  form.part.add('dialog');
  const field = (): HTMLTextAreaElement | null => form.querySelector('textarea');

  const sheet = createEditDialog(
    view,
    () => state().isChanged,
    () => onAction('leave'),
  );

  const uncover = (): void => {
    for (const element of hidden) element.hidden = false;
    hidden = [];
  };

  const onKeydown = (event: KeyboardEvent): void => {
    // It belongs to the toast.
    if (isMoreKey(event) || event.defaultPrevented) return;
    isUntouched &&= event.repeat;
    if (isUntouched) return event.preventDefault();
    if (isAtStart(event)) {
      event.preventDefault();
      return onJoin();
    }
    const action = editAction(event);
    if (action === null) return;
    // Enter presses a focused button.
    const isButton = event.target instanceof HTMLButtonElement;
    if (isButton && (action === 'save-next' || action === 'save-previous')) return;
    if (event.target instanceof HTMLInputElement && event.key === 'Enter') return;
    event.preventDefault();
    onAction(action);
  };

  const audioButton = (
    action: EditAction,
    content: unknown,
    pressed?: boolean,
  ): TemplateResult => html`
    <button
      type="button"
      class="edit-key"
      aria-label=${editLabel(action, strings)}
      aria-keyshortcuts=${EDIT_KEYS[action]}
      data-key=${editKeyName(action)}
      aria-pressed=${ifDefined(pressed === undefined ? undefined : pressed ? 'true' : 'false')}
      title=${editLabel(action, strings)}
      @pointerdown=${keepFocus}
      @mousedown=${keepFocus}
      @click=${() => onAction(action)}
    >
      ${content}
    </button>
  `;

  const audioBar = ({ playback, range }: ReaderState) => html`
    <div class="edit-audio" role="group" aria-label=${strings.player}>
      ${audioButton('back', skipIcon(TYPING_SKIP, false))}
      ${audioButton('toggle', playback.playing ? pauseIcon : playIcon)}
      ${audioButton('forward', skipIcon(TYPING_SKIP, true))}
      ${audioButton('repeat', repeatIcon, range?.loop === true)}
      ${audioButton('slower', html`<span aria-hidden="true">−</span>`)}
      <bdi class="edit-rate tabular">${strings.speedValue(playback.rate)}</bdi>
      ${audioButton('faster', html`<span aria-hidden="true">+</span>`)}
    </div>
  `;

  const button = (action: EditAction, kind: string, icon: unknown = nothing) => html`
    <button
      type="button"
      part="button ${kind === 'primary' ? 'primary-button' : ''}"
      class="button small ${kind}"
      aria-keyshortcuts=${EDIT_KEYS[action]}
      @click=${() => onAction(action)}
    >
      ${icon}${editLabel(action, strings)}<kbd class="key" aria-hidden="true"
        >${editKeyName(action)}</kbd
      >
    </button>
  `;

  const draw = (): void => {
    if (paragraph === null) return;
    const now = state();
    const reader = store.getState();
    const { clock, speaker, language } = paragraph;
    // The name of the field is outside of it, because the field has the language of the transcript.
    form.classList.toggle('choosing', now.choice !== null);
    render(
      html`
        <p class="edit-title" aria-hidden="true">
          <bdi>${speaker}</bdi><bdi class="tabular">${clock}</bdi>
        </p>
        <div class="edit-fields">
          <label class="visually-hidden" for="edited-text">${strings.text(clock)}</label>
          <textarea
            class="text-field"
            id="edited-text"
            dir="auto"
            lang=${ifDefined(language)}
            rows="1"
            enterkeyhint="next"
            aria-describedby="text-problem"
            aria-invalid=${now.problem === '' ? 'false' : 'true'}
            @input=${({ target }: Event) => {
              fit(target as HTMLTextAreaElement);
              onInput();
            }}
          ></textarea>
          <p class="edit-problem" id="text-problem" role="alert">${isolated(now.problem)}</p>
          ${now.choice ?? nothing}
        </div>
        <div class="edit-buttons">
          ${button('save-next', 'primary')} ${button('save', '')}
          ${button('save-previous', 'quiet')} ${button('speaker', 'quiet', personIcon)}
          ${button('from-here', 'quiet', splitIcon)}
          ${now.isChanged ? smallButton(strings.editing.discard, onDiscard, { isFinal: true }) : nothing}
          ${button('leave', 'quiet')}
        </div>
        ${reader.playback.audio === 'none' ? nothing : audioBar(reader)}
      `,
      form,
    );
  };

  form.addEventListener('keydown', onKeydown);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onAction('save-next');
  });

  const place = (): void => {
    if (paragraph === null || sheet.element.contains(form)) return;
    const root = form.getRootNode() as Document | ShadowRoot;
    // Rows that were made again have left with the form in them, and took its focus away.
    const focused = !form.isConnected
      ? field()
      : form.matches(':focus-within')
        ? (root.activeElement as HTMLElement | null)
        : null;
    const before = field();
    const { selectionStart = 0, selectionEnd = 0, selectionDirection } = before ?? {};
    uncover();
    hidden = paragraph.elements();
    for (const element of hidden) element.hidden = true;
    const [first] = hidden;
    if (first && first.nextElementSibling !== form) first.after(form);
    const area = field();
    if (area) fit(area);
    if (focused === null || focused.matches(':focus')) return;
    focused.focus({ preventScroll: true });
    if (focused === area) area.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
  };

  return {
    element: sheet.element,
    field,
    /** Also true if the form has left the page with its row, which took the focus away. */
    hasFocus: (): boolean => !form.isConnected || form.matches(':focus-within'),
    show(asked: EditedParagraph): void {
      const isOpen = paragraph !== null;
      paragraph = asked;
      draw();
      const area = field();
      if (!area) return;
      area.value = asked.text;
      // Backward, so that keys that move by words start before the selected one.
      area.setSelectionRange(...asked.selection, 'backward');
      isUntouched = true;
      const inSheet = isOpen ? sheet.element.contains(form) : view.usesSheet();
      if (inSheet && !isOpen) {
        sheet.element.append(form);
        sheet.open({ label: strings.correctText, anchor: null });
      } else place();
      fit(area);
      area.focus({ preventScroll: true });
      if (!inSheet) form.scrollIntoView({ block: 'nearest' });
    },
    /** Replaces a text that nobody has changed. The caret stays where it can. */
    rewrite(text: string): void {
      const area = field();
      if (!area || area.value === text) return;
      const { selectionStart, selectionEnd } = area;
      area.value = text;
      area.setSelectionRange(selectionStart, selectionEnd);
      fit(area);
    },
    /** Puts the field in its place again after rows were made again. The focus and the caret stay. */
    place,
    draw,
    hide(): void {
      if (paragraph === null) return;
      paragraph = null;
      uncover();
      sheet.close();
      form.remove();
    },
  };
};
