import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { createPreferences } from './player/preferences.js';
import { createReading, type ReaderContent, type Reading } from './reading.js';
import { englishReaderStrings, type ReaderStrings } from './strings/index.js';

export type { ReaderContent } from './reading.js';
export { readerStyles } from './styles.js';
export { englishReaderStrings, type ReaderStrings } from './strings/index.js';

export interface ReaderOptions {
  /** Called with the indexes of the segments that play now, each time they change. */
  readonly onSegment?: (indexes: readonly number[]) => void;
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

  /** Shows a recording in place of the one before. */
  show(content: ReaderContent): void {
    this.#reading?.dispose();
    this.#reading = createReading(content, {
      strings: this.#options.strings ?? englishReaderStrings,
      onSegment: (indexes) => this.#options.onSegment?.(indexes),
      preferences: this.#preferences,
    });
    this.#host.requestUpdate();
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
