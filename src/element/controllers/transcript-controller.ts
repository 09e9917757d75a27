import { type LitElement, nothing, type TemplateResult } from 'lit';
import { titleOf, type Source } from '../../engine/session/job.js';
import type { SessionState } from '../../engine/session/state.js';
import { sessionError } from '../../protocol/errors.js';
import type { ExportChoice, ExportFormat } from '../../transcript/exports/formats.js';
import { withoutFileEnding } from '../../transcript/file-endings.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { LateStylesController } from '../../shown/late-styles.js';
import type { TranscribeEvent } from '../../shown/transcript-events.js';
import { correctable, TranscriptView, type TranscriptTools } from '../../shown/transcript-view.js';
import type { StoredTranscript, StoredTranscriptOptions } from '../stored-transcript.js';
import type { ElementSettings } from '../settings.js';
import { loadReader, loadWork, type WorkLoader } from '../work-loader.js';
import { button } from '../../ui/button.js';
import { html } from '../../ui/html.js';
import { ICONS } from '../../ui/icons.js';
import type { LanguageController } from './language.js';
import type { StatusLineController } from './status-line.js';

export type ReadyState = Extract<SessionState, { name: 'ready' }>;

/** The element, as far as it shows a transcript. */
type TranscriptHost = LitElement &
  Pick<
    ElementSettings,
    | 'audioUrl'
    | 'noCharacterKeys'
    | 'noStorage'
    | 'readOnly'
    | 'recordingName'
    | 'strings'
    | 'workerUrl'
  >;

/** The parts of the element that the controller uses, and what stores the corrections. */
interface TranscriptParts extends Pick<
  StoredTranscriptOptions,
  'store' | 'scope' | 'onUnavailable'
> {
  readonly language: LanguageController;
  readonly styles: LateStylesController;
  readonly status: StatusLineController;
  readonly work: WorkLoader;
}

/** Shows the transcript of a task, and stores its corrections. */
export class TranscriptController {
  /** The transcript that is shown, and its corrections. Null before the first one. */
  shown: StoredTranscript | null = null;
  readonly #view: TranscriptView;
  #source: Source | null = null;
  #transcriptionId = '';
  /** The name of the recording in the list of `multiple`, or of its file. */
  #ownTitle = '';
  #isListed = false;

  constructor(
    private readonly host: TranscriptHost,
    private readonly parts: TranscriptParts,
  ) {
    const { language, styles, status } = parts;
    this.#view = new TranscriptView(host, {
      ...{ language, styles },
      line: status,
      canEdit: () => !host.readOnly,
      choosesAudio: true,
      allowsCharacterKeys: () => !host.noCharacterKeys,
      keepsChoices: () => !host.noStorage,
      load: () => this.#loadTools(),
    });
  }

  /** The transcript to correct. Throws TranscribeError `configuration` if none is shown. */
  get correctable(): StoredTranscript {
    return correctable(this.shown);
  }

  /** Name of the recording, without the ending of its file. */
  get title(): string {
    return (!this.#isListed && this.host.recordingName) || this.#ownTitle;
  }

  async #loadTools(): Promise<TranscriptTools> {
    const [reader, work] = await Promise.all([loadReader(), loadWork()]);
    return work.toolsWith(reader, this.host, this.parts.scope.now, () => this.#transcriptionId);
  }

  /** Resolves once the reader is loaded or failed to load. Resolves at once if it is not needed. */
  async settled(): Promise<void> {
    await this.#view.settled();
  }

  /** Shows the transcript of a task that has succeeded. `item`: the recording in the list of `multiple`. */
  show({ job, data }: ReadyState, item: TranscribeEvent['item'] = null): Transcript {
    const { transcriptionId = null } = job;
    this.#transcriptionId = transcriptionId ?? '';
    this.#ownTitle = withoutFileEnding(item?.name ?? titleOf(job));
    this.#isListed = item !== null;
    this.#source = job.source;
    this.shown ??= this.parts.work.shows.createShown(this.host, {
      ...this.parts,
      onChange: (change, operations) => this.#view.corrected(change, operations),
      onDrafts: () => this.#view.update(),
      onEditable: () => this.#view.update(),
    });
    const transcript = this.shown.show(transcriptionId, data);
    this.#view.show(this.shown, {
      title: this.title,
      transcriptionId: this.#transcriptionId,
      item,
      played: this.parts.work.shows.playedOf(this.#source, this.host.audioUrl),
    });
    return transcript;
  }

  /** The page has set another `audio-url`. */
  audioUrlChanged(): void {
    if (this.shown?.current)
      this.#view.change({
        played: this.parts.work.shows.playedOf(this.#source, this.host.audioUrl),
      });
  }

  /** The page has set another `recording-name`. */
  nameChanged(): void {
    this.#view.change({ title: this.title });
  }

  /** The transcript as a file. */
  async export(format: ExportFormat, choice?: ExportChoice): Promise<Blob> {
    const { exportShown } = await loadReader().catch((cause: unknown) => {
      throw sessionError('network', { cause });
    });
    this.#view.settle();
    return exportShown(this.shown, this.title, format, choice);
  }

  /** Moves the player to a time in ms, at the latest when the reader is loaded. */
  seek(ms: number): void {
    this.#view.seek(ms);
  }

  /** `onNew` starts over with another recording; null hides that button. */
  render(onNew: (() => void) | null): TemplateResult {
    return this.#view.render(onNew) ?? this.#renderMissing();
  }

  clear(): void {
    this.shown?.clear();
    this.#view.clear();
  }

  /** Shows what can be edited, undone and redone now. */
  showEditing(): void {
    this.#view.update();
  }

  /** The texts have changed. */
  relabel(): void {
    this.#view.relabel();
  }

  /** Stands in for the reader until it is loaded. */
  #renderMissing(): TemplateResult {
    const { hasFailed } = this.#view;
    const strings = this.parts.language.element;
    return html`<div class="reader-missing">
      <h2 class="ready-title" part="title" dir="auto">${this.title || strings.untitled}</h2>
      <slot name="finished"></slot>
      <p class=${hasFailed ? 'error-message' : 'hint'}>
        ${hasFailed ? strings.readerFailed : strings.readerLoading}
      </p>
      ${
        hasFailed
          ? button({ text: strings.retry, icon: ICONS.retry, onClick: () => this.#retry() })
          : nothing
      }
    </div>`;
  }

  #retry(): void {
    this.#view.load();
    this.host.requestUpdate();
  }
}
