import { ElementSettings } from './settings.js';
import { STRINGS } from '../strings/element.js';

/** ElementInternals, as far as the environment has them: jsdom and happy-dom lack some or all. */
type Internals = Partial<
  Pick<
    ElementInternals,
    | 'form'
    | 'labels'
    | 'states'
    | 'validity'
    | 'validationMessage'
    | 'willValidate'
    | 'checkValidity'
    | 'reportValidity'
    | 'setFormValue'
    | 'setValidity'
  >
>;

const internalsOf = (element: HTMLElement): Internals => {
  try {
    return element.attachInternals();
  } catch {
    return {};
  }
};

/** Words of a label without those inside the element, which a label may wrap. */
const wordsOf = (label: Node, element: Node): string => {
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (!element.contains(currentNode)) words.push(currentNode.nodeValue ?? '');
  }
  return words.join('').replace(/\s+/g, ' ').trim();
};

/** The part of the element that makes it a form control (HTML, 4.13.7 Element internals). */
export class ElementForm extends ElementSettings {
  static readonly formAssociated = true;

  readonly #internals = internalsOf(this);
  #disabledByForm = false;
  #value = '';
  #customError = '';
  #stateName = '';

  constructor() {
    super();
    // A click on a label is passed on to the element itself; other clicks come from inside.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this && !event.defaultPrevented) this.focus();
    });
  }

  /** The kind of form control: `audio-transcribe`. */
  get type(): string {
    return this.localName;
  }

  /**
   * What the form sends: the transcription id (2.4), from the moment that the task exists; empty before that, and
   * once the task has failed or was revoked.
   */
  get value(): string {
    return this.#value;
  }

  /** The form this element belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form ?? null;
  }

  /** The labels of this element. */
  get labels(): NodeList {
    return this.#internals.labels ?? new DocumentFragment().childNodes;
  }

  /** False while the element is disabled: then it is not validated. */
  get willValidate(): boolean {
    return this.#internals.willValidate ?? !this.isDisabled;
  }

  /** What is wrong: `valueMissing` or `customError`. */
  get validity(): ValidityState {
    return (
      this.#internals.validity ?? ({ ...this.#problems, valid: this.#isValid } as ValidityState)
    );
  }

  /** The sentence that tells the person what is wrong; empty where nothing is. */
  get validationMessage(): string {
    return this.#internals.validationMessage ?? this.#message;
  }

  /** True where nothing is wrong; else fires `invalid`. */
  checkValidity(): boolean {
    return this.#internals.checkValidity?.() ?? this.#isValid;
  }

  /** The same, and shows the person what is wrong. */
  reportValidity(): boolean {
    return this.#internals.reportValidity?.() ?? this.#isValid;
  }

  /** Makes the element invalid with this sentence; an empty one takes that back. */
  setCustomValidity(message: string): void {
    this.#customError = message;
    this.updateValidity();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'required') this.updateValidity();
  }

  /** Moves the focus to the first control; `delegatesFocus` would make text hard to select. */
  override focus(options?: FocusOptions): void {
    const control = this.renderRoot.querySelector<HTMLElement>('button:enabled, summary');
    (control ?? this.#card)?.focus(options);
  }

  /** A fieldset around the element, or the element itself, was disabled or enabled. */
  formDisabledCallback(disabled: boolean): void {
    this.#disabledByForm = disabled;
    this.requestUpdate();
  }

  /**
   * The browser is back on the page, by its history or a reload. It has restored the form's value, which holds again
   * once the element shows that task.
   */
  formStateRestoreCallback(state: unknown, mode: string): void {
    this.#sendValue();
    if (mode === 'restore' && typeof state === 'string' && state !== '') this.returnToTask?.(state);
  }

  protected override firstUpdated(): void {
    // Now there is an anchor for what is wrong.
    this.updateValidity();
    const { activeElement, body } = this.ownerDocument;
    const isFocusFree = activeElement === null || activeElement === body;
    if (this.autofocus && isFocusFree && !this.isDisabled) this.focus();
  }

  /** Shows the task that the form had when the page was left. */
  protected returnToTask?(transcriptionId: string): void;

  /** True where the element is disabled, by itself or by a fieldset around it. */
  protected get isDisabled(): boolean {
    return this.disabled || this.#disabledByForm;
  }

  /** What the labels say; empty where there are none. */
  protected get labelText(): string {
    return [...this.labels]
      .map((label) => wordsOf(label, this))
      .filter((words) => words !== '')
      .join(', ');
  }

  /** Sets what the form sends; the browser keeps it with the page in its history, unless `no-resume` is set. */
  protected setValue(value: string): void {
    if (value === this.#value) return;
    this.#value = value;
    this.#sendValue();
    this.updateValidity();
  }

  protected updateValidity(): void {
    this.#internals.setValidity?.(this.#problems, this.#message, this.#card ?? undefined);
  }

  /** `state` as an attribute, which `idle` has not, and each state as a custom state: `:state(idle)`. */
  protected showStateName(name: string): void {
    if (name === 'idle') this.removeAttribute('state');
    else this.setAttribute('state', name);
    const { states } = this.#internals;
    try {
      states?.delete(this.#stateName);
      states?.add(name);
    } catch {
      // Chromium before version 125 takes other names only.
    }
    this.#stateName = name;
  }

  /** Where the browser shows what is wrong; null before the first rendering. */
  get #card(): HTMLElement | null {
    return this.hasUpdated ? this.renderRoot.querySelector<HTMLElement>('.card') : null;
  }

  #sendValue(): void {
    const value = this.#value === '' ? null : this.#value;
    // Chromium restores a value by itself, and tells so only where there is a state beside it.
    this.#internals.setFormValue?.(value, this.noResume ? '' : value);
  }

  get #problems(): ValidityStateFlags {
    return {
      valueMissing: this.required && this.#value === '',
      customError: this.#customError !== '',
    };
  }

  get #message(): string {
    if (this.#customError !== '') return this.#customError;
    return this.required && this.#value === '' ? STRINGS.required : '';
  }

  get #isValid(): boolean {
    return !this.willValidate || this.#message === '';
  }
}
