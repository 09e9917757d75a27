/** The element as a form control: its value, validity, labels and custom states. */
import type { LitElement } from 'lit';
import type { SessionState } from '../engine/session/state.js';
import { isNotSet } from '../protocol/not-set.js';
import { SettingsElement } from '../shown/settings-element.js';
import { whileConnected } from '../ui/while-connected.js';
import { SHADOW_ROOT, type OwnAttributes } from '../ui/own-attributes.js';
import { DEFAULT_SETTINGS, SETTING_PROPERTIES, type ElementSettings } from './settings.js';

// Development servers load Lit's development build, which would warn the partner that it is one.
const warnings = globalThis as { litIssuedWarnings?: Set<string> };
(warnings.litIssuedWarnings ??= new Set()).add('dev-mode');

/** All are optional, as jsdom and happy-dom lack some of them. */
type Internals = Partial<ElementInternals>;

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
    const { code, recoverable, failure } = state.error;
    const isUnknown = failure?.reason === 'task-unknown';
    if (!recoverable || isUnknown || code === 'task-failed' || code === 'task-revoked') return '';
  }
  return state.job?.transcriptionId ?? '';
};

/** The form that a click resets. Null for none. */
const resetBy = (event: Event): HTMLFormElement | null => {
  const [target] = event.composedPath();
  const button = target instanceof Element && target.closest('button, input');
  return button && 'form' in button && button.getAttribute('type') === 'reset'
    ? (button.form as HTMLFormElement)
    : null;
};

/** What the element's parts do to the form (HTML, 4.13.7 Element internals). */
export class FormPart {
  readonly internals: Internals;
  /** Set by the page; empty for none. */
  customError = '';
  #disabledByFieldset = false;
  #values: readonly string[] = [];
  #isPending = false;
  /** The value that the page knows. */
  #told = '';
  #stateName = '';

  constructor(
    private readonly host: LitElement & ElementSettings,
    private readonly attributes: OwnAttributes,
    /** The message while a recording is required. */
    private readonly requiredMessage: () => string,
  ) {
    this.internals = internalsOf(host);
  }

  /** Several values are set apart by commas. */
  get value(): string {
    return this.#values.join();
  }

  /**
   * Sets what the form sends; an empty string is no value. The browser stores it with the page's history entry, unless `no-storage` is set.
   * `isPending`: more values are to come, so that a required value is still missing. Then fires `input` and `change` if it has changed.
   */
  setValue(values: readonly string[], isPending = false): void {
    if (values.join() === this.value && isPending === this.#isPending) return;
    this.#values = values;
    this.#isPending = isPending;
    this.sendValue();
    this.updateValidity();
    queueMicrotask(() => {
      if (this.value === this.#told) return;
      this.#told = this.value;
      for (const type of ['input', 'change'])
        this.host.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }));
    });
  }

  /** The page knows of the change, as after `form.reset()`. */
  noteKnown(): void {
    this.#told = this.value;
  }

  /** Passes the value to the form. Call it after the browser has restored another value. */
  sendValue(): void {
    const { name, multiple, noStorage } = this.host;
    let value: string | FormData | null = this.value || null;
    if (multiple) {
      value = new FormData();
      if (name) for (const one of this.#values) value.append(name, one);
    }
    // Chromium restores the value itself, but calls `formStateRestoreCallback` only if there is a state beside it.
    this.internals.setFormValue?.(value, noStorage || multiple ? '' : value);
  }

  get labels(): NodeList {
    return this.internals.labels ?? new DocumentFragment().childNodes;
  }

  /** Text of the labels; empty if there are none. */
  get labelText(): string {
    return [...this.labels]
      .map((label) => textOf(label, this.host))
      .filter((text) => text !== '')
      .join(', ');
  }

  /** True if the element or a fieldset around it is disabled. */
  get isDisabled(): boolean {
    return this.host.disabled || this.#disabledByFieldset;
  }

  setDisabledByFieldset(disabled: boolean): void {
    this.#disabledByFieldset = disabled;
    this.host.requestUpdate();
  }

  get problems(): ValidityStateFlags {
    return { valueMissing: this.#isMissing, customError: this.customError !== '' };
  }

  /** Empty if there is no problem. */
  get message(): string {
    if (this.customError !== '') return this.customError;
    return this.#isMissing ? this.requiredMessage() : '';
  }

  /** The browser shows the message at the card, so that one exists only after the first rendering. */
  updateValidity(): void {
    this.internals.setValidity?.(this.problems, this.message, this.card ?? undefined);
    if (this.message === '') this.showUserInvalid(false);
  }

  /** `:user-invalid` never matches a custom element, so there is a custom state instead. */
  showUserInvalid(isShown: boolean): void {
    this.#setCustomState('user-invalid', isShown);
  }

  /** Sets the `state` attribute, which `idle` does not have, and the custom state, such as `:state(idle)`. */
  showState(name: string): void {
    this.attributes.own.set('state', name === 'idle' ? null : name);
    this.attributes.put();
    this.#setCustomState(this.#stateName, false);
    this.#setCustomState(name, true);
    this.#stateName = name;
  }

  #setCustomState(name: string, isSet: boolean): void {
    const { states } = this.internals;
    try {
      if (isSet) states?.add(name);
      else states?.delete(name);
    } catch {
      // Chromium before version 125 accepts only names that begin with two dashes.
    }
  }

  /** Null before the first rendering. */
  get card(): HTMLElement | null {
    const { hasUpdated, renderRoot } = this.host;
    return hasUpdated ? renderRoot.querySelector<HTMLElement>('.card') : null;
  }

  get #isMissing(): boolean {
    return this.host.required && (this.value === '' || this.#isPending);
  }
}

/* eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unsafe-declaration-merging -- merging needs an interface */
export interface FormControl extends ElementSettings {}

/** The base of the element: its settings, and what every form control has. */
/* eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the constructor sets all of them */
export abstract class FormControl extends SettingsElement {
  static readonly formAssociated = true;
  protected static override readonly defaults = DEFAULT_SETTINGS;
  static override readonly properties = SETTING_PROPERTIES;
  static override readonly shadowRootOptions = SHADOW_ROOT;

  /** True while the page itself calls `checkValidity()`, which shows the user nothing. */
  #isChecking = false;
  /** True while a click on a button resets the form. */
  #isResetByPerson = false;
  /** True while a click inside the element is handled. */
  #isClickedInside = false;

  protected readonly formPart = new FormPart(this, this.ownAttributes, () => this.requiredMessage);

  constructor() {
    super();
    // A click on a label is dispatched on the element itself. All other clicks come from inside it.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] !== this) {
        // For a label around the element, Firefox then dispatches a second click in the same task.
        this.#isClickedInside = true;
        setTimeout(() => (this.#isClickedInside = false));
      } else if (!this.#isClickedInside && !event.defaultPrevented) this.focus();
    });
    whileConnected(this, () => {
      const { ownerDocument: page } = this;
      const listener = (event: Event): void => {
        if (this.form === null || resetBy(event) !== this.form) return;
        this.#isResetByPerson = true;
        // The form is reset as soon as all listeners were called.
        setTimeout(() => (this.#isResetByPerson = false));
      };
      page.addEventListener('click', listener, true);
      return () => page.removeEventListener('click', listener, true);
    });
    this.addEventListener('invalid', () => {
      if (!this.#isChecking) this.formPart.showUserInvalid(true);
    });
  }

  /** The message while a recording is required. */
  protected abstract readonly requiredMessage: string;

  abstract reset(): void;

  /** A script has reset the form. What the element has is offered. */
  protected abstract setAside(): void;

  /* `required` and `disabled` live in their attributes. */

  get required(): boolean {
    return this.hasAttribute('required');
  }
  set required(required: boolean) {
    this.toggleAttribute('required', required);
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  set disabled(disabled: boolean) {
    this.toggleAttribute('disabled', disabled);
  }

  /** The kind of form control: `audio-transcribe`. */
  get type(): string {
    return this.localName;
  }

  /**
   * The form value: the transcription id (2.4) while the task exists. Empty before that, and after the task
   * has failed or was revoked. Libraries for forms may set it, which changes nothing.
   */
  get value(): string {
    return this.formPart.value;
  }
  set value(_ignored: unknown) {
    // Only a recording gives a value.
  }

  /** The form this element belongs to. If set, the attribute `form`: the id of a form. */
  get form(): HTMLFormElement | null {
    return this.formPart.internals.form ?? null;
  }
  set form(id: unknown) {
    if (isNotSet(id)) this.removeAttribute('form');
    else this.setAttribute('form', String(id));
  }

  /** The labels of this element. */
  get labels(): NodeList {
    return this.formPart.labels;
  }

  /** False while the element is disabled, because it is not validated then. */
  get willValidate(): boolean {
    return this.formPart.internals.willValidate ?? !this.formPart.isDisabled;
  }

  /** The reason why the element is invalid: `valueMissing` or `customError`. */
  get validity(): ValidityState {
    const { internals, problems } = this.formPart;
    return internals.validity ?? ({ ...problems, valid: this.#isValid } as ValidityState);
  }

  /** A message that tells the user why the element is invalid; empty if the element is valid. */
  get validationMessage(): string {
    return this.formPart.internals.validationMessage ?? this.formPart.message;
  }

  /** Returns true if the element is valid; fires `invalid` otherwise. */
  checkValidity(): boolean {
    this.#isChecking = true;
    try {
      return this.formPart.internals.checkValidity?.() ?? this.#isValid;
    } finally {
      this.#isChecking = false;
    }
  }

  /** Like `checkValidity()`, and also shows the message. */
  reportValidity(): boolean {
    return this.formPart.internals.reportValidity?.() ?? this.#isValid;
  }

  /** Makes the element invalid with this message. An empty message makes it valid again. */
  setCustomValidity(message: string): void {
    this.formPart.customError = message;
    this.formPart.updateValidity();
  }

  /** Moves the focus to the first control. */
  override focus(options?: FocusOptions): void {
    // The browser would choose the card.
    const control = this.renderRoot.querySelector<HTMLElement>('button:enabled, summary');
    (control ?? this.formPart.card)?.focus(options);
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'required') this.formPart.updateValidity();
  }

  formDisabledCallback(disabled: boolean): void {
    this.formPart.setDisabledByFieldset(disabled);
  }

  formResetCallback(): void {
    if (this.#isResetByPerson) this.reset();
    else this.setAside();
    this.formPart.noteKnown();
    this.formPart.showUserInvalid(false);
  }

  get #isValid(): boolean {
    return !this.willValidate || this.formPart.message === '';
  }
}
