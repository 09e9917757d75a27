/* eslint-disable max-lines -- the public interface must be in one class: custom-elements.json and editors read it here */
// The order of the imports is that of the code in the first load. It decides how small gzip makes it.
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import {
  browserKeeping,
  createBrowserPorts,
  editStore,
  forgetStored,
  forgetting,
  pageSession,
  recordingStore,
  rememberDropped,
  storageCleanup,
  sweepStored,
} from '../browser/index.js';
import {
  createOwnScope,
  isWorking,
  titleOf,
  TranscribeError,
  type Diagnostics,
  type RunJob,
  type Session,
  type SessionEvent,
  type StateName,
  type TranscribeProgress,
} from '../engine/index.js';
import type { Microphone } from '../intake/microphone/index.js';
import { EMPTY_RECORD, recordEvent, recordNoStorage } from '../engine/session/diagnostics.js';
import { FILE_TYPES, sessionError } from '../protocol/index.js';
import { sameTexts } from '../strings/languages.js';
import type { ExportFormat, Transcript, TranscriptEdit } from '../transcript/index.js';
import { onDemand, whenIdle } from '../ui/on-demand.js';
import { whenRemoved } from '../ui/when-removed.js';
import { TranscriptController } from './controllers/transcript-controller.js';
import { createConnections, createScopeSource } from './connections.js';
import { LanguageController } from './controllers/language.js';
import { LeaveGuardController } from './controllers/leave-guard.js';
import { DrawPaceController, LateStylesController } from './controllers/rendering.js';
import { ANY_RECORDING, renderFileInput } from '../ui/file-input.js';
import { StatusLineController } from './controllers/status-line.js';
import { loadWork } from './downloads.js';
import { FormPart } from './form.js';
import { FileDropController } from './controllers/file-drop.js';
import { JobController, type ElementParts, type Controls } from './job-controller.js';
import type { QueueController, QueueItem } from './queue/queue-controller.js';
import { AutofocusController, FocusKeeperController } from './controllers/focus.js';
import { DEFAULT_SETTINGS, SETTING_PROPERTIES, type ElementSettings } from './settings.js';
import { renderState, type StateView } from './views/render-state.js';
import { styles } from './views/styles.js';
import type { Actions } from './views/view-parts.js';
import { VERSION } from './version.generated.js';

// Development servers load Lit's development build, which would warn the partner that it is one.
const warnings = globalThis as { litIssuedWarnings?: Set<string> };
(warnings.litIssuedWarnings ??= new Set()).add('dev-mode');

/** The list of `multiple`. */
const loadQueue = onDemand('QueueController', () => import('./queue/queue-controller.js'));

/** The recorder of the microphone. */
const loadMicrophone = onDemand('createMicrophone', () => import('../intake/microphone/index.js'));

/** The first drawing waits this long for the language of the page, in ms. After that, it is in English. */
const LANGUAGE_TIMEOUT_MS = 2_000;

/* eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unsafe-declaration-merging -- merging needs an interface */
export interface AudioTranscribe extends ElementSettings {}

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
/* eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the constructor sets all of them */
export class AudioTranscribe extends LitElement {
  /** Version of the package. */
  static readonly version: string = VERSION;
  static readonly formAssociated = true;
  static override readonly properties = SETTING_PROPERTIES;
  static override readonly styles = styles;

  /* ---- Parts: what the element is composed of ---- */

  readonly #ports = createBrowserPorts(async () =>
    (await loadWork()).createTransports(() => this.workerUrl),
  );
  readonly #connections = createConnections(
    this.#ports,
    () => this,
    // A new user token can change which stored jobs are offered.
    () => this.requestUpdate(),
  );
  readonly #scope = createOwnScope({
    source: createScopeSource(() => this, this.#connections, pageSession),
    cleanup: storageCleanup,
    locks: browserKeeping.locks,
  });
  readonly #language = new LanguageController(this, () => this.#relabel());
  readonly #styles = new LateStylesController(this);
  readonly #status = new StatusLineController(this);
  readonly #transcript = new TranscriptController(this, {
    store: editStore,
    scope: this.#scope,
    language: this.#language,
    styles: this.#styles,
    status: this.#status,
    onUnavailable: () => this.#storageUnavailable(),
  });
  readonly #form = new FormPart(this, () => this.#language.element.required);
  readonly #autofocus = new AutofocusController(this, () => this.#form.isDisabled);
  readonly #parts: ElementParts = {
    element: this,
    ports: this.#ports,
    connections: this.#connections,
    scope: this.#scope,
    language: this.#language,
    styles: this.#styles,
    pace: new DrawPaceController(this),
    status: this.#status,
    transcript: this.#transcript,
    form: this.#form,
    loadRun: (session) => this.#loadRun(session),
    record: (event) => this.#record(event),
    onUnavailable: () => this.#storageUnavailable(),
  };
  readonly #job = new JobController(this.#parts);
  /** The list of `multiple`. Null without it, and until its code has been loaded. */
  #queue: QueueController | null = null;
  /** Null until it is loaded. */
  #microphone: Microphone | null = null;
  readonly #drop = new FileDropController(
    this,
    () =>
      this.#takes('file') &&
      !this.#microphone?.isBusy &&
      !this.#form.isDisabled &&
      // A list always takes more.
      (this.#list !== null ||
        (!isWorking(this.#job.session.getState()) && this.state !== 'paused')),
    (files, transfer) => {
      if (this.#list) this.#list.drop(files, transfer);
      else this.#take(files);
    },
    rememberDropped,
  );
  readonly #actions: Actions = {
    choose: () => this.#job.offers.pick(),
    select: (source) => this.#job.select(source),
    start: () => this.start(),
    pause: () => this.pause(),
    resume: () => this.resume(),
    cancel: () => this.cancel(),
    retry: () => this.retry(),
    reset: () => this.reset(),
    accept: () => void this.#job.offers.accept(),
    decline: () => void this.#job.offers.decline(),
  };
  #diagnostics = EMPTY_RECORD;
  #renderWorking: StateView['renderWorking'] = null;
  #stopForgetting: (() => void) | null = null;

  /**
   * Deletes the unfinished jobs and corrections that this browser stores for a user. Call it when the user signs out.
   * `userKey` is the `user-key` of the element, or that of the user token; without it, all users' data of this origin
   * is deleted.
   * Elements that use the data stop, in all tabs, and request a new user token. If an element does not know its user yet,
   * it requests a token, and stops if none arrives within 5 s. Rejects if the browser fails to delete.
   */
  static forgetStored(userKey?: string): Promise<void> {
    return forgetStored(userKey ?? null);
  }

  constructor() {
    super();
    Object.assign(this, DEFAULT_SETTINGS);
    new LeaveGuardController(
      this,
      () => this.#controls.atRisk() || (this.#microphone?.isAtRisk ?? false),
    );
    new FocusKeeperController(this);
  }

  /* ---- Settings that live in their attributes ---- */

  get required(): boolean {
    return this.hasAttribute('required');
  }
  set required(required: boolean) {
    this.toggleAttribute('required', required);
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  set disabled(disabled: boolean) {
    this.toggleAttribute('disabled', disabled);
  }

  /* ---- What a page can read ---- */

  /** `idle`, `preparing`, `uploading`, `paused`, `submitting`, `transcribing`, `ready` or `failed`. */
  get state(): StateName {
    return this.#controls.state;
  }

  /** The error; null unless the state is `failed`. */
  get error(): TranscribeError | null {
    const state = this.#job.session.getState();
    return state.name === 'failed' ? state.error : null;
  }

  /** Progress of the upload; with `multiple`, of all uploads together. */
  get progress(): TranscribeProgress {
    return this.#controls.progress;
  }

  /** The recordings in the list of `multiple`, in its order. Empty without `multiple`. */
  get items(): readonly QueueItem[] {
    return this.#list?.items ?? [];
  }

  /** The data of 2.4, normalised and corrected; null until the state is `ready`. */
  get transcript(): Transcript | null {
    return this.#transcript.shown.current;
  }

  /**
   * `data` of the task as the service sent it, with fields that `transcript` does not have, such as the voiceprints of
   * `return-embedding`. It is not validated. Null until the state is `ready`.
   */
  get rawTranscript(): unknown {
    const state = this.#list?.opened ?? this.#job.session.getState();
    return state.name === 'ready' ? state.raw : null;
  }

  /** The current corrections, the oldest first. Plain data for `restoreEdits()`. */
  get edits(): readonly TranscriptEdit[] {
    return this.#transcript.shown.edits;
  }

  /* ---- What a page can call ---- */

  /**
   * Transcribes a file, as if it had been dropped. Cancels the current job; with `multiple`, adds the file to the list.
   * Throws TranscribeError `configuration` while the element or its fieldset is disabled.
   */
  selectFile(file: File): void {
    if (this.#form.isDisabled) {
      throw new TranscribeError(
        'configuration',
        '<audio-transcribe> is disabled. Enable it and every fieldset around it before you select a file.',
      );
    }
    this.#take([file]);
  }

  /** Shows the transcript of an item in the list of `multiple`. Does nothing unless its state is `ready`. */
  openItem(id: string): void {
    this.#list?.open(id);
  }

  /** Returns from the opened transcript to the list of `multiple`. */
  closeItem(): void {
    this.#list?.close();
  }

  /** Cancels an item of `multiple` and removes it from the list. */
  removeItem(id: string): void {
    this.#list?.remove(id);
  }

  /** Starts the job that `manual-start` holds back. */
  start(): void {
    this.#controls.start();
  }

  /** Pauses the upload. */
  pause(): void {
    this.#controls.pause();
  }

  /** Resumes a paused upload. Stored parts are not sent again. */
  resume(): void {
    this.#controls.resume();
  }

  /** Stops unfinished work and deletes what is stored of it. A transcript stays: only `reset()` removes it, too. */
  cancel(): void {
    this.#list?.cancel();
    this.#job.cancel();
  }

  /** Retries the step that failed. */
  retry(): void {
    this.#controls.retry();
  }

  /** Like `cancel()`, and removes what is finished: the state is `idle`. An unsent recording is kept and offered. */
  reset(): void {
    this.#microphone?.suspend();
    this.#list?.reset();
    this.#job.reset();
  }

  /** A record of what happened, for support. It contains no URLs, tokens, file names or texts. */
  diagnostics(): Diagnostics {
    return {
      state: this.state,
      progress: this.#job.progress,
      userAgent: navigator.userAgent,
      ...this.#diagnostics,
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
    this.#transcript.shown.edit(operation);
  }

  /** Undoes the last correction, if there is one. */
  undo(): void {
    this.#transcript.shown.undo();
  }

  /** Redoes the correction that was undone last, if there is one. */
  redo(): void {
    this.#transcript.shown.redo();
  }

  /**
   * Replaces all corrections with those saved from `transcribe-edit`. Throws RangeError if they were not made on this
   * transcript, and TranscribeError `configuration` unless the state is `ready`.
   */
  restoreEdits(edits: unknown): void {
    this.#transcript.shown.restore(edits);
  }

  /** Returns the transcript as a file. Rejects with TranscribeError `configuration` unless the state is `ready`. */
  exportTranscript(format: ExportFormat): Promise<Blob> {
    return this.#transcript.export(format);
  }

  /* ---- Form control ---- */

  /** The kind of form control: `audio-transcribe`. */
  get type(): string {
    return this.localName;
  }

  /**
   * The form value: the transcription id (2.4) while the task exists. Empty before that, and after the task
   * has failed or was revoked.
   */
  get value(): string {
    return this.#form.value;
  }

  /** The form this element belongs to. */
  get form(): HTMLFormElement | null {
    return this.#form.form;
  }

  /** The labels of this element. */
  get labels(): NodeList {
    return this.#form.labels;
  }

  /** False while the element is disabled, because it is not validated then. */
  get willValidate(): boolean {
    return this.#form.willValidate;
  }

  /** The reason why the element is invalid: `valueMissing` or `customError`. */
  get validity(): ValidityState {
    return this.#form.validity;
  }

  /** A message that tells the user why the element is invalid; empty if the element is valid. */
  get validationMessage(): string {
    return this.#form.validationMessage;
  }

  /** Returns true if the element is valid; fires `invalid` otherwise. */
  checkValidity(): boolean {
    return this.#form.checkValidity();
  }

  /** Like `checkValidity()`, and also shows the message. */
  reportValidity(): boolean {
    return this.#form.reportValidity();
  }

  /** Makes the element invalid with this message. An empty message makes it valid again. */
  setCustomValidity(message: string): void {
    this.#form.setCustomValidity(message);
  }

  /** Moves the focus to the first control. */
  override focus(options?: FocusOptions): void {
    this.#form.focusFirstControl(options);
  }

  /* ---- Lifecycle ---- */

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopForgetting ??= forgetting.listen((scope) => this.#forget(scope));
    this.#form.showState(this.state);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    whenRemoved(this, () => {
      this.#stopForgetting?.();
      this.#stopForgetting = null;
    });
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'required') this.#form.updateValidity();
  }

  formDisabledCallback(disabled: boolean): void {
    this.#form.setDisabledByFieldset(disabled);
  }

  formResetCallback(): void {
    this.reset();
    this.#form.clearUserInvalid();
  }

  /** The browser has restored the form value. The element sends it again only when it shows that task. */
  formStateRestoreCallback(state: unknown, mode: string): void {
    this.#form.sendValue();
    if (mode !== 'restore' || typeof state !== 'string' || state === '' || this.multiple) return;
    this.#job.restore(state);
  }

  /** The first drawing waits for the language of the page, so that no other one flashes up. */
  protected override async scheduleUpdate(): Promise<void> {
    const { loading } = this.#language;
    if (loading !== null && !this.hasUpdated) {
      const waiting = new AbortController();
      const patience = this.#ports.clock.sleep(LANGUAGE_TIMEOUT_MS, waiting.signal);
      await Promise.race([loading, patience.catch(() => undefined)]);
      waiting.abort();
    }
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('strings') && !sameTexts(changed.get('strings'), this.strings)) this.#relabel();
    if (changed.has('readOnly')) this.#transcript.showEditing();
    if (changed.has('sources')) void this.#loadMicrophone();
    if (changed.has('multiple')) this.#setList().catch(() => undefined);
    const { transcriptionId: id, fileUrl } = this;
    const previousId = changed.get('transcriptionId');
    if (previousId && !id && this.#job.shows(previousId)) this.#job.reset();
    if (changed.has('transcriptionId') && id) {
      // A page may set the id of a task that the element itself has created.
      if (!this.#job.shows(id)) this.#job.select({ kind: 'task', transcriptionId: id });
    } else if (changed.has('fileUrl') && fileUrl && !this.manualStart) {
      this.#job.selectAddress(fileUrl);
    }
  }

  protected override firstUpdated(): void {
    this.#form.updateValidity();
    // Loaded ahead, so that a recording can be chosen on a bad connection.
    whenIdle(() => void this.#job.load().catch(() => undefined));
    this.#autofocus.firstUpdated();
  }

  /** Also waits for the reader, if it is being loaded. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    if (!this.#transcript.isLoading) return isComplete;
    await this.#transcript.settled();
    return super.getUpdateComplete();
  }

  /* ---- Rendering ---- */

  protected override render(): TemplateResult {
    const state = this.#list?.opened ?? this.#job.session.getState();
    const { notice, text } = this.#status;
    const view = {
      ...this.#language.view,
      ...this.#job.view,
      actions: this.#actions,
      fileTypes: FILE_TYPES,
      // The compact drop zone has one row.
      takesOthers: !this.noConvert && !this.compact,
      maxSize: this.maxSize,
      maxDuration: this.maxDuration,
      disabled: this.#form.isDisabled,
      dragging: this.#drop.dragging,
      takesFiles: this.#takes('file'),
      microphone: this.#takes('microphone') ? this.#microphone : null,
      title: 'job' in state && state.job !== null ? titleOf(state.job) : '',
      canChoose: !this.transcriptionId && !this.fileUrl,
      renderWorking: this.#renderWorking,
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
        aria-label=${this.#form.labelText || label}
      >
        ${(view.microphone?.isBusy ? null : this.#list?.render(view)) ?? renderState(state, view)}
        ${notice && html`<p class="hint refused" part="error-message"><bdi>${notice}</bdi></p>`}
        ${renderFileInput(
          (files) => this.#take(files),
          () => this.#job.offers.stopPicking(),
          this.multiple,
          this.noConvert ? undefined : ANY_RECORDING,
        )}
        <p class="visually-hidden" role="status" .textContent=${text}></p>
      </section>
    `;
  }

  #takes(source: 'file' | 'microphone'): boolean {
    // A removed attribute is null.
    return ((this.sources as string | null) ?? 'file').includes(source);
  }

  /** Loads the microphone if `sources` names it. If that fails, it is tried again when the browser is back online. */
  async #loadMicrophone(): Promise<void> {
    if (this.#microphone !== null || !this.#takes('microphone')) return;
    const loaded = await loadMicrophone().catch(() => null);
    if (loaded === null) {
      addEventListener('online', () => void this.#loadMicrophone(), { once: true });
      return;
    }
    this.#microphone ??= loaded.createMicrophone(this, {
      ...this.#parts,
      keeping: browserKeeping,
      recordings: recordingStore,
      page: pageSession,
      session: this.#job.session,
      loadWork,
    });
    this.requestUpdate();
  }

  /** The list of `multiple`. A page that sets what is shown has none. */
  get #list(): QueueController | null {
    return this.multiple && !this.transcriptionId && !this.fileUrl ? this.#queue : null;
  }

  /** What the page controls. */
  get #controls(): Controls {
    return this.#list ?? this.#job;
  }

  /** Takes files that were chosen, dropped or pasted. */
  #take(files: readonly File[]): void {
    const failed = (): void =>
      this.#status.notify(this.#language.messageOf(sessionError('network')));
    const [file] = files;
    if (this.multiple) this.#setList().then(() => this.#list?.take(files), failed);
    else if (file) {
      void this.#job.offers.take(file);
      // A sentence says that the others are not taken.
      if (files.length > 1)
        loadQueue().then(
          ({ onlyOne }) => this.#status.notify(onlyOne(this.#language, file.name)),
          failed,
        );
    }
  }

  /** Loads the list of `multiple`, or ends it. */
  async #setList(): Promise<void> {
    if (!this.multiple) {
      this.#queue?.dispose();
      this.#queue = null;
      return;
    }
    const { QueueController: List } = await loadQueue();
    this.#status.notice = '';
    if (!this.multiple) return;
    this.#queue ??= new List(this.#parts);
  }

  /** Loads what transcribes, and the view that shows it. */
  async #loadRun(session: Session): Promise<RunJob> {
    const { intake, keepFiles, renderWorking, runJob, tellErrors, tellMistakes, workingStyles } =
      await loadWork();
    keepFiles(session);
    tellErrors(session, this);
    this.#styles.add([workingStyles]);
    this.#renderWorking = renderWorking;
    this.#language.addIntake(intake, tellMistakes);
    return runJob;
  }

  /* ---- Reactions ---- */

  /** The texts have changed. */
  #relabel(): void {
    this.#form.updateValidity();
    this.#transcript.relabel();
  }

  async #forget(scope: string | null): Promise<void> {
    void this.#microphone?.forget();
    await Promise.all([
      ...[this.#job.forget(scope), this.#transcript.shown.forget(scope)],
      this.#list?.forget(scope),
    ]);
    this.#connections.forgetToken();
    this.requestUpdate();
  }

  #record(event: SessionEvent): void {
    this.#diagnostics = recordEvent(this.#diagnostics, event, this.#ports.clock.now());
  }

  #storageUnavailable(): void {
    this.#diagnostics = recordNoStorage(this.#diagnostics, this.#ports.clock.now());
    this.requestUpdate();
  }
}

sweepStored();
