import type { TranscriptionData } from '../../protocol/index.js';
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import type { ReaderController, ReadPeaks } from '../../reader/reader-controller.js';
import type { TranscriptEdit } from '../../transcript/index.js';
import { loadReader } from '../downloads.js';
import {
  TranscribeEditEvent,
  TranscribeSegmentEvent,
  type TranscribeEvent,
  type TranscriptChange,
} from '../events.js';
import type { ShownTranscript } from '../open-transcript.js';
import { ICONS } from '../../ui/icons.js';
import { DeepLinkController } from './deep-links.js';
import type { LanguageController } from './language.js';
import type { LateStylesController } from './rendering.js';

/** The element, as far as it shows a transcript. */
interface TranscriptHost extends LitElement {
  readonly readonly: boolean;
  readonly noResume: boolean;
  edit(operation: TranscriptEdit): void;
  undo(): void;
  redo(): void;
  seek(ms: number): void;
}

/** A task that has succeeded, and the audio to play beside its transcript. */
export interface FinishedTask {
  readonly transcriptionId: string | null;
  /** `data` of the task (2.4). */
  readonly data: TranscriptionData;
  readonly title: string;
  /** The recording, if the browser still has it, and what it was converted to. */
  readonly files: readonly Blob[];
  /** Other URLs of the audio, the best first. */
  readonly addresses: readonly string[];
  /** The recording in the list of `multiple`; null without it. */
  readonly item: TranscribeEvent['item'];
}

/** True if the user asked the browser to save data. Then no audio is downloaded only to draw it. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The reader is loaded when it is needed. A failed download can be tried again. */
type Loading =
  | { readonly step: 'not-asked' | 'failed' }
  | { readonly step: 'loading'; readonly end: Promise<void> }
  | { readonly step: 'loaded'; readonly reader: ReaderController };

type ReaderCall = (reader: ReaderController) => void;

/**
 * Loads the reader, shows a transcript in it, and keeps the reader, the corrections and the page's URL in sync.
 */
export class TranscriptController {
  readonly #host: TranscriptHost;
  readonly #transcript: ShownTranscript;
  readonly #language: LanguageController;
  readonly #styles: LateStylesController;
  readonly #links: DeepLinkController;
  /** Announces a sentence politely to screen readers. */
  readonly #announce: (sentence: string) => void;
  readonly #readPeaks: (...request: [...Parameters<ReadPeaks>, string]) => Promise<void>;
  #loading: Loading = { step: 'not-asked' };
  /** Calls that wait for the reader, in order. */
  #waiting: ReaderCall[] = [];
  #localAudio: readonly string[] = [];
  #transcriptionId = '';
  #title = '';
  #item: TranscribeEvent['item'] = null;

  constructor(
    host: TranscriptHost,
    transcript: ShownTranscript,
    language: LanguageController,
    styles: LateStylesController,
    announce: (sentence: string) => void,
    /** The last argument is the id of the task; empty if it has none. */
    readPeaks: (...request: [...Parameters<ReadPeaks>, string]) => Promise<void>,
  ) {
    this.#host = host;
    this.#transcript = transcript;
    this.#language = language;
    this.#styles = styles;
    this.#announce = announce;
    this.#readPeaks = readPeaks;
    this.#links = new DeepLinkController(host, (ms) => host.seek(ms));
  }

  /** Name of the recording. */
  get title(): string {
    return this.#title;
  }

  /** Loads the reader, unless it is loaded or under way. Call it early, so that nobody waits for it. */
  load(): void {
    if (this.#loading.step === 'loading' || this.#loading.step === 'loaded') return;
    const end = loadReader().then(
      ({ ReaderController: Reader, readerStyles }) => {
        this.#styles.add(readerStyles);
        const reader = new Reader(this.#host, {
          onSegment: (indexes) => this.#segmentChanged(indexes),
          onEdit: (operation) => this.#host.edit(operation),
          onUndo: () => this.#host.undo(),
          onRedo: () => this.#host.redo(),
          linkTo: (ms) => this.#links.linkTo(ms),
          announce: this.#announce,
          locale: () => this.#language.tag || undefined,
          strings: (english) => this.#language.reader(english),
          readPeaks: (source, request) => this.#readPeaks(source, request, this.#transcriptionId),
          ...(this.#host.noResume ? {} : { storage: () => localStorage }),
        });
        this.#loading = { step: 'loaded', reader };
        for (const call of this.#waiting.splice(0)) call(reader);
        this.#host.requestUpdate();
      },
      () => {
        this.#loading = { step: 'failed' };
        this.#host.requestUpdate();
      },
    );
    this.#loading = { step: 'loading', end };
  }

  get isLoading(): boolean {
    return this.#loading.step === 'loading';
  }

  /** Resolves once the reader is loaded or failed to load. Resolves at once if it is not needed. */
  async settled(): Promise<void> {
    if (this.#loading.step === 'loading') await this.#loading.end;
  }

  show({ transcriptionId, data, title, files, addresses, item }: FinishedTask): void {
    this.#item = item;
    this.#transcriptionId = transcriptionId ?? '';
    this.#title = title;
    this.#localAudio = files.map((file) => URL.createObjectURL(file));
    const transcript = this.#transcript.show(transcriptionId, data);
    this.load();
    this.#call((reader) =>
      reader.show({
        transcript,
        audio: [...this.#localAudio, ...addresses],
        recording: files.at(-1) ?? (savesData() ? null : (addresses[0] ?? null)),
        title,
      }),
    );
    this.showEditing();
    this.#links.follow();
  }

  /** Moves the player to a time in ms, at the latest when the reader is loaded. */
  seek(ms: number): void {
    this.#call((reader) => reader.seek(ms));
  }

  /** `onNew` starts over with another recording; null hides that button. */
  render(onNew: (() => void) | null): TemplateResult {
    switch (this.#loading.step) {
      case 'loaded':
        return this.#loading.reader.render(onNew);
      case 'loading':
      case 'failed':
        return this.#renderMissing();
      case 'not-asked':
        return html``;
    }
  }

  clear(): void {
    for (const url of this.#localAudio) URL.revokeObjectURL(url);
    this.#localAudio = [];
    this.#transcript.clear();
    this.#waiting = [];
    if (this.#loading.step === 'loaded') this.#loading.reader.clear();
    this.#host.requestUpdate();
  }

  /** Shows what can be edited, undone and redone now. */
  showEditing(): void {
    const { isEditable, canUndo, canRedo } = this.#transcript;
    const editing = this.#host.readonly || !isEditable ? null : { canUndo, canRedo };
    this.#call((reader) => reader.setEditing(editing));
  }

  /** The transcript was corrected. */
  changed(change: TranscriptChange, operation: TranscriptEdit | null): void {
    const { current, original, edits } = this.#transcript;
    if (current === null || original === null) return;
    this.#call((reader) => reader.update(current, original, edits));
    this.showEditing();
    this.#fire(new TranscribeEditEvent(this.#transcriptionId, change, operation, edits, current));
  }

  /** The texts have changed. */
  relabel(): void {
    if (this.#loading.step === 'loaded') this.#loading.reader.relabel();
  }

  /** Calls the reader, at the latest when it is loaded. Does nothing if there is no transcript. */
  #call(call: ReaderCall): void {
    if (this.#loading.step === 'loaded') call(this.#loading.reader);
    else if (this.#transcript.current !== null) this.#waiting.push(call);
  }

  /** Stands in for the reader until it is loaded. */
  #renderMissing(): TemplateResult {
    const failed = this.#loading.step === 'failed';
    const strings = this.#language.element;
    return html`<div class="reader-missing">
      <h2 class="ready-title" part="title" dir="auto">${this.#title || strings.untitled}</h2>
      <slot name="finished"></slot>
      <p class=${failed ? 'error-message' : 'hint'}>
        ${failed ? strings.readerFailed : strings.readerLoading}
      </p>
      ${
        failed
          ? html`<button
              type="button"
              class="button"
              part="retry-button"
              @click=${() => this.#retry()}
            >
              ${ICONS.retry}${strings.retry}
            </button>`
          : nothing
      }
    </div>`;
  }

  #retry(): void {
    this.load();
    this.#host.requestUpdate();
  }

  #segmentChanged(indexes: readonly number[]): void {
    const { current } = this.#transcript;
    const segments = indexes.flatMap((index) => current?.segments[index] ?? []);
    this.#fire(new TranscribeSegmentEvent(indexes, segments));
  }

  #fire(event: TranscribeEvent): void {
    event.item = this.#item;
    this.#host.dispatchEvent(event);
  }
}
