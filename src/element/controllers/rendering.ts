import {
  adoptStyles,
  type CSSResultOrNative,
  type LitElement,
  type ReactiveController,
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
