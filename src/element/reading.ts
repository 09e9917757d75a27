import { state } from 'lit/decorators.js';
import type { PropertyValues } from 'lit';
import type { TranscriptionData } from '../protocol/index.js';
import { editStore } from '../browser/index.js';
import { TranscribeError, type OwnScope } from '../engine/index.js';
import { ElementForm } from './form.js';
import { TranscribeEditEvent, TranscribeSegmentEvent, type TranscriptChange } from './events.js';
import { createShownTranscript } from './open-transcript.js';
import {
  exportTitle,
  exportTranscript,
  type ExportFormat,
  type Transcript,
  type TranscriptEdit,
} from '../transcript/index.js';
import { DeepLinkController } from './controllers/deep-links.js';
import { localeOf } from './views/format.js';
import { ReaderController } from '../reader/reader-controller.js';

/** A task that has succeeded, and what is to be played beside its transcript. */
export interface Finished {
  readonly transcriptionId: string | null;
  /** 2.4, `data`. */
  readonly data: TranscriptionData;
  readonly title: string;
  /** What the person gave, as long as the browser has it. */
  readonly file: Blob | null;
  /** What else may be played, the best first. */
  readonly addresses: readonly string[];
}

/** The half of the element that begins when the transcript is there: reading, listening, correcting, taking away. */
export abstract class ElementReading extends ElementForm {
  /** What the reader has to say to a screen reader; empty for nothing. */
  @state() protected said = '';
  protected readonly reader = new ReaderController(this, {
    onSegment: (indexes) => this.#segmentChanged(indexes),
    onEdit: (operation) => this.edit(operation),
    onUndo: () => this.undo(),
    onRedo: () => this.redo(),
    linkTo: (ms) => this.#links.linkTo(ms),
    // The same sentence again is only said if it differs.
    announce: (sentence) => (this.said = this.said === sentence ? `${sentence}\u00a0` : sentence),
    locale: () => localeOf(this),
  });
  readonly #links = new DeepLinkController(this, (ms) => this.seek(ms));
  /** Whose corrections are kept. */
  protected abstract readonly storedScope: OwnScope;
  readonly #shown = createShownTranscript({
    store: editStore,
    scope: () => this.storedScope,
    onChange: (change, operation) => this.#transcriptChanged(change, operation),
    onEditable: () => this.#showEditing(),
    onUnavailable: () => this.storageUnavailable(),
  });
  #localAudio: string | null = null;
  #transcriptionId = '';
  #title = '';

  /** The data of 2.4, put in order and corrected; null until the state is `ready`. */
  get transcript(): Transcript | null {
    return this.#shown.current;
  }

  /** The corrections in force, the oldest first: plain data, as `restoreEdits()` takes it. */
  get edits(): readonly TranscriptEdit[] {
    return this.#shown.edits;
  }

  /** Moves the player, in milliseconds from the start; does nothing unless the state is `ready`. */
  seek(ms: number): void {
    this.reader.seek(ms);
  }

  /**
   * Corrects the transcript. Throws a RangeError where the operation does not fit it, and TranscribeError
   * `configuration` while there is none.
   */
  edit(operation: TranscriptEdit): void {
    this.#shown.edit(operation);
  }

  /** Takes the last correction back; does nothing where there is none. */
  undo(): void {
    if (this.#shown.canUndo) this.#shown.undo();
  }

  /** Brings back what was undone last; does nothing where there is nothing. */
  redo(): void {
    if (this.#shown.canRedo) this.#shown.redo();
  }

  /**
   * Replaces all corrections by some that were saved from `transcribe-edit`. Throws a RangeError where they were
   * not made on this transcript, and TranscribeError `configuration` while there is none.
   */
  restoreEdits(edits: unknown): void {
    this.#shown.restore(edits);
  }

  /** The transcript as a file. Rejects with TranscribeError `configuration` while there is none. */
  async exportTranscript(format: ExportFormat): Promise<Blob> {
    const { current, edits } = this.#shown;
    if (current === null) {
      throw new TranscribeError(
        'configuration',
        'There is no transcript to export yet: wait for “transcribe-ready”.',
      );
    }
    const { content, mediaType } = await exportTranscript(current, format, {
      edits,
      title: exportTitle(this.#title),
    });
    return new Blob([content as BlobPart], { type: mediaType });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('readonly')) this.#showEditing();
  }

  /** Something cannot be kept in this browser. */
  protected storageUnavailable(): void {
    this.requestUpdate();
  }

  protected showTranscript({ transcriptionId, data, title, file, addresses }: Finished): void {
    this.#transcriptionId = transcriptionId ?? '';
    this.#title = title;
    if (file !== null) this.#localAudio = URL.createObjectURL(file);
    const local = this.#localAudio === null ? [] : [this.#localAudio];
    const transcript = this.#shown.show(transcriptionId, data);
    this.reader.show({ transcript, audio: [...local, ...addresses], title });
    this.#showEditing();
    this.#links.follow();
  }

  /** Corrections of this `resume-scope` or `storage_scope`, or whatever they are for null, are not stored any more. */
  protected async forgetEdits(id: string | null): Promise<void> {
    await this.#shown.forget(id);
  }

  protected clearTranscript(): void {
    if (this.#localAudio !== null) URL.revokeObjectURL(this.#localAudio);
    this.#localAudio = null;
    this.#shown.clear();
    this.reader.clear();
    this.said = '';
  }

  #showEditing(): void {
    const { isEditable, canUndo, canRedo } = this.#shown;
    this.reader.setEditing(this.readonly || !isEditable ? null : { canUndo, canRedo });
  }

  #transcriptChanged(change: TranscriptChange, operation: TranscriptEdit | null): void {
    const { current, original, edits } = this.#shown;
    if (current === null || original === null) return;
    this.reader.update(current, original, edits);
    this.#showEditing();
    this.dispatchEvent(
      new TranscribeEditEvent(this.#transcriptionId, change, operation, edits, current),
    );
  }

  #segmentChanged(indexes: readonly number[]): void {
    const segments = indexes.flatMap((index) => this.transcript?.segments[index] ?? []);
    this.dispatchEvent(new TranscribeSegmentEvent(indexes, segments));
  }
}
