import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { Transcript, TranscriptEdit } from '../transcript/index.js';
import { createPreferences } from './player/playback.js';
import { createReading, type Editing, type ReaderContent, type Reading } from './reading.js';
import { englishReaderStrings, type ReaderStrings } from '../strings/reader.js';

export type { Editing, ReaderContent } from './reading.js';
export { readerStyles } from './reader.styles.js';
export { englishReaderStrings, type ReaderStrings } from '../strings/reader.js';

export interface ReaderOptions {
  /** Called with the indexes of the segments that play now, each time they change. */
  readonly onSegment?: (indexes: readonly number[]) => void;
  /** The person corrects something; throws a RangeError whose sentence is for the person where it does not fit. */
  readonly onEdit?: (operation: TranscriptEdit) => void;
  readonly onUndo?: () => void;
  readonly onRedo?: () => void;
  /** An address that leads to a place in milliseconds; without it no links are offered. */
  readonly linkTo?: (ms: number) => string;
  /** Says a sentence to a screen reader, politely; each replaces the one before. */
  readonly announce?: (sentence: string) => void;
  /** BCP-47 of the page; undefined for the browser's. */
  readonly locale?: () => string | undefined;
  /** English by default. */
  readonly strings?: ReaderStrings;
}

/**
 * The player beside the transcript, for any Lit element. The host puts `render()` into its shadow
 * root, and `tokens`, `controls` and `readerStyles` into its styles.
 */
export class ReaderController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: ReaderOptions;
  readonly #preferences = createPreferences();
  #reading: Reading | null = null;

  constructor(host: ReactiveControllerHost, options: ReaderOptions = {}) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** Shows a recording in place of the one before; nothing can be corrected before `setEditing`. */
  show(content: ReaderContent): void {
    const { strings = englishReaderStrings, locale, linkTo, ...told } = this.#options;
    this.#reading?.dispose();
    this.#reading = createReading(content, {
      strings,
      locale: locale?.(),
      linkTo: linkTo ?? null,
      onSegment: (indexes) => told.onSegment?.(indexes),
      onEdit: (operation) => told.onEdit?.(operation),
      onUndo: () => told.onUndo?.(),
      onRedo: () => told.onRedo?.(),
      announce: (sentence) => told.announce?.(sentence),
      preferences: this.#preferences,
    });
    this.#host.requestUpdate();
  }

  /** Shows the corrected transcript of the same recording; `original` is it without corrections. */
  update(transcript: Transcript, original: Transcript, edits: readonly TranscriptEdit[]): void {
    this.#reading?.update({ transcript, original, edits });
  }

  /** What can be corrected, undone and redone; null for nothing. */
  setEditing(editing: Editing | null): void {
    this.#reading?.setEditing(editing);
  }

  /** Lets go of the recording and its audio. */
  clear(): void {
    if (this.#reading === null) return;
    this.#reading.dispose();
    this.#reading = null;
    this.#host.requestUpdate();
  }

  /** Moves the player, in milliseconds; does nothing while no recording is shown. */
  seek(ms: number): void {
    this.#reading?.seek(ms);
  }

  render(): TemplateResult {
    return html`${this.#reading?.element ?? nothing}`;
  }

  hostConnected(): void {
    this.#reading?.resume();
  }

  hostDisconnected(): void {
    this.#reading?.suspend();
  }
}
