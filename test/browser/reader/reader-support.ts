import { fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { wavHeader } from '../../../src/convert/pcm.js';
import type { Draft } from '../../../src/transcript/edits/drafts.js';
import {
  edit,
  redo,
  startHistory,
  undo,
  type EditHistory,
  type EditStep,
} from '../../../src/transcript/edits/edit-history.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { loadCorrections } from '../../../src/reader/text-tools.js';
import type {
  PlayedAudio,
  ReaderContent,
  ReaderSource,
} from '../../../src/reader/reader-content.js';
import { laterCode } from '../../../src/reader/later-parts.js';
import { ReaderController, readerStyles } from '../../../src/reader/reader-controller.js';
import { controls } from '../../../src/ui/controls.styles.js';
import { guardPresses } from '../../../src/ui/one-press.js';
import { tokens } from '../../../src/ui/tokens.js';
import { control } from '../../support/element.js';

export { normaliseTranscript };

/** A paragraph of the transcript. */
export const PARAGRAPH = '[part~="turn"] > p';

/** A button that plays from a segment, or goes to it. */
export const GO_BUTTON = 'button:is([aria-label^="Play from"], [aria-label^="Go to"])';

const textOf = (segment: HTMLElement): HTMLElement => segment.querySelector('p') ?? segment;

interface Content {
  readonly transcript?: Transcript;
  readonly audio?: PlayedAudio['audio'];
  readonly title?: string;
}

/** The smallest host that a reader needs. */
export class ReaderHost extends LitElement implements ReaderSource {
  static override styles = [tokens, controls, ...readerStyles, ...laterCode.laterStyles];
  content: ReaderContent | null = null;
  readonly segments: (readonly number[])[] = [];
  /** Announcements to screen readers. */
  readonly said: string[] = [];
  /** What the page says of shortcuts that are a single character. */
  allowsCharacterKeys = true;
  /** What the browser remembers, by key. */
  readonly stored = new Map<string, string>();
  private readonly storage = {
    getItem: (key: string): string | null => this.stored.get(key) ?? null,
    setItem: (key: string, value: string): unknown => this.stored.set(key, value),
  };
  /** Editing options of the transcript that `showEditable` shows. */
  history: EditHistory | null = null;
  readonly #listeners: (() => void)[] = [];
  readonly reader = new ReaderController(this, {
    source: this,
    laterCode,
    addStyles: () => undefined,
    onSegment: (indexes) => this.segments.push(indexes),
    announce: (sentence) => this.said.push(sentence),
    allowsCharacterKeys: () => this.allowsCharacterKeys,
    storage: () => this.storage,
    linkTo: (ms) => `https://page.test/#t=${ms / 1_000}`,
    onEdit: (operation) => this.#edit((history) => edit(history, operation)),
    onDrafts: (drafts) => this.change({ drafts }),
    onUndo: () => this.#edit(undo),
    onRedo: () => this.#edit(redo),
  });
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return guardPresses(super.createRenderRoot());
  }

  override render() {
    return this.reader.render();
  }

  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Shows another recording. */
  show({ transcript = talk, audio = null, title = '' }: Content): void {
    // The same transcript again is another recording, too.
    const original = { ...transcript };
    this.#set({
      ...{ original, transcript: original, edits: [], drafts: [], editing: null },
      ...{ title, played: { audio }, sought: null },
    });
  }

  /** Changes the shown recording. */
  change(changes: Partial<ReaderContent>): void {
    if (this.content === null) throw new Error('Nothing is shown.');
    this.#set({ ...this.content, ...changes });
  }

  clear(): void {
    this.#set(null);
  }

  seek(ms: number): void {
    this.change({ sought: { ms, end: null } });
  }

  /** Texts that were typed and neither saved nor discarded. */
  get drafts(): readonly Draft[] {
    return this.content?.drafts ?? [];
  }

  #set(content: ReaderContent | null): void {
    this.content = content;
    for (const listener of this.#listeners) listener();
  }

  /** A correction that comes from elsewhere, such as another tab. */
  correct(step: EditStep): void {
    this.#edit((history) => edit(history, step));
  }

  undo(): void {
    this.#edit(undo);
  }

  #edit(next: (history: EditHistory) => EditHistory): void {
    if (this.history === null) throw new Error('This reader is not to be edited.');
    this.history = next(this.history);
    const { current, edits, undone } = this.history;
    const editing = { canUndo: edits.length > 0, canRedo: undone.length > 0 };
    this.change({ transcript: current, edits, editing });
  }

  one<T extends HTMLElement>(selector: string): T {
    const found = this.renderRoot.querySelector<T>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }

  all<T extends HTMLElement = HTMLElement>(selector: string): T[] {
    return [...this.renderRoot.querySelectorAll<T>(selector)];
  }

  /** Returns the element with this part; throws if there is none. */
  byPart<T extends HTMLElement>(name: string): T {
    return this.one<T>(`[part~="${name}"]`);
  }

  allByPart<T extends HTMLElement = HTMLElement>(name: string): T[] {
    return this.all<T>(`[part~="${name}"]`);
  }

  /** Returns the control with this accessible name; throws if there is none. */
  control<T extends HTMLElement>(name: string | RegExp): T {
    return control<T>(this, name);
  }

  /** Returns the menu or dialog whose accessible name starts like this; throws if there is none. */
  popup<T extends HTMLElement = HTMLElement>(name: string): T {
    return this.one<T>(`:is([role="menu"], [role="dialog"], dialog)[aria-label^="${name}"]`);
  }

  /** Returns the group with this accessible name; throws if there is none. */
  group(name: string): HTMLElement {
    return this.one(`[role="group"][aria-label="${name}"]`);
  }

  /** Returns the text field with this visible label; throws if there is none. */
  field(label: string): HTMLInputElement {
    const found = this.all<HTMLInputElement>('label input').find(
      ({ labels }) => labels?.[0]?.textContent.trim() === label,
    );
    if (!found) throw new Error(`There is no field ${label}.`);
    return found;
  }

  /** The sentence beside a field that says why its value does not fit. */
  problemOf(field: Element): HTMLElement {
    const [id = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    return this.one(`#${id}[role="alert"]`);
  }

  /** The row with the name of the recording and the buttons beside it. */
  get header(): HTMLElement {
    const header = this.byPart('title').closest<HTMLElement>('[part~="reader"] > *');
    if (!header) throw new Error('There is no header.');
    return header;
  }

  /** The search field and what is beside it; null while the search is closed. */
  get searchBar(): HTMLElement | null {
    return this.allByPart('search-field')[0]?.parentElement ?? null;
  }

  /** The visible count of the matches; null if there is none. */
  get searchCount(): string | null {
    return this.searchBar?.querySelector(':scope > bdi')?.textContent.trim() ?? null;
  }

  /** The paragraphs of the transcript. */
  get paragraphs(): HTMLElement[] {
    return this.all(PARAGRAPH);
  }

  /** The problems that are shown. */
  get problems(): string[] {
    return this.allByPart('error-message')
      .filter(({ hidden }) => !hidden)
      .map(({ textContent }) => textContent.trim());
  }

  /** The text of a segment: beside its time in a line, or the segment itself. */
  text(index: number): HTMLElement {
    return textOf(this.one(`[data-index="${index}"][part~="segment"]`));
  }

  /** The texts of all segments. */
  get texts(): string[] {
    return this.allByPart('segment').map((segment) => textOf(segment).textContent);
  }

  /** Moves the focus to a segment by keyboard, and returns the button that has it. */
  focusLine(index: number): HTMLElement {
    this.one(`[role="article"] ${GO_BUTTON}[tabindex="0"]`).focus();
    const focused = (): HTMLElement => this.shadowRoot?.activeElement as HTMLElement;
    press(focused(), 'Home');
    for (let at = 0; at < index; at += 1) press(focused(), 'ArrowDown');
    return focused();
  }

  get audio(): HTMLAudioElement {
    return this.one<HTMLAudioElement>('audio');
  }

  /** Returns the indexes of the segments marked as playing. */
  get marked(): number[] {
    return this.all('[aria-current]').map(({ dataset }) => Number(dataset['index']));
  }
}
customElements.define('reader-host', ReaderHost);

/** Creates a WAV file with a quiet tone: 8 bits, 8 kHz, mono. */
export const wave = (seconds: number): string => {
  const rate = 8000;
  const samples = Uint8Array.from(
    { length: rate * seconds },
    (_, at) => 128 + Math.round(2 * Math.sin((at / rate) * 2 * Math.PI * 220)),
  );
  const parts = [wavHeader(rate, samples.length, 1, 8), samples];
  return URL.createObjectURL(new Blob(parts, { type: 'audio/wav' }));
};

/** Two speakers who overlap between 1.5 and 2 seconds. */
export const talk: Transcript = normaliseTranscript({
  text: '',
  language: 'en',
  duration: 6,
  segments: [
    { speaker: 'Anna', start_ms: 0, end_ms: 1000, text: 'Good morning.' },
    { speaker: 'Anna', start_ms: 1000, end_ms: 2000, text: 'Shall we begin?' },
    { speaker: 'Bob', start_ms: 1500, end_ms: 3000, text: 'Yes, please.' },
    { speaker: 'דנה', start_ms: 4000, end_ms: 5000, text: 'שלום לכולם', language: 'he' },
  ],
});

export const showReader = async (content: Content = {}): Promise<ReaderHost> => {
  const host = await fixture<ReaderHost>(html`<reader-host></reader-host>`);
  host.show({ title: 'Morning', ...content });
  await host.updateComplete;
  // A long transcript is drawn a few tasks later.
  await until(() => host.allByPart('reader').length > 0);
  return host;
};

/** Shows a reader whose transcript can be edited. */
export const showEditable = async (
  transcript: Transcript = talk,
  audio: string | null = null,
): Promise<ReaderHost> => {
  const host = await showReader({ transcript, audio });
  host.history = startHistory(host.content?.original ?? transcript);
  host.change({ editing: { canUndo: false, canRedo: false } });
  await loadCorrections();
  return host;
};

/** Opens the menu and chooses the item with this name. */
export const choose = async (
  host: ReaderHost,
  menu: string | RegExp,
  item: string,
): Promise<void> => {
  host.control(menu).click();
  host.control(item).click();
  await host.updateComplete;
};

/** Opens the menu of what is used less often, and returns an item of it. */
export const itemOfMore = (host: ReaderHost, item: string): HTMLElement => {
  if (!host.popup('More').matches(':popover-open')) host.control('More').click();
  return host.control(item);
};

/** Chooses an item of a line's menu. */
export const chooseForLine = async (
  host: ReaderHost,
  index: number,
  item: string,
): Promise<void> => {
  const line = host.one(`[data-index="${index}"]`);
  line.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  await choose(host, /^Options for/, item);
};

/** Dispatches a key press on an element. */
export const press = (
  target: EventTarget,
  key: string,
  more: KeyboardEventInit = {},
): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    composed: true,
    cancelable: true,
    ...more,
  });
  target.dispatchEvent(event);
  return event;
};

/** Waits for a condition. Not frame by frame, because Firefox draws hidden pages ever more rarely. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve));
};

export const happened = (target: EventTarget, type: string): Promise<Event> =>
  new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));

/** Shows a reader whose audio can seek. */
export const showPlayable = async (
  transcript: Transcript = talk,
  seconds = 6,
): Promise<ReaderHost> => {
  const host = await showReader({ transcript, audio: wave(seconds) });
  if (host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
  return host;
};

/** Opens the dialog of exports, which is loaded when it is opened first. */
export const openExport = async (host: ReaderHost): Promise<HTMLElement> => {
  host.control('Export').click();
  const dialog = host.one('[role="dialog"][aria-label="Export"]');
  await until(() => dialog.matches(':popover-open') && dialog.querySelector('select') !== null);
  return dialog;
};
