// The styles come first, because they compress better beside each other.
export { readerStyles } from './reader.styles.js';
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Draft } from '../transcript/edits/drafts.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import type { Transcript } from '../transcript/transcript.js';
import { createHintMemory, type HintMemory } from './edit/name-hint.js';
import { createReading, type ReaderContent, type Reading } from './reading.js';
import { nextTask } from './next-task.js';
import {
  DEFAULT_PREFERENCES,
  type Editing,
  type ReaderCallbacks,
  type ReaderEvent,
} from './store.js';
import { reader as english } from '../strings/en-reader.js';
import { formatsOf } from '../strings/number-formats.js';
import type { Language, ReaderStrings } from '../strings/strings.js';

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
  /** BCP-47 language of the page; undefined for the browser's language. */
  readonly locale?: () => string | undefined;
  /** Remembers in this browser that a hint was shown. Without it, the hint is shown once per element. */
  readonly storage?: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** The texts, which default to English. Called again by `relabel`. */
  readonly strings?: (english: Language['reader']) => ReaderStrings;
}

/** Shows the player and the transcript in a Lit element with the styles `tokens`, `controls` and `readerStyles`. */
export class ReaderController {
  readonly #host: ReactiveControllerHost;
  readonly #options: ReaderOptions;
  #preferences = DEFAULT_PREFERENCES;
  readonly #hints: HintMemory;
  /** One object for the life of the reader. `relabel` replaces its texts. */
  readonly #strings: ReaderStrings;
  #reading: Reading | null = null;
  /** Calls that wait until the reader of a long transcript is made; null once it may be drawn. */
  #waiting: ((reading: Reading) => void)[] | null = null;

  constructor(host: ReactiveControllerHost, options: ReaderOptions = {}) {
    this.#host = host;
    this.#options = options;
    this.#strings = { ...this.#wordsNow() };
    this.#hints = createHintMemory(options.storage ?? null);
    registerAccent();
  }

  /** Replaces the shown recording. Nothing can be corrected until `setEditing`. A long one appears some tasks later. */
  show(content: ReaderContent): void {
    this.clear();
    if (content.transcript.segments.length <= LONG) {
      this.#reading = this.#create(content);
      this.#host.requestUpdate();
      return;
    }
    const own: ((reading: Reading) => void)[] = [];
    this.#waiting = own;
    const inNextTask = (next: () => void): void =>
      nextTask(() => {
        if (this.#waiting === own) next();
      });
    inNextTask(() => {
      const reading = this.#create(content);
      this.#reading = reading;
      for (const call of own.splice(0)) call(reading);
      inNextTask(() => {
        this.#waiting = null;
        this.#host.requestUpdate();
      });
    });
  }

  #create(content: ReaderContent): Reading {
    const { locale, ...options } = this.#options;
    return createReading(content, {
      ...options,
      host: this.#host,
      strings: this.#strings,
      locale: locale?.(),
      preferences: this.#preferences,
      hints: this.#hints,
      onPreferences: (preferences) => (this.#preferences = preferences),
    });
  }

  #call(call: (reading: Reading) => void): void {
    if (this.#reading) call(this.#reading);
    else this.#waiting?.push(call);
  }

  #dispatch(event: ReaderEvent): void {
    this.#call(({ dispatch }) => dispatch(event));
  }

  /** Shows a corrected transcript of the same recording. `original` is the transcript without corrections. */
  update(transcript: Transcript, original: Transcript, edits: readonly TranscriptEdit[]): void {
    this.#dispatch({ type: 'corrected', transcript, original, edits });
  }

  /** Sets what can be corrected, undone and redone; null for nothing. */
  setEditing(editing: Editing | null): void {
    this.#dispatch({ type: 'editing', editing });
  }

  setDrafts(drafts: readonly Draft[]): void {
    this.#dispatch({ type: 'drafts', drafts });
  }

  /** Shows the texts of another language, without interrupting the audio. */
  relabel(): void {
    Object.assign(this.#strings, this.#wordsNow());
    this.#reading?.relabel();
  }

  clear(): void {
    this.#waiting = null;
    if (this.#reading === null) return;
    this.#reading.dispose();
    this.#reading = null;
    this.#host.requestUpdate();
  }

  /** Moves the player to a time in milliseconds. Does nothing if no recording is shown. */
  seek(ms: number): void {
    this.#call((reading) => reading.seek(ms));
  }

  /** `onNew` starts over with another recording; null hides that button. */
  render(onNew: (() => void) | null = null): TemplateResult {
    const reading = this.#waiting === null ? this.#reading : null;
    return html`${reading?.render(onNew) ?? nothing}`;
  }

  #wordsNow(): ReaderStrings {
    return this.#options.strings?.(english) ?? english(formatsOf('en'));
  }
}
