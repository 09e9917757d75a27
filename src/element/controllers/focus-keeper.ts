import type { LitElement, ReactiveController } from 'lit';

/**
 * Keeps the keyboard focus inside the host. If a rendering removes the focused element, the focus moves to the element
 * that has the attribute `data-focus`. Each view sets it on the button that replaces the one that was pressed.
 */
export class FocusKeeperController implements ReactiveController {
  #hadFocus = false;

  constructor(private readonly host: LitElement) {
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = (this.host.shadowRoot?.activeElement ?? null) !== null;
  }

  hostUpdated(): void {
    if (!this.#hadFocus || this.host.shadowRoot?.activeElement !== null) return;
    const { renderRoot } = this.host;
    const target =
      renderRoot.querySelector<HTMLElement>('[data-focus]:not(:disabled)') ??
      renderRoot.querySelector<HTMLElement>('.card');
    target?.focus();
  }
}
