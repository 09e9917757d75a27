/** The job of one recording, as part of the element. */
import type { LitElement, ReactiveController } from 'lit';
import { browserKeeping, ongoingJobs } from '../browser/index.js';
import type { WakeLock } from '../browser/wake-lock.js';
import {
  createJobPersistence,
  describeProgress,
  isWorking,
  type JobPersistence,
  type OwnScope,
  type RunJob,
  type Session,
  type SessionEvent,
  type SessionState,
  type Source,
  type StateName,
  type TranscribeProgress,
} from '../engine/index.js';
import type { Ports } from '../engine/ports.js';
import { createSessionOf } from '../engine/session/session.js';
import type { Connections } from './connections.js';
import type { LanguageController } from './controllers/language.js';
import type { DrawPaceController, LateStylesController } from './controllers/rendering.js';
import { ResumeOfferController } from './controllers/resume-offer.js';
import type { StatusLineController } from './controllers/status-line.js';
import type { TranscriptController } from './controllers/transcript-controller.js';
import { loadWork } from './downloads.js';
import { drawnWhen, eventsOf } from './events.js';
import { formValueOf, type FormPart } from './form.js';
import { whenRemoved } from '../ui/when-removed.js';
import { fileLimits, transcriptionOptions, type ElementSettings } from './settings.js';
import type { StateView } from './views/render-state.js';

/** The parts of the element that the job and the list of `multiple` use. */
export interface ElementParts {
  readonly element: LitElement & ElementSettings;
  readonly ports: Ports;
  readonly connections: Connections;
  readonly scope: OwnScope;
  readonly language: LanguageController;
  readonly styles: LateStylesController;
  readonly pace: DrawPaceController;
  readonly status: StatusLineController;
  readonly transcript: TranscriptController;
  readonly form: FormPart;
  /** Loads what transcribes, and the view that shows it. */
  readonly loadRun: (session: Session) => Promise<RunJob>;
  /** Adds an event to the diagnostics. */
  readonly record: (event: SessionEvent) => void;
  /** The browser refuses to store something. */
  readonly onUnavailable: () => void;
}

/** What a page controls: the job of one recording, or the list of `multiple`. */
export interface Controls {
  readonly state: StateName;
  readonly progress: TranscribeProgress;
  start(): void;
  pause(): void;
  resume(): void;
  retry(): void;
  cancel(): void;
  reset(): void;
  /** Deletes what is stored of this user key; null means all. */
  forget(scope: string | null): Promise<void>;
  /** True while leaving the page would lose data. */
  atRisk(): boolean;
}

export class JobController implements ReactiveController, Controls {
  readonly session: Session;
  readonly offers: ResumeOfferController;
  progress: TranscribeProgress;
  readonly #parts: ElementParts;
  readonly #persistence: JobPersistence;
  #wakeLock: WakeLock | null = null;
  #disconnect: (() => void) | null = null;
  /** The task that the browser has restored as the form value, until it is shown. */
  #restoredTask: string | null = null;

  constructor(parts: ElementParts) {
    const { element, ports, connections, scope, onUnavailable } = parts;
    this.#parts = parts;
    const session = createSessionOf(
      ports,
      () => ({
        ...connections,
        manualStart: element.manualStart,
        limits: fileLimits(element),
        flushed: () => this.#persistence.flushed(),
        discard: () => this.#persistence.discard(),
        stable: (file, signal) => this.#persistence.stable(file, signal),
      }),
      () => this.load(),
    );
    this.session = session;
    this.progress = describeProgress(session.getState(), null);
    this.#persistence = createJobPersistence({
      ...browserKeeping,
      session,
      scope,
      onUnavailable,
      copy: ports.copy,
      ongoing: ongoingJobs,
    });
    this.offers = new ResumeOfferController(parts, this.#persistence, this);
    session.subscribe((state, previous, event) => this.#changed(state, previous, event));
    element.addController(this);
  }

  hostConnected(): void {
    this.#disconnect ??= this.#persistence.connect(() => void this.offers.refresh());
    this.session.dispatch({ type: 'wake' });
  }

  hostUpdate(): void {
    const { language, ports, status } = this.#parts;
    this.#showRestoredTask();
    const view = { ...language.view, ...this.view };
    status.announce(this.session.getState(), view, ports.clock.now());
  }

  hostDisconnected(): void {
    whenRemoved(this.#parts.element, () => {
      this.#disconnect?.();
      this.#disconnect = null;
      this.session.dispatch({ type: 'suspend' });
      this.#wakeLock?.set(false);
    });
  }

  get state(): StateName {
    return this.session.getState().name;
  }

  /** What the views show of it. */
  get view(): Pick<StateView, 'progress' | 'offer' | 'notPersisted'> {
    return {
      progress: this.progress,
      offer: this.offers.offer,
      notPersisted: this.#persistence.isWanted() && !this.#persistence.isKeeping(),
    };
  }

  /** Loads what transcribes. */
  async load(): Promise<RunJob> {
    const { createWakeLock } = await loadWork();
    this.#wakeLock ??= createWakeLock();
    return this.#parts.loadRun(this.session);
  }

  /** Cancels the current job, and starts one with this source. */
  select(source: Source): void {
    this.#restoredTask = null;
    this.offers.forgetChoice();
    const options = transcriptionOptions(this.#parts.element);
    this.session.dispatch({ type: 'select', source, options });
  }

  /** Transcribes the recording at this URL, or resumes its stored job, which may have a task already. */
  selectAddress(fileUrl: string): void {
    this.#restoredTask = null;
    if (this.#persistence.isWanted()) void this.offers.openAddress(fileUrl);
    else this.select({ kind: 'address', fileUrl });
  }

  /** True if the element shows this task, or waits for it. */
  shows(transcriptionId: string): boolean {
    const state = this.session.getState();
    if (state.name === 'idle' || state.job === null) return false;
    const { source } = state.job;
    const shown = source.kind === 'task' ? source.transcriptionId : state.job.transcriptionId;
    return shown === transcriptionId;
  }

  /** Shows the task of a restored form value, unless the page or the user chooses another source. */
  restore(transcriptionId: string): void {
    this.#restoredTask = transcriptionId;
    this.#parts.element.requestUpdate();
  }

  start(): void {
    const { fileUrl } = this.#parts.element;
    if (this.state === 'idle' && fileUrl) this.selectAddress(fileUrl);
    else if (!this.offers.start()) this.session.dispatch({ type: 'start' });
  }

  pause(): void {
    this.session.dispatch({ type: 'pause' });
  }

  resume(): void {
    this.session.dispatch({ type: 'resume' });
  }

  retry(): void {
    const options = transcriptionOptions(this.#parts.element);
    this.session.dispatch({ type: 'retry', options });
  }

  cancel(): void {
    const state = this.session.getState();
    if (isWorking(state) || state.name === 'paused') this.reset();
    else this.offers.forgetChoice();
  }

  reset(): void {
    this.offers.forgetChoice();
    this.session.dispatch({ type: 'cancel' });
  }

  async forget(scope: string | null): Promise<void> {
    this.offers.forgetChoice();
    await this.#persistence.forget(scope);
  }

  atRisk(): boolean {
    return this.#persistence.atRisk();
  }

  #showRestoredTask(): void {
    const { backend, backendUrl, transcriptionId, fileUrl } = this.#parts.element;
    const restored = this.#restoredTask;
    // A page may set its backend after it has added the element.
    if (restored === null || (backend ?? backendUrl) === null) return;
    this.#restoredTask = null;
    if (this.state === 'idle' && !transcriptionId && !fileUrl) void this.offers.returnTo(restored);
  }

  /** The only reaction to the session: updates the element's attribute and form value, and fires events. */
  #changed(state: SessionState, previous: SessionState, event: SessionEvent): void {
    const { element, form, pace, record, status, transcript } = this.#parts;
    record(event);
    const isNewJob = event.type === 'selected' || event.type === 'cleared';
    this.progress = describeProgress(state, isNewJob ? null : this.progress);
    if (isNewJob) transcript.clear();
    if (event.type === 'cleared' || state.name === 'ready') status.notice = '';
    if (event.type === 'cleared') void this.offers.refresh();
    this.#wakeLock?.set(state.name === 'uploading' && state.step === 'sending');
    // Nobody should wait for the reader once the transcript is there.
    if (['uploading', 'submitting', 'transcribing'].includes(state.name)) transcript.load();
    if (state.name === 'ready') transcript.show(state);
    if (state.name !== previous.name) form.showState(state.name);
    form.setValue([formValueOf(state)]);
    pace.draw(drawnWhen(state, previous, event));
    for (const fired of eventsOf(state, previous, event, this.progress, transcript.shown.current)) {
      element.dispatchEvent(fired);
    }
  }
}
