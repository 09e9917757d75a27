/** What happens with each rendering: styles, pace, focus, and the guard of the page. */
import {
  adoptStyles,
  type CSSResultOrNative,
  type LitElement,
  type ReactiveController,
  type ReactiveControllerHost,
  supportsAdoptingStyleSheets,
} from 'lit';

/** Adds styles that are loaded after the element, just before the next rendering. */
export class LateStylesController implements ReactiveController {
  #adopted: readonly CSSResultOrNative[] = [];
  #added: readonly CSSResultOrNative[] = [];

  constructor(private readonly host: LitElement) {
    host.addController(this);
  }

  /** Does nothing with styles that were added before. */
  add(styles: readonly CSSResultOrNative[]): void {
    const known = new Set([...this.#adopted, ...this.#added]);
    this.#added = [...this.#added, ...styles.filter((one) => !known.has(one))];
    this.host.requestUpdate();
  }

  hostUpdate(): void {
    if (this.#added.length === 0) return;
    const { elementStyles } = this.host.constructor as typeof LitElement;
    const before = supportsAdoptingStyleSheets ? [...elementStyles, ...this.#adopted] : [];
    // Where style sheets cannot be adopted, lit appends style elements to those that are there.
    adoptStyles(this.host.renderRoot as ShadowRoot, [...before, ...this.#added]);
    this.#adopted = [...this.#adopted, ...this.#added];
    this.#added = [];
  }
}

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
