import type { LitElement } from 'lit';
import type { SessionState } from '../engine/index.js';

/** The element, as far as its form part needs it. */
interface FormHost extends LitElement {
  readonly name: string | null;
  readonly multiple: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly noStorage: boolean;
}

/** The used parts of ElementInternals. All are optional, as jsdom and happy-dom lack some of them. */
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

/** Text of a label, without the text of an element that it wraps. */
const textOf = (label: Node, element: Node): string => {
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (!element.contains(currentNode)) words.push(currentNode.nodeValue ?? '');
  }
  return words.join('').replace(/\s+/g, ' ').trim();
};

/** Id of the task that exists and has not failed (2.4), which is the element's form value; empty for none. */
export const formValueOf = (state: SessionState): string => {
  if (state.name === 'idle') return '';
  if (state.name === 'failed') {
    const { code, recoverable } = state.error;
    if (!recoverable || code === 'task-failed' || code === 'task-revoked') return '';
  }
  return state.job?.transcriptionId ?? '';
};

/** Makes the element a form control (HTML, 4.13.7 Element internals): value, validity, labels and custom states. */
export class FormPart {
  readonly #host: FormHost;
  readonly #internals: Internals;
  #disabledByFieldset = false;
  #values: readonly string[] = [];
  #isPending = false;
  #customError = '';
  #stateName = '';
  /** True while the page itself calls `checkValidity()`, which shows the user nothing. */
  #isChecking = false;

  constructor(
    host: FormHost,
    /** The message while a recording is required. */
    private readonly requiredMessage: () => string,
  ) {
    this.#host = host;
    this.#internals = internalsOf(host);
    // A click on a label is dispatched on the element itself. All other clicks come from inside it.
    host.addEventListener('click', (event) => {
      if (event.composedPath()[0] === host && !event.defaultPrevented) host.focus();
    });
    host.addEventListener('invalid', () => {
      if (!this.#isChecking) this.#setCustomState('user-invalid', true);
    });
  }

  /** Several values are set apart by commas. */
  get value(): string {
    return this.#values.join();
  }

  /**
   * Sets what the form sends; an empty string is no value. The browser stores it with the page's history entry, unless `no-storage` is set.
   * `isPending`: more values are to come, so that a required value is still missing.
   */
  setValue(values: readonly string[], isPending = false): void {
    if (values.join() === this.value && isPending === this.#isPending) return;
    this.#values = values;
    this.#isPending = isPending;
    this.sendValue();
    this.updateValidity();
  }

  /** Passes the value to the form. Call it after the browser has restored another value. */
  sendValue(): void {
    const { name, multiple, noStorage } = this.#host;
    let value: string | FormData | null = this.value || null;
    if (multiple) {
      value = new FormData();
      if (name) for (const one of this.#values) value.append(name, one);
    }
    // Chromium restores the value itself, but calls `formStateRestoreCallback` only if there is a state beside it.
    this.#internals.setFormValue?.(value, noStorage || multiple ? '' : value);
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form ?? null;
  }

  get labels(): NodeList {
    return this.#internals.labels ?? new DocumentFragment().childNodes;
  }

  /** Text of the labels; empty if there are none. */
  get labelText(): string {
    return [...this.labels]
      .map((label) => textOf(label, this.#host))
      .filter((text) => text !== '')
      .join(', ');
  }

  /** True if the element or a fieldset around it is disabled. */
  get isDisabled(): boolean {
    return this.#host.disabled || this.#disabledByFieldset;
  }

  setDisabledByFieldset(disabled: boolean): void {
    this.#disabledByFieldset = disabled;
    this.#host.requestUpdate();
  }

  get willValidate(): boolean {
    return this.#internals.willValidate ?? !this.isDisabled;
  }

  get validity(): ValidityState {
    return (
      this.#internals.validity ?? ({ ...this.#problems, valid: this.#isValid } as ValidityState)
    );
  }

  get validationMessage(): string {
    return this.#internals.validationMessage ?? this.#message;
  }

  checkValidity(): boolean {
    this.#isChecking = true;
    try {
      return this.#internals.checkValidity?.() ?? this.#isValid;
    } finally {
      this.#isChecking = false;
    }
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity?.() ?? this.#isValid;
  }

  setCustomValidity(message: string): void {
    this.#customError = message;
    this.updateValidity();
  }

  /** The browser shows the message at the card, so that one exists only after the first rendering. */
  updateValidity(): void {
    this.#internals.setValidity?.(this.#problems, this.#message, this.#card ?? undefined);
    if (this.#message === '') this.clearUserInvalid();
  }

  /** `:user-invalid` never matches a custom element, so there is a custom state instead. */
  clearUserInvalid(): void {
    this.#setCustomState('user-invalid', false);
  }

  /** Focuses the first control. `delegatesFocus` is not used, as it makes text hard to select. */
  focusFirstControl(options?: FocusOptions): void {
    const control = this.#host.renderRoot.querySelector<HTMLElement>('button:enabled, summary');
    (control ?? this.#card)?.focus(options);
  }

  /** Sets the `state` attribute, which `idle` does not have, and the custom state, such as `:state(idle)`. */
  showState(name: string): void {
    if (name === 'idle') this.#host.removeAttribute('state');
    else this.#host.setAttribute('state', name);
    this.#setCustomState(this.#stateName, false);
    this.#setCustomState(name, true);
    this.#stateName = name;
  }

  #setCustomState(name: string, isSet: boolean): void {
    const { states } = this.#internals;
    try {
      if (isSet) states?.add(name);
      else states?.delete(name);
    } catch {
      // Chromium before version 125 accepts only names that begin with two dashes.
    }
  }

  get #card(): HTMLElement | null {
    const { hasUpdated, renderRoot } = this.#host;
    return hasUpdated ? renderRoot.querySelector<HTMLElement>('.card') : null;
  }

  get #problems(): ValidityStateFlags {
    return {
      valueMissing: this.#isMissing,
      customError: this.#customError !== '',
    };
  }

  get #message(): string {
    if (this.#customError !== '') return this.#customError;
    return this.#isMissing ? this.requiredMessage() : '';
  }

  get #isMissing(): boolean {
    return this.#host.required && (this.value === '' || this.#isPending);
  }

  get #isValid(): boolean {
    return !this.willValidate || this.#message === '';
  }
}
