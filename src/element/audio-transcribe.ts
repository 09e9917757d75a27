/* eslint-disable max-lines -- the public interface must be in one class: custom-elements.json and editors read it here */
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import {
  browserKeeping,
  createBrowserPorts,
  editStore,
  forgetStored,
  forgetting,
  leftovers,
  pageSession,
  recordingStore,
  rememberDropped,
  sweepStored,
} from '../browser/index.js';
import {
  createJobPersistence,
  createOwnScope,
  describeProgress,
  isWorking,
  titleOf,
  TranscribeError,
  type Diagnostics,
  type RunJob,
  type Session,
  type SessionEvent,
  type SessionState,
  type Source,
  type StateName,
  type TranscribeProgress,
} from '../engine/index.js';
import type { WakeLock } from '../browser/wake-lock.js';
import type { Microphone } from '../intake/microphone/index.js';
import { createSessionOf } from '../engine/session/session.js';
import { EMPTY_RECORD, recordEvent, recordNoStorage } from '../engine/session/diagnostics.js';
import { FILE_TYPES, sessionError } from '../protocol/index.js';
import { sameTexts } from '../strings/languages.js';
import {
  speakerIdentities,
  type ExportFormat,
  type Transcript,
  type TranscriptEdit,
} from '../transcript/index.js';
import { loadFiles } from '../reader/downloads.js';
import { ANY_RECORDING, renderFileInput } from '../ui/file-input.js';
import { whenIdle } from '../ui/on-demand.js';
import { createConnections, createScopeSource } from './connections.js';
import { FileDropController } from './controllers/file-drop.js';
import { AutofocusController, FocusKeeperController } from './controllers/focus.js';
import { LanguageController } from './controllers/language.js';
import { LeaveGuardController } from './controllers/leave-guard.js';
import { DrawPaceController, LateStylesController } from './controllers/rendering.js';
import { ResumeOfferController } from './controllers/resume-offer.js';
import {
  NO_ANNOUNCEMENT,
  nextAnnouncement,
  StatusLineController,
} from './controllers/status-line.js';
import { TranscriptController } from './controllers/transcript.js';
import { loadMicrophone, loadQueue, loadWork } from './downloads.js';
import { drawnWhen, eventsOf, type TranscribeEvent } from './events.js';
import { FormPart, formValueOf } from './form.js';
import type { QueueController, QueueItem } from './queue/queue-controller.js';
import { createShownTranscript } from './open-transcript.js';
import {
  DEFAULT_SETTINGS,
  fileLimits,
  SETTING_PROPERTIES,
  transcriptionOptions,
  type ElementSettings,
} from './settings.js';
import { renderState, type StateView } from './views/render-state.js';
import { styles } from './views/styles.js';
import type { Actions } from './views/view-parts.js';
import { VERSION } from './version.generated.js';

// Development servers load Lit's development build, which would warn the partner that it is one.
const warnings = globalThis as { litIssuedWarnings?: Set<string> };
(warnings.litIssuedWarnings ??= new Set()).add('dev-mode');

/** The first drawing waits this long for the language of the page, in ms. After that, it is in English. */
const LANGUAGE_PATIENCE_MS = 2_000;

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
    leftovers,
    locks: browserKeeping.locks,
  });
  readonly #session = createSessionOf(
    this.#ports,
    () => ({
      ...this.#connections,
      manualStart: this.manualStart,
      limits: fileLimits(this),
      kept: () => this.#persistence.settled(),
    }),
    () => this.#loadRun(),
  );
  readonly #persistence = createJobPersistence({
    ...browserKeeping,
    session: this.#session,
    scope: this.#scope,
    onUnavailable: () => this.#storageUnavailable(),
  });
  readonly #offers = new ResumeOfferController(this, this.#persistence, {
    scope: () => this.#scope.now(),
    isIdle: () => this.state === 'idle' && !this.multiple,
    isDisabled: () => this.#form.isDisabled,
    manualStart: () => this.manualStart,
    transcriptionOptions: () => transcriptionOptions(this),
    begin: (file) => this.#select({ kind: 'file', file }),
    showTask: (transcriptionId) => this.#select({ kind: 'task', transcriptionId }),
    cancel: () => this.#session.dispatch({ type: 'cancel' }),
  });
  readonly #shown = createShownTranscript(this, {
    store: editStore,
    scope: () => this.#scope,
    onChange: (change, operation) => this.#transcript.changed(change, operation),
    onEditable: () => this.#transcript.showEditing(),
    onUnavailable: () => this.#storageUnavailable(),
  });
  readonly #language = new LanguageController(this, () => this.#relabel());
  readonly #styles = new LateStylesController(this);
  readonly #status = new StatusLineController(this);
  readonly #transcript = new TranscriptController(
    this,
    this.#shown,
    this.#language,
    this.#styles,
    (sentence) => this.#status.say(sentence),
    async (source, { signal, onPeaks }, transcriptionId) => {
      const work = await loadWork().catch(() => null);
      if (work === null) return;
      const result = await work.createPeaksReader({ workerUrl: () => this.workerUrl })(source, {
        signal,
        onPeaks,
        transcriptionId: transcriptionId || null,
        scope: () => (this.noResume ? null : this.#scope.now()),
      });
      if (result.kind === 'peaks') onPeaks(result.peaks);
    },
  );
  readonly #form = new FormPart(this, () => this.#language.element.required);
  readonly #autofocus = new AutofocusController(this, () => this.#form.isDisabled);
  #wakeLock: WakeLock | null = null;
  /** Null until it is loaded. */
  #microphone: Microphone | null = null;
  readonly #pace = new DrawPaceController(this);
  readonly #drop = new FileDropController(
    this,
    () =>
      this.#takes('file') &&
      !this.#microphone?.isBusy &&
      !this.#form.isDisabled &&
      !isWorking(this.#session.getState()) &&
      this.state !== 'paused',
    (files, transfer) => {
      if (this.#list) this.#list.drop(files, transfer);
      else this.#take(files);
    },
    rememberDropped,
  );
  readonly #actions: Actions = {
    choose: () => this.#offers.pick(),
    select: (source) => this.#select(source),
    start: () => this.start(),
    pause: () => this.pause(),
    resume: () => this.resume(),
    cancel: () => this.cancel(),
    retry: () => this.retry(),
    reset: () => this.reset(),
    accept: () => void this.#offers.accept(),
    decline: () => void this.#offers.decline(),
  };
  #progress: TranscribeProgress = describeProgress(this.#session.getState(), null);
  #diagnostics = EMPTY_RECORD;
  #renderWorking: StateView['renderWorking'] = null;
  #announced = NO_ANNOUNCEMENT;
  /** The form value of this history entry, until its task is shown. */
  #restoredTask: string | null = null;
  #stopForgetting: (() => void) | null = null;
  /** The list of `multiple`. Null without it, and until its code has been loaded. */
  #queue: QueueController | null = null;
  /** A sentence below the view; empty for none. */
  #notice = '';

  /**
   * Deletes the unfinished jobs and corrections that this browser stores for a user. Call it when the user signs out.
   * `scope` is the user's `resume-scope` or `storage_scope`; without it, all users' data of this origin is deleted.
   * Elements that use the data stop, in all tabs, and request a new user token. Rejects if the browser fails to delete.
   */
  static forgetStored(scope?: string): Promise<void> {
    return forgetStored(scope ?? null);
  }

  constructor() {
    super();
    Object.assign(this, DEFAULT_SETTINGS);
    new LeaveGuardController(
      this,
      () => (this.#list ?? this.#persistence).atRisk() || (this.#microphone?.isAtRisk ?? false),
    );
    new FocusKeeperController(this);
    this.#session.subscribe((state, previous, event) => this.#changed(state, previous, event));
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
    return this.#list?.state ?? this.#session.getState().name;
  }

  /** The error; null unless the state is `failed`. */
  get error(): TranscribeError | null {
    const state = this.#session.getState();
    return state.name === 'failed' ? state.error : null;
  }

  /** Progress of the upload; with `multiple`, of all uploads together. */
  get progress(): TranscribeProgress {
    return this.#list?.progress ?? this.#progress;
  }

  /** The recordings in the list of `multiple`, in its order. Empty without `multiple`. */
  get items(): readonly QueueItem[] {
    return this.#list?.items ?? [];
  }

  /** The data of 2.4, normalised and corrected; null until the state is `ready`. */
  get transcript(): Transcript | null {
    return this.#shown.current;
  }

  /**
   * `data` of the task as the service sent it, with fields that `transcript` does not have, such as the voiceprints of
   * `return-embedding`. It is not validated. Null until the state is `ready`.
   */
  get rawTranscript(): unknown {
    const state = this.#list?.opened ?? this.#session.getState();
    return state.name === 'ready' ? state.raw : null;
  }

  /** The current corrections, the oldest first. Plain data for `restoreEdits()`. */
  get edits(): readonly TranscriptEdit[] {
    return this.#shown.edits;
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
    if (this.#list) this.#list.start();
    else if (this.state === 'idle' && this.fileUrl) {
      this.#select({ kind: 'address', fileUrl: this.fileUrl });
    } else if (!this.#offers.start()) {
      this.#session.dispatch({ type: 'start' });
    }
  }

  /** Pauses the upload. */
  pause(): void {
    if (this.#list) this.#list.pause();
    else this.#session.dispatch({ type: 'pause' });
  }

  /** Resumes a paused upload. Stored parts are not sent again. */
  resume(): void {
    if (this.#list) this.#list.resume();
    else this.#session.dispatch({ type: 'resume' });
  }

  /** Cancels the current job and deletes what is stored of it. */
  cancel(): void {
    this.#list?.cancel();
    this.#offers.forgetChoice();
    const state = this.#session.getState();
    if (isWorking(state) || state.name === 'paused') this.#session.dispatch({ type: 'cancel' });
  }

  /** Retries the step that failed. */
  retry(): void {
    if (this.#list) this.#list.retry();
    else this.#session.dispatch({ type: 'retry', options: transcriptionOptions(this) });
  }

  /** Returns to `idle` from any state. A recording that was not sent is kept and offered. */
  reset(): void {
    this.#microphone?.suspend();
    this.#list?.reset();
    this.#offers.forgetChoice();
    this.#session.dispatch({ type: 'cancel' });
  }

  /** A record of what happened, for support. It contains no URLs, tokens, file names or texts. */
  diagnostics(): Diagnostics {
    return {
      state: this.state,
      progress: this.#progress,
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
    this.#shown.edit(operation);
  }

  /** Undoes the last correction, if there is one. */
  undo(): void {
    if (this.#shown.canUndo) this.#shown.undo();
  }

  /** Redoes the correction that was undone last, if there is one. */
  redo(): void {
    if (this.#shown.canRedo) this.#shown.redo();
  }

  /**
   * Replaces all corrections with those saved from `transcribe-edit`. Throws RangeError if they were not made on this
   * transcript, and TranscribeError `configuration` unless the state is `ready`.
   */
  restoreEdits(edits: unknown): void {
    this.#shown.restore(edits);
  }

  /** Returns the transcript as a file. Rejects with TranscribeError `configuration` unless the state is `ready`. */
  async exportTranscript(format: ExportFormat): Promise<Blob> {
    const { current, original, edits } = this.#shown;
    if (current === null || original === null) {
      throw new TranscribeError(
        'configuration',
        'There is no transcript to export yet: wait for “transcribe-ready”.',
      );
    }
    const { title } = this.#transcript;
    const { exportTranscript } = await loadFiles().catch((cause: unknown) => {
      throw sessionError('network', { cause });
    });
    const identities = speakerIdentities({ original, edits });
    const exported = await exportTranscript(current, format, { edits, identities, title });
    const { content, mediaType } = exported;
    return new Blob([content as BlobPart], { type: mediaType });
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
    this.#session.dispatch({ type: 'wake' });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Moving an element within the page disconnects and reconnects it at once, so the work continues.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#stopForgetting?.();
      this.#stopForgetting = null;
      this.#session.dispatch({ type: 'suspend' });
      this.#wakeLock?.set(false);
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
    this.#restoredTask = state;
    this.requestUpdate();
  }

  /** The first drawing waits for the language of the page, so that no other one flashes up. */
  protected override async scheduleUpdate(): Promise<void> {
    const { loading } = this.#language;
    if (loading !== null && !this.hasUpdated) {
      const waiting = new AbortController();
      const patience = this.#ports.clock.sleep(LANGUAGE_PATIENCE_MS, waiting.signal);
      await Promise.race([loading, patience.catch(() => undefined)]);
      waiting.abort();
    }
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('strings') && !sameTexts(changed.get('strings'), this.strings)) this.#relabel();
    if (changed.has('readonly')) this.#transcript.showEditing();
    if (changed.has('sources')) void this.#loadMicrophone();
    if (changed.has('multiple')) this.#setList().catch(() => undefined);
    if (changed.has('transcriptionId') && this.transcriptionId) {
      this.#select({ kind: 'task', transcriptionId: this.transcriptionId });
    } else if (changed.has('fileUrl') && this.fileUrl && !this.manualStart) {
      this.#select({ kind: 'address', fileUrl: this.fileUrl });
    } else {
      this.#showRestoredTask();
    }
    this.#announceState();
  }

  protected override firstUpdated(): void {
    this.#form.updateValidity();
    // Loaded ahead, so that a recording can be chosen on a bad connection.
    whenIdle(() => void this.#loadRun().catch(() => undefined));
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
    const state = this.#list?.opened ?? this.#session.getState();
    const strings = this.#language.element;
    const view = {
      strings,
      formats: this.#language.formats,
      messageOf: (error: TranscribeError) => this.#language.messageOf(error),
      actions: this.#actions,
      fileTypes: FILE_TYPES,
      // The compact drop zone has one row.
      takesOthers: this.convert !== 'off' && !this.compact,
      maxSize: this.maxSize,
      maxDuration: this.maxDuration,
      disabled: this.#form.isDisabled,
      dragging: this.#drop.dragging,
      takesFiles: this.#takes('file'),
      microphone: this.#takes('microphone') ? this.#microphone : null,
      offer: this.#offers.offer,
      title: 'job' in state && state.job !== null ? titleOf(state.job) : '',
      progress: this.#progress,
      canChoose: !this.transcriptionId && !this.fileUrl,
      notPersisted: this.#persistence.isWanted() && !this.#persistence.isKeeping(),
      renderWorking: this.#renderWorking,
      reader: (onNew: (() => void) | null) => this.#transcript.render(onNew),
    };
    const label =
      state.name === 'ready' ? strings.labelReady(this.#transcript.title) : strings.label;
    return html`
      <section class="card" part="card" tabindex="-1" aria-label=${this.#form.labelText || label}>
        ${(view.microphone?.isBusy ? null : this.#list?.render(view)) ?? renderState(state, view)}
        ${this.#notice && html`<p class="hint refused" part="notice">${this.#notice}</p>`}
        ${renderFileInput(
          (files) => this.#take(files),
          () => this.#offers.stopPicking(),
          this.multiple,
          this.convert === 'off' ? undefined : ANY_RECORDING,
        )}
        <p class="visually-hidden" role="status" .textContent=${this.#status.text}></p>
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
      keeping: browserKeeping,
      recordings: recordingStore,
      page: pageSession,
      scope: this.#scope,
      session: this.#session,
      language: this.#language,
      styles: this.#styles,
      status: this.#status,
      form: this.#form,
      loadWork,
    });
    this.requestUpdate();
  }

  /** The list of `multiple`. A page that sets what is shown has none. */
  get #list(): QueueController | null {
    return this.multiple && !this.transcriptionId && !this.fileUrl ? this.#queue : null;
  }

  /** Takes files that were chosen, dropped or pasted. */
  #take(files: readonly File[]): void {
    const [file] = files;
    const failed = (): void => this.#notify(this.#language.messageOf(sessionError('network')));
    if (this.multiple) this.#setList().then(() => this.#list?.take(files), failed);
    else if (file) {
      void this.#offers.take(file);
      // A sentence says that the others are not taken.
      if (files.length > 1)
        loadQueue().then(({ onlyOne }) => this.#notify(onlyOne(this.#language, file.name)), failed);
    }
  }

  #notify(sentence: string): void {
    this.#notice = sentence;
    this.#status.say(sentence);
  }

  /** Loads the list of `multiple`, or ends it. */
  async #setList(): Promise<void> {
    if (!this.multiple) {
      this.#queue?.dispose();
      this.#queue = null;
      return;
    }
    const { QueueController: List } = await loadQueue();
    this.#notice = '';
    if (!this.multiple) return;
    this.#queue ??= new List({
      element: this,
      ports: this.#ports,
      connections: this.#connections,
      scope: this.#scope,
      language: this.#language,
      styles: this.#styles,
      pace: this.#pace,
      status: this.#status,
      transcript: this.#transcript,
      form: this.#form,
      offers: this.#offers,
      loadRun: (session) => this.#loadRun(session),
      show: (state, item) => this.#showReady(state, item),
      record: (event) => this.#record(event),
      onUnavailable: () => this.#storageUnavailable(),
    });
  }

  /** Loads what transcribes, and the view that shows it. */
  async #loadRun(session: Session = this.#session): Promise<RunJob> {
    const { createWakeLock, intake, keepConverted, renderWorking, runJob, workingStyles } =
      await loadWork();
    keepConverted(session);
    this.#wakeLock ??= createWakeLock();
    this.#styles.add([workingStyles]);
    this.#renderWorking = renderWorking;
    this.#language.addIntake(intake);
    return runJob;
  }

  #announceState(): void {
    const before = this.#announced.text;
    this.#announced = nextAnnouncement(
      this.#announced,
      this.#session.getState(),
      {
        strings: this.#language.element,
        formats: this.#language.formats,
        messageOf: (error) => this.#language.messageOf(error),
        progress: this.#progress,
        offer: this.#offers.offer,
      },
      this.#ports.clock.now(),
    );
    if (this.#announced.text !== before) this.#status.say(this.#announced.text);
  }

  /* ---- Reactions to the page and the session ---- */

  /** The texts have changed. */
  #relabel(): void {
    this.#form.updateValidity();
    this.#transcript.relabel();
  }

  /** Shows the restored task, unless the page or the user has chosen another source. */
  #showRestoredTask(): void {
    const transcriptionId = this.#restoredTask;
    // A page may set its backend after it has added the element.
    if (transcriptionId === null || (this.backend ?? this.backendUrl) === null) return;
    this.#restoredTask = null;
    if (this.state === 'idle' && !this.transcriptionId && !this.fileUrl) {
      void this.#offers.returnTo(transcriptionId);
    }
  }

  #select(source: Source): void {
    this.#restoredTask = null;
    this.#offers.forgetChoice();
    this.#session.dispatch({ type: 'select', source, options: transcriptionOptions(this) });
  }

  async #forget(scope: string | null): Promise<void> {
    this.#offers.forgetChoice();
    void this.#microphone?.forget();
    await Promise.all([
      ...[this.#persistence.forget(scope), this.#shown.forget(scope)],
      this.#list?.forget(scope),
    ]);
    this.#connections.forgetToken();
    this.requestUpdate();
  }

  /**
   * The only place where the element reacts to the session: updates its attribute and form value, and fires
   * events.
   */
  #changed(state: SessionState, previous: SessionState, event: SessionEvent): void {
    this.#record(event);
    const isNewJob = event.type === 'selected' || event.type === 'cleared';
    this.#progress = describeProgress(state, isNewJob ? null : this.#progress);
    if (isNewJob) this.#transcript.clear();
    if (event.type === 'cleared' || state.name === 'ready') this.#notice = '';
    if (event.type === 'cleared') void this.#offers.refresh();
    this.#wakeLock?.set(state.name === 'uploading' && state.step === 'sending');
    // Nobody should wait for the reader once the transcript is there.
    if (['uploading', 'submitting', 'transcribing'].includes(state.name)) this.#transcript.load();
    if (state.name === 'ready') this.#showReady(state);
    if (state.name !== previous.name) this.#form.showState(state.name);
    this.#form.setValue([formValueOf(state)]);
    this.#pace.draw(drawnWhen(state, previous, event));
    for (const fired of eventsOf(state, previous, event, this.#progress, this.transcript)) {
      this.dispatchEvent(fired);
    }
  }

  #record(event: SessionEvent): void {
    this.#diagnostics = recordEvent(this.#diagnostics, event, this.#ports.clock.now());
  }

  #showReady(
    { job, data }: Extract<SessionState, { name: 'ready' }>,
    item: TranscribeEvent['item'] = null,
  ): void {
    const { source } = job;
    this.#transcript.show({
      transcriptionId: job.transcriptionId ?? null,
      data,
      title: item?.name ?? titleOf(job),
      item,
      files: source.kind === 'file' ? [source.file, source.converted ?? []].flat() : [],
      addresses: [this.audioSrc, source.kind === 'address' ? source.fileUrl : null].filter(
        (address) => address !== null,
      ),
    });
  }

  #storageUnavailable(): void {
    this.#diagnostics = recordNoStorage(this.#diagnostics, this.#ports.clock.now());
    this.requestUpdate();
  }
}

sweepStored();
