/** A page with a menu, and a small page inside the test page: a viewport of any size, in every engine. */
import { fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { controls } from '../../../src/ui/controls.styles.js';
import { guardPresses } from '../../../src/ui/one-press.js';
import { tokens } from '../../../src/ui/tokens.js';
import { control } from '../../support/element.js';
import { createMenu, type MenuGroup } from '../../../src/reader/menu.js';
import { laterCode } from '../../../src/reader/later-parts.js';
import { readerStyles } from '../../../src/reader/reader-controller.js';
import { make } from '../../../src/reader/turns/rows.js';

export class MenuHost extends LitElement {
  static override styles = [tokens, controls, ...readerStyles, ...laterCode.laterStyles];
  /** Names of the items that were chosen. */
  readonly chosen: string[] = [];
  /** Where the focus was when an item ran. */
  focusOfRun: Element | null = null;
  speed = '1';
  skips = false;
  extra: readonly string[] = [];

  readonly #button = make('button', 'button', null, new Text('More'));
  readonly #menu = createMenu(this.#button, () => this.#groups());

  constructor() {
    super();
    this.#button.setAttribute('type', 'button');
    this.#button.setAttribute('aria-haspopup', 'menu');
    this.#button.setAttribute('aria-expanded', 'false');
    this.#menu.setLabel('More');
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return guardPresses(super.createRenderRoot());
  }

  override render() {
    return html`
      <button type="button" class="button before">Before</button>
      <div>${this.#button} ${this.#menu.element}</div>
      <button type="button" class="button after">After</button>
    `;
  }

  #run(name: string, change: () => void = () => undefined): () => void {
    return () => {
      this.chosen.push(name);
      this.focusOfRun = this.shadowRoot?.activeElement ?? null;
      change();
      this.requestUpdate();
    };
  }

  #groups(): readonly MenuGroup[] {
    return [
      {
        items: [
          { name: 'copy', label: 'Copy all', run: this.#run('copy') },
          { name: 'link', label: 'Copy link', run: this.#run('link') },
          { name: 'print', label: 'Print', run: this.#run('print') },
        ],
      },
      { items: this.extra.map((name) => ({ name, label: name, run: this.#run(name) })) },
      {
        label: 'Playback speed',
        items: ['1', '1.5', '2'].map((speed) => ({
          kind: 'radio' as const,
          name: speed,
          label: `${speed}×`,
          checked: speed === this.speed,
          run: this.#run(speed, () => (this.speed = speed)),
        })),
      },
      {
        items: [
          {
            kind: 'checkbox',
            name: 'skip',
            label: 'Skip silence',
            checked: this.skips,
            run: this.#run('skip', () => (this.skips = !this.skips)),
          },
        ],
      },
    ];
  }

  get button(): HTMLElement {
    return control(this, 'More');
  }

  get list(): HTMLElement {
    const list = this.renderRoot.querySelector<HTMLElement>('[role="menu"]');
    if (!list) throw new Error('There is no menu.');
    return list;
  }

  item(name: string): HTMLElement {
    const found = this.list.querySelector<HTMLElement>(`[data-item="${name}"]`);
    if (!found) throw new Error(`There is no item ${name}.`);
    return found;
  }

  get isMenuOpen(): boolean {
    return this.list.matches(':popover-open');
  }

  /** Name of the focused item; the tag of another focused element. */
  get focused(): string | null {
    const active = this.shadowRoot?.activeElement as HTMLElement | null;
    return active?.dataset['item'] ?? active?.textContent.trim() ?? null;
  }
}
customElements.define('menu-host', MenuHost);

export const showMenu = (): Promise<MenuHost> => fixture(html`<menu-host></menu-host>`);

interface Framed<Support> {
  readonly support: Support;
  readonly window: Window;
  readonly document: Document;
  close(): void;
}

/**
 * Opens a page of this size with the exports of a module in this folder. Its media queries and its visual viewport are
 * those of the page.
 */
export const openFrame = async <Support>(
  module: string,
  { width, height, dir = 'ltr' }: { width: number; height: number; dir?: 'ltr' | 'rtl' },
): Promise<Framed<Support>> => {
  const frame = document.createElement('iframe');
  Object.assign(frame.style, { border: '0', inlineSize: `${width}px`, blockSize: `${height}px` });
  const path = `/test/browser/reader/${module}.bundled.js`;
  frame.srcdoc = `<!doctype html><html lang="en" dir="${dir}"><title>Frame</title>
    <style>body { margin: 0; font-family: sans-serif }</style>
    <script type="module">
      import * as support from '${path}';
      window.support = support;
    </script>`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  // After the module has run. Frames of animation are no measure: Firefox draws hidden pages ever more rarely.
  await loaded;
  type Page = Window & { readonly support?: Support };
  const window: Page | null = frame.contentWindow;
  const support = window?.support;
  if (support === undefined) throw new Error(`The frame could not load ${path}.`);
  const { contentDocument } = frame;
  if (window === null || contentDocument === null) throw new Error('The frame has no page.');
  return { support, window, document: contentDocument, close: () => frame.remove() };
};

/** True if a box is inside a viewport of this size. */
export const isInside = (element: Element, { innerWidth, innerHeight }: Window): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
};
