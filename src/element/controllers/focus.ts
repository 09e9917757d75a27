/** Where the keyboard focus goes: at first, and when a rendering removes the focused element. */
import type { LitElement, ReactiveController } from 'lit';

/**
 * Supports `autofocus`, after the first rendering and whenever a dialog around the element opens. The browser does not
 * do it, because the element itself is not focusable.
 */
export class AutofocusController implements ReactiveController {
  readonly #host: LitElement;
  readonly #isDisabled: () => boolean;
  #dialog: HTMLDialogElement | null = null;

  constructor(host: LitElement, isDisabled: () => boolean) {
    this.#host = host;
    this.#isDisabled = isDisabled;
    host.addController(this);
  }

  hostConnected(): void {
    this.#dialog = this.#host.closest('dialog');
    this.#dialog?.addEventListener('toggle', this.#onToggle);
  }

  hostDisconnected(): void {
    this.#dialog?.removeEventListener('toggle', this.#onToggle);
  }

  firstUpdated(): void {
    const focused = this.#focused;
    if (focused === null || focused === this.#host.ownerDocument.body) this.#focus();
  }

  get #focused(): Element | null {
    return this.#host.ownerDocument.activeElement;
  }

  #focus(): void {
    if (this.#host.autofocus && !this.#isDisabled()) this.#host.focus();
  }

  /** An opened dialog has focused its first control, or itself, or an earlier element with `autofocus`. */
  readonly #onToggle = ({ target }: Event): void => {
    const isOpened = target === this.#dialog && this.#dialog?.open === true;
    if (isOpened && !(this.#focused?.matches('[autofocus]') ?? false)) this.#focus();
  };
}

/**
 * Keeps the keyboard focus inside the host. If a rendering removes the focused element, the focus moves to the element
 * that has the attribute `data-focus`. Each view sets it on the button that replaces the one that was pressed. Until a
 * view has one, the card keeps the focus.
 */
export class FocusKeeperController implements ReactiveController {
  #hadFocus = false;
  /** True while the card has the focus in place of a button. */
  #isParked = false;

  constructor(private readonly host: LitElement) {
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = (this.host.shadowRoot?.activeElement ?? null) !== null;
  }

  hostUpdated(): void {
    const { renderRoot } = this.host;
    const active = this.host.shadowRoot?.activeElement ?? null;
    const card = renderRoot.querySelector<HTMLElement>('.card');
    const isParked = this.#isParked && active === card;
    this.#isParked = isParked;
    if (!this.#hadFocus || (active !== null && !isParked)) return;
    const button = renderRoot.querySelector<HTMLElement>('[data-focus]:not(:disabled)');
    this.#isParked = button === null;
    (button ?? card)?.focus();
  }
}
