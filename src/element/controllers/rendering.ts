/** What happens with each rendering: pace, focus, and the guard of the page. */
import type { LitElement, ReactiveController, ReactiveControllerHost } from 'lit';

/** Delay before a paced rendering, in ms. Rendering after each packet would cost more than sending it. */
const PACE_MS = 250;

/** Renders the host at once, or a few times a second for events that come many times a second. */
export class DrawPaceController implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostUpdated(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  hostDisconnected(): void {
    this.hostUpdated();
  }

  draw(when: 'at-once' | 'paced'): void {
    if (when === 'at-once') this.host.requestUpdate();
    else this.#timer ??= setTimeout(() => this.host.requestUpdate(), PACE_MS);
  }
}

/* ---- The focus ---- */

/**
 * Supports `autofocus`, after the first rendering and whenever a dialog around the element opens. The browser does not
 * do it, because the element itself is not focusable.
 */
export class AutofocusController implements ReactiveController {
  #dialog: HTMLDialogElement | null = null;

  constructor(
    private readonly host: LitElement,
    private readonly isDisabled: () => boolean,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#dialog = this.host.closest('dialog');
    this.#dialog?.addEventListener('toggle', this.#onToggle);
  }

  hostDisconnected(): void {
    this.#dialog?.removeEventListener('toggle', this.#onToggle);
  }

  firstUpdated(): void {
    const focused = this.#focused;
    if (focused === null || focused === this.host.ownerDocument.body) this.#focus();
  }

  get #focused(): Element | null {
    return this.host.ownerDocument.activeElement;
  }

  #focus(): void {
    if (this.host.autofocus && !this.isDisabled()) this.host.focus();
  }

  /** An opened dialog has focused its first control, itself, something with `autofocus`, or the card in this element. */
  readonly #onToggle = ({ target }: Event): void => {
    const isOpened = target === this.#dialog && this.#dialog?.open === true;
    const focused = this.#focused;
    const isElsewhere = focused !== this.host && focused?.matches('[autofocus]') === true;
    if (isOpened && !isElsewhere) this.#focus();
  };
}

/* ---- Leaving the page ---- */

/** Makes the browser ask for confirmation before the page is left, while that would lose data. */
export class LeaveGuardController implements ReactiveController {
  constructor(
    host: ReactiveControllerHost,
    private readonly atRisk: () => boolean,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    // A permanent listener would keep the page out of the back/forward cache.
    if (this.atRisk()) window.addEventListener('beforeunload', this.#ask);
    else this.hostDisconnected();
  }

  hostDisconnected(): void {
    window.removeEventListener('beforeunload', this.#ask);
  }

  readonly #ask = (event: BeforeUnloadEvent): void => event.preventDefault();
}
