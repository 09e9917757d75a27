import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { html } from '../ui/html.js';

/** In ms. Long enough for a screen reader that is still saying something else. */
const STAYS_MS = 7_000;

/** In ms. Screen readers hear a text only if the line was in its place before. */
const MOVED_MS = 100;

const withStop = (sentence: string): string =>
  /\p{P}\s*$/u.test(sentence) ? sentence : `${sentence}.`;

/**
 * The text that screen readers announce. It is removed after a while, because they also read it as part of the page.
 * It is inside a modal dialog while one is open: screen readers hear nothing of what is outside.
 */
export class SpokenLine implements ReactiveController {
  text = '';
  /** What was said in this task. */
  #now: readonly string[] = [];
  /** False once somebody has pressed something: what opens then is no reason to say the text again. */
  #isFresh = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #line: Element | null = null;
  #home: Element | null = null;
  #dialogs: MutationObserver | null = null;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot?: ParentNode },
  ) {
    host.addController(this);
  }

  /**
   * Announces a text, after those of the same task. `instead`: the one of them that it replaces. Default: none. An empty
   * text only removes those of earlier tasks.
   */
  say(text: string, instead = ''): void {
    const isFirst = this.#now.length === 0;
    if (text === '') {
      if (isFirst) this.#show('');
      return;
    }
    if (isFirst) setTimeout(() => (this.#now = []));
    const others = this.#now.filter((one) => one !== instead && one !== text);
    this.#now = [...others, text];
    this.#isFresh = true;
    const sentence = [...others.map(withStop), text].join(' ');
    // Screen readers repeat a text only if it differs.
    this.#show(sentence === this.text ? `${sentence}\u00a0` : sentence);
  }

  render(): TemplateResult {
    return html`<p
      class="visually-hidden"
      id="spoken"
      role="status"
      .textContent=${this.text}
    ></p>`;
  }

  hostConnected(): void {
    const { renderRoot } = this.host;
    if (!renderRoot) return;
    this.#dialogs ??= new MutationObserver(() => this.#place(renderRoot));
    this.#dialogs.observe(renderRoot, { attributeFilter: ['open'], subtree: true });
    for (const type of ['keydown', 'pointerdown', 'click'])
      renderRoot.addEventListener(type, this.#note, { capture: true, passive: true });
  }

  hostUpdated(): void {
    const { renderRoot } = this.host;
    // Its dialog is gone. Not at once: an update must not ask for the next one.
    if (renderRoot && this.#line?.isConnected === false)
      queueMicrotask(() => this.#place(renderRoot));
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#dialogs?.disconnect();
    this.text = '';
  }

  readonly #note = (): void => {
    this.#isFresh = false;
  };

  #show(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    if (text !== '') this.#timer = setTimeout(() => this.#show(''), STAYS_MS);
    this.host.requestUpdate();
  }

  #place(root: ParentNode): void {
    this.#line ??= root.querySelector('#spoken');
    this.#home ??= this.#line?.parentElement ?? null;
    const place = [...root.querySelectorAll('dialog[open]')].at(-1) ?? this.#home;
    if (this.#line === null || this.#line.parentElement === place) return;
    place?.append(this.#line);
    const { text } = this;
    if (text === '') return;
    this.#show('');
    if (this.#now.length > 0 && this.#isFresh)
      this.#timer = setTimeout(() => this.#show(text), MOVED_MS);
  }
}
