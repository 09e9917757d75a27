import {
  adoptStyles,
  type CSSResultOrNative,
  type LitElement,
  type ReactiveController,
  supportsAdoptingStyleSheets,
} from 'lit';

/** The same style sheet for the document of a frame: a sheet belongs to the document that has created it. */
const sheetFor = (view: typeof globalThis, style: CSSResultOrNative): CSSStyleSheet => {
  const sheet = new view.CSSStyleSheet();
  if ('cssText' in style) sheet.replaceSync(style.cssText);
  return sheet;
};

/**
 * The root of an element that is first connected in the document of a frame, without styles: `LateStylesController` adopts them.
 * Null elsewhere, where lit makes the root.
 */
export const rootInFrame = (host: LitElement): ShadowRoot | null => {
  if (host.ownerDocument === document || !supportsAdoptingStyleSheets) return null;
  const { shadowRootOptions } = host.constructor as typeof LitElement;
  return host.shadowRoot ?? host.attachShadow(shadowRootOptions);
};

/**
 * Adds styles that are loaded after the element, just before the next rendering. Adopts all of them again if the element
 * was moved to another document, because it loses them on the way.
 */
export class LateStylesController implements ReactiveController {
  #adopted: readonly CSSResultOrNative[] = [];
  #added: readonly CSSResultOrNative[] = [];
  /** Where the styles were adopted. */
  #page = document;

  constructor(private readonly host: LitElement) {
    host.addController(this);
  }

  /** Does nothing with styles that were added before. */
  add(styles: readonly CSSResultOrNative[]): void {
    const known = new Set([...this.#adopted, ...this.#added]);
    this.#added = [...this.#added, ...styles.filter((one) => !known.has(one))];
    this.host.requestUpdate();
  }

  hostConnected(): void {
    if (this.host.ownerDocument !== this.#page && supportsAdoptingStyleSheets) this.#adopt();
  }

  hostUpdate(): void {
    if (this.#added.length > 0) this.#adopt();
  }

  #adopt(): void {
    const { elementStyles } = this.host.constructor as typeof LitElement;
    const before = supportsAdoptingStyleSheets ? [...elementStyles, ...this.#adopted] : [];
    const root = this.host.renderRoot as ShadowRoot;
    this.#page = this.host.ownerDocument;
    const view = this.#page.defaultView;
    const styles = [...before, ...this.#added];
    if (this.#page !== document && view !== null && supportsAdoptingStyleSheets)
      root.adoptedStyleSheets = styles.map((style) => sheetFor(view, style));
    // Where style sheets cannot be adopted, lit appends style elements to those that are there.
    else adoptStyles(root, styles);
    this.#adopted = [...this.#adopted, ...this.#added];
    this.#added = [];
  }
}
