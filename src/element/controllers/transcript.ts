import type { TranscriptionData } from '../../protocol/index.js';
import type { LitElement } from 'lit';
import { ReaderController } from '../../reader/reader-controller.js';
import type { TranscriptEdit } from '../../transcript/index.js';
import { TranscribeEditEvent, TranscribeSegmentEvent, type TranscriptChange } from '../events.js';
import type { ShownTranscript } from '../open-transcript.js';
import { localeOf } from '../views/format.js';
import { DeepLinkController } from './deep-links.js';

/** The element, as far as it shows a transcript. */
interface TranscriptHost extends LitElement {
  readonly readonly: boolean;
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
  /** The recording, if the browser still has it. */
  readonly file: Blob | null;
  /** Other URLs of the audio, the best first. */
  readonly addresses: readonly string[];
}

/** Shows a transcript in the reader, and keeps the reader, the corrections and the page's URL in sync. */
export class TranscriptController {
  readonly reader: ReaderController;
  readonly #host: TranscriptHost;
  readonly #transcript: ShownTranscript;
  readonly #links: DeepLinkController;
  #announcement = '';
  #localAudio: string | null = null;
  #transcriptionId = '';
  #title = '';

  constructor(host: TranscriptHost, transcript: ShownTranscript) {
    this.#host = host;
    this.#transcript = transcript;
    this.#links = new DeepLinkController(host, (ms) => host.seek(ms));
    this.reader = new ReaderController(host, {
      onSegment: (indexes) => this.#segmentChanged(indexes),
      onEdit: (operation) => host.edit(operation),
      onUndo: () => host.undo(),
      onRedo: () => host.redo(),
      linkTo: (ms) => this.#links.linkTo(ms),
      announce: (sentence) => this.#announce(sentence),
      locale: () => localeOf(host),
    });
  }

  /** The last announcement to screen readers; empty for none. */
  get announcement(): string {
    return this.#announcement;
  }

  /** Name of the recording. */
  get title(): string {
    return this.#title;
  }

  show({ transcriptionId, data, title, file, addresses }: FinishedTask): void {
    this.#transcriptionId = transcriptionId ?? '';
    this.#title = title;
    if (file !== null) this.#localAudio = URL.createObjectURL(file);
    const local = this.#localAudio === null ? [] : [this.#localAudio];
    const transcript = this.#transcript.show(transcriptionId, data);
    this.reader.show({ transcript, audio: [...local, ...addresses], title });
    this.showEditing();
    this.#links.follow();
  }

  clear(): void {
    if (this.#localAudio !== null) URL.revokeObjectURL(this.#localAudio);
    this.#localAudio = null;
    this.#transcript.clear();
    this.reader.clear();
    this.#announcement = '';
    this.#host.requestUpdate();
  }

  /** Shows what can be edited, undone and redone now. */
  showEditing(): void {
    const { isEditable, canUndo, canRedo } = this.#transcript;
    const editing = this.#host.readonly || !isEditable ? null : { canUndo, canRedo };
    this.reader.setEditing(editing);
  }

  /** The transcript was corrected. */
  changed(change: TranscriptChange, operation: TranscriptEdit | null): void {
    const { current, original, edits } = this.#transcript;
    if (current === null || original === null) return;
    this.reader.update(current, original, edits);
    this.showEditing();
    this.#host.dispatchEvent(
      new TranscribeEditEvent(this.#transcriptionId, change, operation, edits, current),
    );
  }

  #announce(sentence: string): void {
    // Screen readers repeat a sentence only if its text differs.
    this.#announcement = this.#announcement === sentence ? `${sentence}\u00a0` : sentence;
    this.#host.requestUpdate();
  }

  #segmentChanged(indexes: readonly number[]): void {
    const { current } = this.#transcript;
    const segments = indexes.flatMap((index) => current?.segments[index] ?? []);
    this.#host.dispatchEvent(new TranscribeSegmentEvent(indexes, segments));
  }
}
