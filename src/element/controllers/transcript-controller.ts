import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { titleOf } from '../../engine/session/job.js';
import type { SessionState } from '../../engine/session/state.js';
import { TranscribeError, sessionError } from '../../protocol/errors.js';
import { loadFiles } from '../../reader/reader-downloads.js';
import type { ReaderController, ReadPeaks } from '../../reader/reader-controller.js';
import type { Draft } from '../../transcript/edits/drafts.js';
import { speakerIdentities } from '../../transcript/edits/edit-history.js';
import type { TranscriptEdit } from '../../transcript/edits/edits.js';
import type { ExportFormat } from '../../transcript/exports/formats.js';
import type { Transcript } from '../../transcript/transcript.js';
import {
  TranscribeEditEvent,
  TranscribeSegmentEvent,
  type TranscribeEvent,
  type TranscriptChange,
} from '../events.js';
import { ShownTranscript, type ShownTranscriptOptions } from '../shown-transcript.js';
import type { ElementSettings } from '../settings.js';
import { loadReader, loadWork } from '../work-loader.js';
import { button } from '../../ui/button.js';
import { ICONS } from '../../ui/icons.js';
import type { DeepLinkController } from './deep-links.js';
import type { LanguageController } from './language.js';
import type { LateStylesController } from './rendering.js';
import type { StatusLineController } from './status-line.js';

export type ReadyState = Extract<SessionState, { name: 'ready' }>;

/** The element, as far as it shows a transcript. */
type TranscriptHost = LitElement &
  Pick<ElementSettings, 'audioUrl' | 'noStorage' | 'readOnly' | 'workerUrl'>;

/** The parts of the element that the controller uses, and what stores the corrections. */
interface TranscriptParts extends Pick<
  ShownTranscriptOptions,
  'store' | 'scope' | 'onUnavailable'
> {
  readonly language: LanguageController;
  readonly styles: LateStylesController;
  readonly status: StatusLineController;
}

/** True if the user asked the browser to save data. Then no audio is downloaded only to draw it. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

type ReaderCall = (reader: ReaderController, links: DeepLinkController) => void;

/**
 * Loads the reader, shows a transcript in it, and keeps the reader, the corrections and the page's URL in sync.
 */
export class TranscriptController {
  /** The transcript that is shown, and its corrections. */
  readonly shown: ShownTranscript;
  #reader: ReaderController | null = null;
  #links: DeepLinkController | null = null;
  /** Null before the first transcript, and after a failed download, which can be tried again. */
  #loading: Promise<void> | null = null;
  /** Calls that wait for the reader, in order. */
  #waiting: ReaderCall[] = [];
  #localAudio: readonly string[] = [];
  #transcriptionId = '';
  #title = '';
  #item: TranscribeEvent['item'] = null;
  readonly #warn = (event: BeforeUnloadEvent): void => {
    if (this.shown.hasUnstoredDraft) event.preventDefault();
  };

  constructor(
    private readonly host: TranscriptHost,
    private readonly parts: TranscriptParts,
  ) {
    this.shown = new ShownTranscript(host, {
      ...parts,
      onChange: (change, operations) => this.#changed(change, operations),
      onDrafts: (drafts) => this.#call((reader) => reader.setDrafts(drafts)),
      onEditable: () => this.showEditing(),
    });
  }

  /** Name of the recording. */
  get title(): string {
    return this.#title;
  }

  /** Loads the reader, unless it is loaded or under way. */
  #load(): void {
    this.#loading ??= Promise.all([loadReader(), loadWork()]).then(
      ([{ ReaderController: Reader, readerStyles }, { DeepLinkController: Links }]) => {
        this.parts.styles.add(readerStyles);
        const links = new Links(this.host, (ms) => this.seek(ms));
        const reader = new Reader(this.host, {
          onSegment: (indexes) => this.#segmentChanged(indexes),
          onEdit: (step) => this.shown.edit(step),
          onDrafts: (drafts) => this.#draftsChanged(drafts),
          onUndo: () => this.shown.undo(),
          onRedo: () => this.shown.redo(),
          linkTo: (ms) => links.linkTo(ms),
          announce: (sentence) => this.parts.status.say(sentence),
          locale: () => this.parts.language.tag || undefined,
          strings: (english) => this.parts.language.group('reader', english),
          readPeaks: (source, request) => this.#readPeaks(source, request),
          ...(this.host.noStorage ? {} : { storage: () => localStorage }),
        });
        this.#links = links;
        this.#reader = reader;
        for (const call of this.#waiting.splice(0)) call(reader, links);
        this.host.requestUpdate();
      },
      () => {
        this.#loading = null;
        this.host.requestUpdate();
      },
    );
  }

  /** Resolves once the reader is loaded or failed to load. Resolves at once if it is not needed. */
  async settled(): Promise<void> {
    await this.#loading;
  }

  /** Shows the transcript of a task that has succeeded. `item`: the recording in the list of `multiple`. */
  show({ job, data }: ReadyState, item: TranscribeEvent['item'] = null): Transcript {
    const { source, transcriptionId = null } = job;
    // The recording, if the browser still has it, and what it was converted to.
    const files = source.kind === 'file' ? [source.file, source.converted ?? []].flat() : [];
    const addresses = [
      this.host.audioUrl,
      source.kind === 'address' ? source.fileUrl : null,
    ].filter((address) => address !== null);
    const title = item?.name ?? titleOf(job);
    this.#item = item;
    this.#transcriptionId = transcriptionId ?? '';
    this.#title = title;
    this.#localAudio = files.map((file) => URL.createObjectURL(file));
    const transcript = this.shown.show(transcriptionId, data);
    this.#load();
    this.#call((reader) =>
      reader.show({
        transcript,
        audio: [...this.#localAudio, ...addresses],
        recording: files.at(-1) ?? (savesData() ? null : (addresses[0] ?? null)),
        title,
      }),
    );
    this.showEditing();
    this.#call((_reader, links) => links.follow());
    return transcript;
  }

  /** The transcript as a file. */
  async export(format: ExportFormat): Promise<Blob> {
    const { current, original, edits } = this.shown;
    if (current === null || original === null) {
      throw new TranscribeError(
        'configuration',
        'There is no transcript to export yet: wait for “transcribe-ready”.',
      );
    }
    const title = this.#title;
    const { exportTranscript } = await loadFiles().catch((cause: unknown) => {
      throw sessionError('network', { cause });
    });
    const identities = speakerIdentities({ original, edits });
    const exported = await exportTranscript(current, format, { edits, identities, title });
    return new Blob([exported.content as BlobPart], { type: exported.mediaType });
  }

  /** Moves the player to a time in ms, at the latest when the reader is loaded. */
  seek(ms: number): void {
    this.#call((reader) => reader.seek(ms));
  }

  /** `onNew` starts over with another recording; null hides that button. */
  render(onNew: (() => void) | null): TemplateResult {
    return this.#reader?.render(onNew) ?? this.#renderMissing();
  }

  clear(): void {
    removeEventListener('beforeunload', this.#warn);
    for (const url of this.#localAudio) URL.revokeObjectURL(url);
    this.#localAudio = [];
    this.shown.clear();
    this.#waiting = [];
    this.#reader?.clear();
    this.host.requestUpdate();
  }

  /** Shows what can be edited, undone and redone now. */
  showEditing(): void {
    const { isEditable, canUndo, canRedo } = this.shown;
    const editing = this.host.readOnly || !isEditable ? null : { canUndo, canRedo };
    this.#call((reader) => reader.setEditing(editing));
  }

  /** The transcript was corrected. */
  #changed(change: TranscriptChange, operations: readonly TranscriptEdit[]): void {
    const { current, original, edits } = this.shown;
    if (current === null || original === null) return;
    this.#call((reader) => reader.update(current, original, edits));
    this.showEditing();
    this.#fire(
      new TranscribeEditEvent(
        this.#transcriptionId,
        change,
        operations.at(-1) ?? null,
        edits,
        current,
        operations,
      ),
    );
  }

  /** Leaving the page asks first while a draft is not stored. */
  #draftsChanged(drafts: readonly Draft[]): void {
    this.shown.setDrafts(drafts);
    if (drafts.length > 0) addEventListener('beforeunload', this.#warn);
    else removeEventListener('beforeunload', this.#warn);
  }

  /** The texts have changed. */
  relabel(): void {
    this.#reader?.relabel();
  }

  /** Calls the reader, at the latest when it is loaded. Does nothing if there is no transcript. */
  #call(call: ReaderCall): void {
    if (this.#reader && this.#links) call(this.#reader, this.#links);
    else if (this.shown.current !== null) this.#waiting.push(call);
  }

  /** Reads the peaks of a recording for the waveform. Without their code, there is no waveform. */
  async #readPeaks(...[source, { signal, onPeaks }]: Parameters<ReadPeaks>): Promise<void> {
    const transcriptionId = this.#transcriptionId || null;
    const work = await loadWork().catch(() => null);
    if (work === null) return;
    const result = await work.createPeaksReader({ workerUrl: () => this.host.workerUrl })(source, {
      signal,
      onPeaks,
      transcriptionId,
      scope: () => this.parts.scope.now(),
    });
    if (result.kind === 'peaks') onPeaks(result.peaks);
  }

  /** Stands in for the reader until it is loaded. */
  #renderMissing(): TemplateResult {
    const failed = this.#loading === null;
    const strings = this.parts.language.element;
    return html`<div class="reader-missing">
      <h2 class="ready-title" part="title" dir="auto">${this.#title || strings.untitled}</h2>
      <slot name="finished"></slot>
      <p class=${failed ? 'error-message' : 'hint'}>
        ${failed ? strings.readerFailed : strings.readerLoading}
      </p>
      ${
        failed
          ? button({ text: strings.retry, icon: ICONS.retry, onClick: () => this.#retry() })
          : nothing
      }
    </div>`;
  }

  #retry(): void {
    this.#load();
    this.host.requestUpdate();
  }

  #segmentChanged(indexes: readonly number[]): void {
    const { current } = this.shown;
    const segments = indexes.flatMap((index) => current?.segments[index] ?? []);
    this.#fire(new TranscribeSegmentEvent(indexes, segments));
  }

  #fire(event: TranscribeEvent): void {
    event.item = this.#item;
    this.host.dispatchEvent(event);
  }
}
