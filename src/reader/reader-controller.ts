// The styles come first, because they compress better beside each other.
export { readerStyles } from './reader.styles.js';
import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Transcript } from '../transcript/transcript.js';
import { NAME_HINT_KEY } from './edit/name-hint.js';
import type { ReaderContent, ReaderSource } from './reader-content.js';
import type { LaterCode } from './later-parts.js';
import { createReading, type AddStyles, type Reading } from './reading.js';
import { nextTask } from './next-task.js';
import { CHARACTER_KEYS_OFF } from './player/shortcuts.js';
import { createRememberedFlag, type RememberedFlag } from './remembered-flag.js';
import { DEFAULT_PREFERENCES, type Preferences, type ReaderCallbacks } from './store.js';
import { reader as english } from '../strings/en-reader.js';
import { formatsOf, type Formats } from '../strings/number-formats.js';
import type { ReaderStrings } from '../strings/strings.js';
import { html } from '../ui/html.js';

/** Above this many segments, a reader is made and drawn in tasks of their own. */
const LONG = 300;

/** Lets the browser compute the accent once. Each use of a mere string parses its formula, which is slow on a phone. */
const registerAccent = (): void => {
  try {
    CSS.registerProperty({
      name: '--_at-accent-text',
      syntax: '<color>',
      inherits: true,
      initialValue: 'transparent',
    });
  } catch {
    // Another copy of this module has registered it, or the browser cannot.
  }
};

export type { ReadPeaks } from './waveform/bars.js';

interface ReaderOptions extends ReaderCallbacks {
  /** Called when parts have been loaded that need more than `readerStyles`. */
  readonly addStyles: AddStyles;
  /** What makes the parts that are not needed to read and to play, or loads it. May be called again after a failure. */
  readonly laterCode: LaterCode | (() => Promise<LaterCode>);
  /** What is shown. */
  readonly source: ReaderSource;
  /** BCP-47 language of the page; undefined for the browser's language. */
  readonly locale?: () => string | undefined;
  /** Remembers in this browser what the person chose, and that a hint was shown. Without it, the element remembers. */
  readonly storage?: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** The texts, which default to English. Called again by `relabel`. */
  readonly strings?: (english: (formats: Formats) => ReaderStrings) => ReaderStrings;
}

/** Shows the player and the transcript in a Lit element with the styles `tokens`, `controls` and `readerStyles`. */
export class ReaderController {
  readonly #host: ReactiveControllerHost;
  readonly #options: ReaderOptions;
  #preferences = DEFAULT_PREFERENCES;
  readonly #hint: RememberedFlag;
  readonly #characterKeysOff: RememberedFlag;
  /** One object for the life of the reader. `relabel` replaces its texts. */
  readonly #strings: ReaderStrings;
  /** As in the options, until it is loaded. Then a reader has all its parts from the start. */
  #later: ReaderOptions['laterCode'];
  #reading: Reading | null = null;
  /** The transcript that is shown, without corrections. Null for none. */
  #shown: Transcript | null = null;
  /** False until the reader of a long transcript may be drawn. */
  #isDrawn = true;
  /** The parts that are loaded after the first drawing. */
  #completing: Promise<unknown> = Promise.resolve();

  constructor(host: ReactiveControllerHost, options: ReaderOptions) {
    this.#host = host;
    this.#options = options;
    this.#later = options.laterCode;
    this.#strings = { ...this.#wordsNow() };
    const { storage = null } = options;
    this.#hint = createRememberedFlag(NAME_HINT_KEY, storage);
    this.#characterKeysOff = createRememberedFlag(CHARACTER_KEYS_OFF, storage);
    registerAccent();
    options.source.subscribe(() => this.#follow());
    this.#follow();
  }

  /** Shows what the source has now. A long recording appears some tasks later. */
  #follow(): void {
    const { content } = this.#options.source;
    if (content !== null && content.original === this.#shown) {
      this.#reading?.follow(content);
      return;
    }
    this.#clear();
    this.#shown = content?.original ?? null;
    if (content === null) return;
    if (content.transcript.segments.length <= LONG) this.#create(content);
    else this.#createLater(content.original);
  }

  #createLater(own: Transcript): void {
    this.#isDrawn = false;
    const inNextTask = (next: (content: ReaderContent) => void): void =>
      nextTask(() => {
        const { content } = this.#options.source;
        if (content?.original === own && this.#shown === own) next(content);
      });
    inNextTask((content) => {
      this.#create(content);
      inNextTask(() => {
        this.#isDrawn = true;
        this.#host.requestUpdate();
      });
    });
  }

  #create(content: ReaderContent): void {
    const { locale, ...options } = this.#options;
    this.#reading = createReading(content, {
      ...options,
      host: this.#host,
      later: this.#later instanceof Function ? () => this.#loadLater() : this.#later,
      strings: this.#strings,
      locale: locale?.(),
      preferences: { ...this.#preferences, characterKeys: !this.#characterKeysOff.get() },
      hint: this.#hint,
      onPreferences: (preferences) => this.#prefer(preferences),
    });
    this.#host.requestUpdate();
    this.#completing = this.#reading.complete();
  }

  #prefer(preferences: Preferences): void {
    this.#preferences = preferences;
    const isOff = !preferences.characterKeys;
    if (isOff !== this.#characterKeysOff.get()) this.#characterKeysOff.set(isOff);
  }

  async #loadLater(): Promise<LaterCode> {
    const { laterCode: later } = this.#options;
    this.#later = later instanceof Function ? await later() : later;
    return this.#later;
  }

  #clear(): void {
    this.#isDrawn = true;
    if (this.#reading === null) return;
    this.#reading.dispose();
    this.#reading = null;
    this.#host.requestUpdate();
  }

  /** Resolves once all parts are loaded, or could not be loaded. */
  async settled(): Promise<void> {
    await this.#completing;
  }

  /** Saves what is typed in the text. */
  settle(): void {
    this.#reading?.settle();
  }

  /** Shows the texts of another language, without interrupting the audio. */
  relabel(): void {
    Object.assign(this.#strings, this.#wordsNow());
    this.#reading?.relabel();
  }

  /** `onNew` starts over with another recording; null hides that button. */
  render(onNew: (() => void) | null = null): TemplateResult {
    const reading = this.#isDrawn ? this.#reading : null;
    return html`${reading?.render(onNew) ?? nothing}`;
  }

  #wordsNow(): ReaderStrings {
    return this.#options.strings?.(english) ?? english(formatsOf('en'));
  }
}
