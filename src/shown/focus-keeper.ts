import type { LitElement, ReactiveController } from 'lit';

/**
 * Keeps the keyboard focus inside the host. If a rendering removes or disables the focused element, the focus moves to the element
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
    // Browsers take the focus from a disabled control later.
    const isLost = active === null || active.matches(':disabled');
    if (!this.#hadFocus || !(isLost || isParked)) return;
    const button = renderRoot.querySelector<HTMLElement>('[data-focus]:not(:disabled)');
    this.#isParked = button === null;
    (button ?? card)?.focus();
  }
}
