/** When the element is rendered, and with which styles. */
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
  readonly #host: LitElement;
  #adopted: readonly CSSResultOrNative[] = [];
  #added: readonly CSSResultOrNative[] = [];

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Does nothing with styles that were added before. */
  add(styles: readonly CSSResultOrNative[]): void {
    const known = new Set([...this.#adopted, ...this.#added]);
    this.#added = [...this.#added, ...styles.filter((one) => !known.has(one))];
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    if (this.#added.length === 0) return;
    const { elementStyles } = this.#host.constructor as typeof LitElement;
    const before = supportsAdoptingStyleSheets ? [...elementStyles, ...this.#adopted] : [];
    // Where style sheets cannot be adopted, lit appends style elements to those that are there.
    adoptStyles(this.#host.renderRoot as ShadowRoot, [...before, ...this.#added]);
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
