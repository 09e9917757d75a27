/** The job of one recording, as part of the element. */
import type { LitElement, PropertyValues, ReactiveController } from 'lit';
import { browserKeeping, ongoingJobs } from '../browser/page-storage.js';
import type { OwnScope } from '../engine/resume/scope.js';
import { drawnWhen, type SessionEvent } from '../engine/session/session-events.js';
import {
  describeProgress,
  isWorking,
  type SessionState,
  type StateName,
  type TranscribeProgress,
} from '../engine/session/state.js';
import type { Ports } from '../engine/ports.js';
import { createStoredJobs, type StoredJobs } from '../engine/resume/stored-jobs.js';
import { createStoredSession, type StoredSession } from '../engine/resume/job-persistence.js';
import type { DiagnosticLog } from '../engine/session/session.js';
import { JobSourceController } from './controllers/job-source.js';
import type { LanguageController } from './controllers/language.js';
import type { DrawPaceController, LateStylesController } from './controllers/rendering.js';
import type { StatusLineController } from './controllers/status-line.js';
import type { TranscriptController } from './controllers/transcript-controller.js';
import { eventsOf } from './events.js';
import { formValueOf, type FormPart } from './form.js';
import { whileConnected } from '../ui/while-connected.js';
import { fileLimits, transcriptionOptions, type ElementSettings } from './settings.js';
import type { StateView } from './views/view-parts.js';
import { preloadReader, type Connections, type WorkLoader } from './work-loader.js';

/** The parts of the element that the job and the list of `multiple` use. None of them knows these two. */
export interface ElementParts {
  readonly element: LitElement & ElementSettings;
  /** What transcribes, and where. */
  readonly ports: Ports;
  readonly connections: Connections;
  readonly scope: OwnScope;
  readonly work: WorkLoader;
  /** What shows it. */
  readonly language: LanguageController;
  readonly styles: LateStylesController;
  readonly pace: DrawPaceController;
  readonly status: StatusLineController;
  readonly transcript: TranscriptController;
  readonly form: FormPart;
  readonly log: DiagnosticLog;
}

/** What a page controls: the job of one recording, or the list of `multiple`. */
export type Controls = Pick<
  JobController,
  | 'state'
  | 'progress'
  | 'start'
  | 'pause'
  | 'resume'
  | 'retry'
  | 'cancel'
  | 'reset'
  | 'forget'
  | 'atRisk'
>;

export class JobController implements ReactiveController {
  readonly session: StoredSession['session'];
  readonly source: JobSourceController;
  progress: TranscribeProgress;
  readonly #persistence: StoredSession['persistence'];
  readonly #stored: StoredJobs;

  constructor(private readonly parts: ElementParts) {
    const { element, ports, connections, scope, work, log } = parts;
    this.#stored = createStoredJobs({ ...browserKeeping, scope });
    const job = createStoredSession(
      {
        ...browserKeeping,
        ports,
        scope,
        context: () => ({
          ...connections,
          manualStart: element.manualStart,
          limits: fileLimits(element),
        }),
        load: (session) => work.load(session),
        ongoing: ongoingJobs,
        onUnavailable: () => log.addNoStorage(),
      },
      this.#stored,
    );
    this.session = job.session;
    this.#persistence = job.persistence;
    this.progress = describeProgress(job.session.getState(), null);
    this.source = new JobSourceController(parts, job, this.#stored);
    job.session.subscribe((state, previous, event) => this.#changed(state, previous, event));
    whileConnected(element, () => this.#connect());
    element.addController(this);
  }

  #connect(): () => void {
    const stopWatching = this.#stored.watch(() => void this.source.refresh());
    const disconnect = this.#persistence.connect();
    this.session.dispatch({ type: 'wake' });
    return () => {
      stopWatching();
      disconnect();
      this.session.dispatch({ type: 'suspend' });
      this.parts.work.keepAwake(false);
    };
  }

  hostUpdate(): void {
    const { language, ports, status } = this.parts;
    const view = { ...language.view, ...this.view };
    status.announce(this.session.getState(), view, ports.clock.now());
  }

  get state(): StateName {
    return this.session.getState().name;
  }

  /** What the views show of it. */
  get view(): Pick<StateView, 'progress' | 'offer' | 'notPersisted'> {
    return {
      progress: this.progress,
      offer: this.source.offer,
      notPersisted: this.#persistence.isWanted() && !this.#persistence.isKeeping(),
    };
  }

  /** True if the element shows this task, or waits for it. */
  #shows(transcriptionId: string): boolean {
    const state = this.session.getState();
    if (state.name === 'idle' || state.job === null) return false;
    const { source } = state.job;
    const shown = source.kind === 'task' ? source.transcriptionId : state.job.transcriptionId;
    return shown === transcriptionId;
  }

  /** The page may have set what is transcribed or shown. */
  settingsChanged(changed: PropertyValues<ElementSettings>): void {
    const { transcriptionId: id, fileUrl, manualStart } = this.parts.element;
    const previousId = changed.get('transcriptionId');
    if (previousId && !id && this.#shows(previousId)) this.reset();
    if (changed.has('transcriptionId') && id) {
      // A page may set the id of a task that the element itself has created.
      if (!this.#shows(id)) this.source.select({ kind: 'task', transcriptionId: id });
    } else if (changed.has('fileUrl') && fileUrl && !manualStart) {
      this.source.openAddress(fileUrl);
    }
  }

  start(): void {
    const { fileUrl } = this.parts.element;
    if (this.state === 'idle' && fileUrl) this.source.openAddress(fileUrl);
    else if (!this.source.start()) this.session.dispatch({ type: 'start' });
  }

  pause(): void {
    this.session.dispatch({ type: 'pause' });
  }

  resume(): void {
    this.session.dispatch({ type: 'resume' });
  }

  retry(): void {
    const options = transcriptionOptions(this.parts.element);
    this.session.dispatch({ type: 'retry', options });
  }

  cancel(): void {
    const state = this.session.getState();
    if (isWorking(state) || state.name === 'paused') this.reset();
    else this.source.forgetChoice();
  }

  reset(): void {
    this.source.forgetChoice();
    this.session.dispatch({ type: 'cancel' });
  }

  /** Deletes what is stored of this user key; null means all. */
  async forget(scope: string | null): Promise<void> {
    this.source.forgetChoice();
    await this.#persistence.forget(scope);
  }

  /** True while leaving the page would lose data. */
  atRisk(): boolean {
    return this.#persistence.atRisk();
  }

  /** The only reaction to the session: updates the element's attribute and form value, and fires events. */
  #changed(state: SessionState, previous: SessionState, event: SessionEvent): void {
    const { element, form, log, pace, status, transcript, work } = this.parts;
    log.add(event);
    const isNewJob = event.type === 'selected' || event.type === 'cleared';
    this.progress = describeProgress(state, isNewJob ? null : this.progress);
    if (previous.name === 'ready') transcript.clear();
    if (event.type === 'cleared' || state.name === 'ready') status.notice = '';
    if (event.type === 'cleared') void this.source.refresh();
    work.keepAwake(state.name === 'uploading' && state.step === 'sending');
    // Nobody should wait for the reader once the transcript is there.
    if (['uploading', 'submitting', 'transcribing'].includes(state.name)) preloadReader();
    const shown = state.name === 'ready' ? transcript.show(state) : null;
    if (state.name === 'failed') void work.tell(state.error).catch(() => undefined);
    if (state.name !== previous.name) form.showState(state.name);
    form.setValue([formValueOf(state)]);
    pace.draw(drawnWhen(state, previous, event));
    for (const fired of eventsOf(state, previous, event, this.progress, shown)) {
      element.dispatchEvent(fired);
    }
  }
}
