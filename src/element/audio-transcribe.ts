import { html, type PropertyValues, type TemplateResult } from 'lit';
import {
  browserKeeping,
  createBrowserPorts,
  createWakeLock,
  forgetStored,
  forgetting,
  leftovers,
  pageSession,
  rememberDropped,
  sweepStored,
} from '../browser/index.js';
import { createConnections, createScopeSource } from './connections.js';
import {
  createJobPersistence,
  createOwnScope,
  createSession,
  describeProgress,
  isWorking,
  titleOf,
  TranscribeError,
  type Diagnostics,
  type SessionEvent,
  type SessionState,
  type Source,
  type StateName,
  type TranscribeProgress,
} from '../engine/index.js';
import { EMPTY_RECORD, recordEvent, recordNoStorage } from '../engine/session/diagnostics.js';
import { drawnWhen, eventsOf, taskOf } from './fire-events.js';
import { ElementReading } from './reading.js';
import { FILE_TYPES } from '../protocol/index.js';
import { announcement } from './announce.js';
import { DrawPaceController } from './controllers/draw-pace.js';
import { FileDropController } from './controllers/file-drop.js';
import { LeaveGuardController } from './controllers/leave-guard.js';
import { OfferController } from './controllers/resume-offer.js';
import { renderFileInput } from '../ui/file-input.js';
import { localeOf } from './views/format.js';
import { renderState } from './views/render-state.js';
import { STRINGS } from '../strings/element.js';
import { styles } from './views/styles.js';
import type { Actions } from './views/actions.js';
import { announceOffer } from './views/resume-offer.js';

/**
 * A recording goes in, its time-synced transcript comes out.
 *
 * @attr {'preparing' | 'uploading' | 'paused' | 'submitting' | 'transcribing' | 'ready' | 'failed'} state - Where the element is; absent in `idle`. Only the element sets it.
 * @cssState idle - Nothing has begun.
 * @cssState preparing - The file is checked and the upload planned.
 * @cssState uploading - The file is being uploaded.
 * @cssState paused - The work is held.
 * @cssState submitting - The transcription is being requested.
 * @cssState transcribing - The task is running.
 * @cssState ready - The transcript is there.
 * @cssState failed - Something went wrong.
 * @fires transcribe-state - The state changed.
 * @fires transcribe-progress - More bytes are on their way, or the phase changed.
 * @fires transcribe-uploaded - The whole file is at the service.
 * @fires transcribe-submitted - The transcription task exists: its id is known.
 * @fires transcribe-ready - The transcript is there.
 * @fires transcribe-error - Something went wrong; the error's message is written for the person.
 * @fires transcribe-segment - Other segments are playing now.
 * @fires transcribe-edit - The transcript was corrected, or a correction taken back.
 */
export class AudioTranscribe extends ElementReading {
  static override readonly styles = styles;

  readonly #ports = createBrowserPorts(() => this.workerUrl);
  readonly #connections = createConnections(
    this.#ports,
    () => this,
    // What is stored for the token's user may be offered now.
    () => this.requestUpdate(),
  );
  protected readonly storedScope = createOwnScope({
    source: createScopeSource(() => this, this.#connections, pageSession),
    leftovers,
    locks: browserKeeping.locks,
  });
  readonly #session = createSession(this.#ports, () => ({
    ...this.#connections,
    manualStart: this.manualStart,
    limits: this.limits,
    kept: () => this.#keeper.settled(),
  }));
  readonly #keeper = createJobPersistence({
    ...browserKeeping,
    session: this.#session,
    scope: this.storedScope,
    onUnavailable: () => this.storageUnavailable(),
  });
  /** Work that can go on here: offered, never resumed by itself unless its file is chosen. */
  readonly #offers = new OfferController(this, this.#keeper, {
    scope: () => this.storedScope.now(),
    isIdle: () => this.state === 'idle',
    options: () => this.options,
    isDisabled: () => this.isDisabled,
    begin: (file) => this.#select({ kind: 'file', file }),
    show: (transcriptionId) => this.#select({ kind: 'task', transcriptionId }),
    clear: () => this.#session.dispatch({ type: 'cancel' }),
  });
  readonly #wakeLock = createWakeLock();
  readonly #pace = new DrawPaceController(this);
  readonly #drop = new FileDropController(
    this,
    () => !this.isDisabled && !isWorking(this.#session.getState()) && this.state !== 'paused',
    (file) => this.selectFile(file),
    rememberDropped,
  );
  readonly #actions: Actions = {
    choose: () => this.#offers.pick(),
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
  #hadFocus = false;
  /** The task that the form had when the browser left this page; null where there is none to come back to. */
  #leftTask: string | null = null;

  #stopForgetting: (() => void) | null = null;

  /**
   * Deletes the unfinished work and the corrections that this browser stores for a user: call it when somebody signs
   * out. `scope` is the user's `resume-scope` or `storage_scope`; without it everything of this origin is deleted.
   * Elements that work on it, here and in other tabs, stop, and ask for a new user token before they go on with
   * anything else. Resolves once it is deleted; rejects where the browser refuses to.
   */
  static forgetStored(scope?: string): Promise<void> {
    return forgetStored(scope ?? null);
  }

  constructor() {
    super();
    new LeaveGuardController(this, () => this.#keeper.atRisk());
    this.#session.subscribe((state, previous, fact) => this.#changed(state, previous, fact));
  }

  /** Where the element is: `idle`, `preparing`, `uploading`, `paused`, `submitting`, `transcribing`, `ready` or `failed`. */
  get state(): StateName {
    return this.#session.getState().name;
  }

  /** What went wrong; null unless the state is `failed`. */
  get error(): TranscribeError | null {
    const state = this.#session.getState();
    return state.name === 'failed' ? state.error : null;
  }

  /**
   * `data` of the task as the service sent it, with the fields that are not in `transcript`, such as the voiceprints of
   * `return-embedding`. Unchecked input; null until the state is `ready`.
   */
  get rawTranscript(): unknown {
    const state = this.#session.getState();
    return state.name === 'ready' ? state.raw : null;
  }

  /** How far the upload is. */
  get progress(): TranscribeProgress {
    return this.#progress;
  }

  /**
   * Takes a recording, as if it had been dropped; work under way is dropped for it. Throws TranscribeError
   * `configuration` while the element or its fieldset is disabled.
   */
  selectFile(file: File): void {
    if (this.isDisabled) {
      throw new TranscribeError(
        'configuration',
        '<audio-transcribe> is disabled and takes no file: enable it, and every fieldset around it, first.',
      );
    }
    void this.#offers.choose(file);
  }

  /** Starts what `manual-start` holds back. */
  start(): void {
    if (this.state === 'idle' && this.fileUrl) {
      this.#select({ kind: 'address', fileUrl: this.fileUrl });
    } else if (!this.#offers.start()) {
      this.#session.dispatch({ type: 'start' });
    }
  }

  /** Holds the upload where it is. */
  pause(): void {
    this.#session.dispatch({ type: 'pause' });
  }

  /** Goes on after `pause()`: what is stored is not sent again. */
  resume(): void {
    this.#session.dispatch({ type: 'resume' });
  }

  /** Stops the work and forgets it. */
  cancel(): void {
    this.#offers.forgetChoice();
    const state = this.#session.getState();
    if (isWorking(state) || state.name === 'paused') this.#session.dispatch({ type: 'cancel' });
  }

  /** Tries again after a failure, from where it failed. */
  retry(): void {
    this.#session.dispatch({ type: 'retry', options: this.options });
  }

  /** Back to the beginning, whatever the state. */
  reset(): void {
    this.#offers.forgetChoice();
    this.#session.dispatch({ type: 'cancel' });
  }

  /** What happened so far, for support: without addresses, tokens, file names or texts. */
  diagnostics(): Diagnostics {
    return {
      state: this.state,
      progress: this.#progress,
      userAgent: navigator.userAgent,
      ...this.#diagnostics,
    };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopForgetting ??= forgetting.listen((scope) => this.#forget(scope));
    this.showStateName(this.state);
    this.#session.dispatch({ type: 'wake' });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move within the page takes the element out and puts it back at once: that is no reason to stop.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#stopForgetting?.();
      this.#stopForgetting = null;
      this.#session.dispatch({ type: 'suspend' });
      this.#wakeLock.set(false);
    });
  }

  /** The form is being reset. */
  formResetCallback(): void {
    this.reset();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('transcriptionId') && this.transcriptionId) {
      this.#select({ kind: 'task', transcriptionId: this.transcriptionId });
    } else if (changed.has('fileUrl') && this.fileUrl && !this.manualStart) {
      this.#select({ kind: 'address', fileUrl: this.fileUrl });
    } else {
      this.#showLeftTask();
    }
    this.#hadFocus = (this.shadowRoot?.activeElement ?? null) !== null;
  }

  protected override updated(): void {
    if (this.#hadFocus && this.shadowRoot?.activeElement === null) {
      // The pressed button is gone with its view: whoever uses a keyboard must not fall out of the element.
      this.renderRoot.querySelector<HTMLElement>('.card')?.focus();
    }
  }

  protected override render(): TemplateResult {
    const state = this.#session.getState();
    return html`
      <section class="card" part="card" tabindex="-1" aria-label=${this.labelText || STRINGS.label}>
        ${renderState(state, {
          strings: STRINGS,
          actions: this.#actions,
          locale: localeOf(this),
          formats: FILE_TYPES,
          maxSize: this.maxSize,
          maxDuration: this.maxDuration,
          disabled: this.isDisabled,
          dragging: this.#drop.dragging,
          offer: this.#offers.offer,
          offerProblem: this.#offers.problem,
          title: this.#title,
          progress: this.#progress,
          canChoose: !this.transcriptionId && !this.fileUrl,
          unkept: this.#keeper.isWanted() && !this.#keeper.isKeeping(),
          reader: this.reader.render(),
        })}
        ${renderFileInput(
          (file) => void this.#offers.take(file),
          () => this.#offers.stopPicking(),
        )}
        <p class="visually-hidden" role="status">
          ${
            this.said ||
            announcement(state, this.#progress, STRINGS, localeOf(this)) ||
            announceOffer(this.#offers.offer, STRINGS)
          }
        </p>
      </section>
    `;
  }

  /** Name of the recording; empty where there is none. */
  get #title(): string {
    const state = this.#session.getState();
    return 'job' in state && state.job !== null ? titleOf(state.job) : '';
  }

  protected override returnToTask(transcriptionId: string): void {
    this.#leftTask = transcriptionId;
    this.requestUpdate();
  }

  /** Shows the task of before, unless the page or the person has named another source. */
  #showLeftTask(): void {
    const transcriptionId = this.#leftTask;
    // A page may name its backend later than it places the element.
    if (transcriptionId === null || (this.backend ?? this.backendUrl) === null) return;
    this.#leftTask = null;
    if (this.state === 'idle' && !this.transcriptionId && !this.fileUrl) {
      void this.#offers.returnTo(transcriptionId);
    }
  }

  #select(source: Source): void {
    this.#leftTask = null;
    this.#offers.forgetChoice();
    this.#session.dispatch({ type: 'select', source, options: this.options });
  }

  async #forget(scope: string | null): Promise<void> {
    this.#offers.forgetChoice();
    await Promise.all([this.#keeper.forget(scope), this.forgetEdits(scope)]);
    this.#connections.forgetToken();
    this.requestUpdate();
  }

  /** The one place where the element follows the session: its attribute, its form value, its events. */
  #changed(state: SessionState, previous: SessionState, fact: SessionEvent): void {
    this.#diagnostics = recordEvent(this.#diagnostics, fact, this.#ports.clock.now());
    const afresh = fact.type === 'selected' || fact.type === 'cleared';
    this.#progress = describeProgress(state, afresh ? null : this.#progress);
    if (afresh) this.clearTranscript();
    if (fact.type === 'cleared') void this.#offers.refresh();
    this.#wakeLock.set(state.name === 'uploading' && state.step === 'sending');
    if (state.name === 'ready') this.#showReady(state);
    if (state.name !== previous.name) this.showStateName(state.name);
    this.setValue(taskOf(state));
    this.#pace.draw(drawnWhen(state, previous, fact));
    for (const event of eventsOf(state, previous, fact, this.#progress, this.transcript)) {
      this.dispatchEvent(event);
    }
  }

  protected override storageUnavailable(): void {
    const atMs = this.#ports.clock.now();
    this.#diagnostics = recordNoStorage(this.#diagnostics, atMs);
    super.storageUnavailable();
  }

  #showReady({ job, data }: Extract<SessionState, { name: 'ready' }>): void {
    const { source } = job;
    this.showTranscript({
      transcriptionId: job.transcriptionId ?? null,
      data,
      title: titleOf(job),
      file: source.kind === 'file' ? source.file : null,
      addresses: [this.audioSrc, source.kind === 'address' ? source.fileUrl : null].filter(
        (address) => address !== null,
      ),
    });
  }
}

sweepStored();
