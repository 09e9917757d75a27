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
