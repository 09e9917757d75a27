/** The element: what it is made of, what a page can read and call, and its life cycle. */
import type { PropertyValues, TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { renderState } from './views/render-state.js';
import { styles } from './views/styles.js';
import type { Actions } from './views/view-parts.js';
import { createBrowserPorts } from '../browser/browser-ports.js';
import {
  browserKeeping,
  editStore,
  forgetStored,
  forgetting,
  storageCleanup,
  sweepStored,
} from '../browser/page-storage.js';
import { createOwnScope } from '../engine/resume/scope.js';
import { createDiagnosticLog, type Diagnostics } from '../engine/session/session.js';
import { titleOf } from '../engine/session/job.js';
import type { StateName, TranscribeProgress } from '../engine/session/state.js';
import { TranscribeError } from '../protocol/errors.js';
import { FocusKeeperController } from '../shown/focus-keeper.js';
import { LateStylesController, rootInFrame } from '../shown/late-styles.js';
import type { ShownSpeaker } from '../shown/shown-transcript.js';
import { sameTexts } from '../strings/languages.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import type { ExportChoice, ExportFormat } from '../transcript/exports/formats.js';
import type { Transcript } from '../transcript/transcript.js';
import { html } from '../ui/html.js';
import { whenIdle } from '../ui/on-demand.js';
import { guardPresses } from '../ui/one-press.js';
import { LanguageController } from './controllers/language.js';
import {
  AutofocusController,
  DrawPaceController,
  LeaveGuardController,
} from './controllers/rendering.js';
import { StatusLineController } from './controllers/status-line.js';
import { TranscriptController } from './controllers/transcript-controller.js';
import { FormControl } from './form.js';
import { IntakeController } from './intake-controller.js';
import { createOrigin } from './origin.js';
import type { QueueItem } from './queue/queue-controller.js';
import { RecordingsController } from './recordings-controller.js';
import { VERSION } from './version.generated.js';
import { createConnections, createScopeSource, loadWork, WorkLoader } from './work-loader.js';

/**
 * Uploads a recording and shows its time-synced transcript.
 *
 * @attr {'preparing' | 'uploading' | 'paused' | 'submitting' | 'transcribing' | 'ready' | 'failed'} state - The element's state; absent in `idle`. Only the element sets it.
 * @cssState idle - No recording was chosen.
 * @cssState preparing - The file is checked, and the upload is planned.
 * @cssState uploading - The file is being uploaded.
 * @cssState paused - The upload is paused.
 * @cssState submitting - The transcription is being requested.
 * @cssState transcribing - The task is running.
 * @cssState ready - The transcript is shown.
 * @cssState failed - Something failed.
 * @cssState user-invalid - The element is invalid, and the form was submitted or `reportValidity()` was called.
 * @fires transcribe-state - The state changed.
 * @fires transcribe-progress - More bytes were sent, or the phase changed.
 * @fires transcribe-uploaded - The file was uploaded.
 * @fires transcribe-submitted - The transcription task was created, and its id is known.
 * @fires transcribe-ready - The transcript is available.
 * @fires transcribe-error - Something failed. The error's message is for the user.
 * @fires transcribe-segment - The playing segments changed.
 * @fires transcribe-recording - A recording of the microphone was started, paused or ended.
 * @fires transcribe-edit - The transcript was corrected, or a correction was undone.
 */
export class AudioTranscribe extends FormControl {
  /** Version of the package. */
  static readonly version: string = VERSION;
  static override readonly styles = styles;

  /* ---- Parts: what the element is made of ---- */

  readonly #ports = createBrowserPorts(async () =>
    (await loadWork()).createRecordingPorts(() => this.workerUrl),
  );
  // A new user token can change which stored jobs are offered.
  readonly #connections = createConnections(this.#ports, this, () => this.requestUpdate());
  readonly #scope = createOwnScope({
    source: createScopeSource(this, this.#connections),
    cleanup: storageCleanup,
    locks: browserKeeping.locks,
    visibility: this.#ports.visibility,
  });
  readonly #log = createDiagnosticLog(this.#ports.clock, () => {
    this.requestUpdate();
    void this.#work.tellNoStorage();
  });
  readonly #language = new LanguageController(this, () => this.#relabel());
  readonly #styles = new LateStylesController(this);
  readonly #work = new WorkLoader(this, this.#styles, this.#language);
  readonly #status = new StatusLineController(this);
  readonly #transcript = new TranscriptController(this, {
    store: editStore,
    scope: this.#scope,
    language: this.#language,
    styles: this.#styles,
    status: this.#status,
    work: this.#work,
    onUnavailable: () => this.#log.addNoStorage(),
  });
  readonly #autofocus = new AutofocusController(this, () => this.formPart.isDisabled);
  readonly #parts = {
    element: this,
    ports: this.#ports,
    connections: this.#connections,
    scope: this.#scope,
    origin: createOrigin(this),
    work: this.#work,
    language: this.#language,
    styles: this.#styles,
    pace: new DrawPaceController(this),
    status: this.#status,
    transcript: this.#transcript,
    form: this.formPart,
    log: this.#log,
  };
  readonly #recordings = new RecordingsController(this.#parts);
  readonly #intake = new IntakeController(this.#parts, this.#recordings);
  readonly #actions: Actions = {
    choose: () => this.#intake.pick(null),
    select: (source) => this.#recordings.queue.front.select(source),
    start: () => this.start(),
    pause: () => this.pause(),
    resume: () => this.resume(),
    cancel: () => this.cancel(),
    retry: () => this.retry(),
    reset: () => this.reset(),
    accept: () => this.#intake.accept(),
    decline: () => this.#intake.decline(),
  };

  /**
   * Deletes the unfinished jobs and corrections that this browser stores for a user. Call it when the user signs out.
   * `userKey` is the `user-key` of the element, or that of the user token; without it, all users' data of this origin
   * is deleted.
   * Elements that use the data stop, in all tabs, and request a new user token. If an element does not know its user yet,
   * it requests a token, and stops if none arrives within 2 s. Rejects if the browser fails to delete, or after 5 s. What is left
   * is then deleted when a page is next opened.
   */
  static forgetStored(userKey?: string): Promise<void> {
    return forgetStored(userKey);
  }

  constructor() {
    super();
    new LeaveGuardController(this, () => this.#intake.isAtRisk);
    new FocusKeeperController(this);
    // From then on, it hears of deletions also while it is out of the page.
    let subscription: unknown = null;
    this.addController({
      hostConnected: () =>
        void (subscription ??= forgetting.listen((scope) => this.#forget(scope))),
    });
  }

  /* ---- What a page can read ---- */

  /** `idle`, `preparing`, `uploading`, `paused`, `submitting`, `transcribing`, `ready` or `failed`. */
  get state(): StateName {
    return this.#intake.state;
  }

  /** The error; null unless the state is `failed`. */
  get error(): TranscribeError | null {
    const { state } = this.#recordings;
    return state.name === 'failed' ? state.error : null;
  }

  /** Progress of the upload; with `multiple`, of all uploads together. */
  get progress(): TranscribeProgress {
    return this.#intake.progress;
  }

  /** The recordings in the list of `multiple`, in its order. Empty without `multiple`. */
  get items(): readonly QueueItem[] {
    return this.#intake.list?.items ?? [];
  }

  /** The data of 2.4, normalised and corrected; null until the state is `ready`. */
  get transcript(): Transcript | null {
    return this.#transcript.shown?.current ?? null;
  }

  /**
   * `data` of the task as the service sent it, with fields that `transcript` does not have, such as the voiceprints of
   * `return-embedding`. It is not validated. Null until the state is `ready`.
   */
  get rawTranscript(): unknown {
    const state = this.#intake.list?.opened ?? this.#recordings.state;
    return state.name === 'ready' ? state.raw : null;
  }

  /** The current corrections, the oldest first. Plain data for `restoreEdits()`. */
  get edits(): readonly TranscriptEdit[] {
    return this.#transcript.shown?.edits ?? [];
  }

  /** The speakers of the transcript, in order of appearance, with the names that are shown. Empty without a transcript. */
  get speakers(): readonly ShownSpeaker[] {
    return this.#transcript.shown?.speakers ?? [];
  }

  /* ---- What a page can call ---- */

  /**
   * Transcribes a file, as if it had been dropped. Cancels the current job; with `multiple`, adds the file to the list.
   * Throws TranscribeError `configuration` while the element or its fieldset is disabled.
   */
  selectFile(file: File): void {
    if (this.formPart.isDisabled) {
      throw new TranscribeError(
        'configuration',
        '<audio-transcribe> is disabled. Enable it and every fieldset around it before you select a file.',
      );
    }
    this.#intake.take([file]);
  }

  /** Shows the transcript of an item in the list of `multiple`. Does nothing unless its state is `ready`. */
  openItem(id: string): void {
    this.#intake.list?.open(id);
  }

  /** Returns from the opened transcript to the list of `multiple`. */
  closeItem(): void {
    this.#intake.list?.close();
  }

  /** Cancels an item of `multiple` and removes it from the list. */
  removeItem(id: string): void {
    this.#intake.list?.remove(id);
  }

  /** Starts the job that `manual-start` holds back. */
  start(): void {
    (this.#intake.list ?? this.#recordings).start();
  }

  /** Pauses the upload. */
  pause(): void {
    this.#recordings.queue.controlled.pause();
  }

  /** Resumes a paused upload. Stored parts are not sent again. */
  resume(): void {
    this.#recordings.queue.controlled.resume();
  }

  /** Stops unfinished work and deletes what is stored of it. A transcript stays: only `reset()` removes it, too. */
  cancel(): void {
    this.#recordings.cancel();
  }

  /** Retries the step that failed. */
  retry(): void {
    this.#recordings.queue.controlled.retry();
  }

  /** Like `cancel()`, and removes what is finished: the state is `idle`. An unsent recording is kept and offered. */
  override reset(): void {
    this.#intake.microphone?.suspend();
    this.#intake.list?.reset();
    this.#recordings.reset();
  }

  protected override setAside(): void {
    this.#recordings.setAside();
  }

  /** A record of what happened, for support. It contains no URLs, tokens, file names or texts. */
  diagnostics(): Diagnostics {
    return {
      state: this.state,
      progress: this.#recordings.progress,
      userAgent: navigator.userAgent,
      ...this.#log.record,
    };
  }

  /** Moves the player to this time in milliseconds. Does nothing unless the state is `ready`. */
  seek(ms: number): void {
    this.#transcript.seek(ms);
  }

  /**
   * Corrects the transcript. Throws RangeError if the operation does not fit it, and TranscribeError `configuration`
   * unless the state is `ready`.
   */
  edit(operation: TranscriptEdit): void {
    this.#transcript.correctable.edit(operation);
  }

  /** Undoes the last correction, if there is one. */
  undo(): void {
    this.#transcript.shown?.undo();
  }

  /** Redoes the correction that was undone last, if there is one. */
  redo(): void {
    this.#transcript.shown?.redo();
  }

  /**
   * Replaces all corrections with those saved from `transcribe-edit`. Throws RangeError if they were not made on this
   * transcript, and TranscribeError `configuration` unless the state is `ready`.
   */
  restoreEdits(edits: unknown): void {
    this.#transcript.correctable.restore(edits);
  }

  /**
   * Returns the transcript as a file; `options` choose what it contains. Rejects with TranscribeError `configuration`
   * unless the state is `ready`, and with RangeError if the format or `times` is none of those listed, or if the
   * transcript has words without times and the format needs them.
   */
  exportTranscript(format: ExportFormat, options?: ExportChoice): Promise<Blob> {
    return this.#transcript.export(format, options);
  }

  /* ---- Life cycle ---- */

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return guardPresses(rootInFrame(this) ?? super.createRenderRoot());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.formPart.showState(this.state);
  }

  /** The browser has restored the form value. The element sends it again only when it shows that task. */
  formStateRestoreCallback(state: unknown, mode: string): void {
    this.formPart.sendValue();
    if (mode !== 'restore' || typeof state !== 'string' || state === '' || this.multiple) return;
    this.#recordings.restore(state);
  }

  /**
   * The first drawing waits for the language of the page, so that no other one flashes up. It also waits for the next
   * task, so that a slow phone can react to its user between loading and drawing.
   */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) {
      await new Promise((resolve) => setTimeout(resolve));
      await this.#language.settled(this.#ports.clock);
    }
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('strings') && !sameTexts(changed.get('strings'), this.strings)) this.#relabel();
    if (changed.has('readOnly')) this.#transcript.showEditing();
    if (changed.has('audioUrl')) this.#transcript.audioUrlChanged();
    if (changed.has('recordingName')) this.#transcript.nameChanged();
    this.#intake.settingsChanged(changed);
    this.#recordings.settingsChanged(changed);
  }

  protected override firstUpdated(): void {
    this.formPart.updateValidity();
    // Loaded ahead, so that a recording can be chosen on a bad connection.
    whenIdle(() => void this.#work.load(null).catch(() => undefined));
    this.#autofocus.firstUpdated();
  }

  /** Also waits for the reader, if it is being loaded. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#transcript.settled();
    return super.getUpdateComplete();
  }

  protected override render(): TemplateResult {
    const { list } = this.#intake;
    const state = list?.opened ?? this.#recordings.state;
    const view = {
      ...this.#language.view,
      ...this.#recordings.view,
      ...this.#intake.view,
      actions: this.#actions,
      title:
        (list === null && this.recordingName) ||
        ('job' in state && state.job !== null ? titleOf(state.job) : ''),
      canChoose: !this.transcriptionId && !this.fileUrl,
      renderWorking: this.#work.renderWorking,
      reader: (onNew: (() => void) | null) => this.#transcript.render(onNew),
    };
    const label =
      state.name === 'ready' ? view.strings.labelReady(this.#transcript.title) : view.strings.label;
    return html`
      <section
        class="card"
        part="card"
        tabindex="-1"
        lang=${ifDefined(this.#language.isForeign && !this.strings ? 'en' : undefined)}
        aria-label=${this.formPart.labelText || label}
      >
        ${
          this.#recordings.isAwaited
            ? html`<p class="hint">${view.strings.readerLoading}</p>`
            : ((view.microphone?.isBusy ? null : list?.render(view)) ?? renderState(state, view))
        }
        ${this.#intake.renderFileInput()} ${this.#status.render()}
      </section>
    `;
  }

  protected override get requiredMessage(): string {
    return this.#language.element.required;
  }

  /** The texts have changed. */
  #relabel(): void {
    this.formPart.updateValidity();
    this.#transcript.relabel();
  }

  async #forget(scope: string | null): Promise<void> {
    void this.#intake.microphone?.forget();
    const corrections = this.#transcript.shown?.forget(scope);
    await this.#recordings.queue.forget(scope);
    this.#connections.forgetToken();
    this.requestUpdate();
    await corrections;
  }
}

sweepStored();
