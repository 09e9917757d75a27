/** What the element transcribes: what is chosen, or the stored job that belongs to it. */
import { Task } from '@lit/task';
import type { LitElement, ReactiveController } from 'lit';
import {
  answered,
  chosenFile,
  decideFile,
  lookedUp,
  NO_RESUME,
  offer,
  withoutChoice,
  type Choice,
  type ResumableJob,
  type ResumeOffer,
  type ResumeState,
} from '../../engine/resume/stored-job.js';
import type { OwnScope } from '../../engine/resume/scope.js';
import type { AudioFile, Source } from '../../engine/session/job.js';
import type { StoredJobs } from '../../engine/resume/stored-jobs.js';
import type { StoredSession } from '../../engine/resume/job-persistence.js';
import { openFileDialog } from '../../ui/file-input.js';
import type { FormPart } from '../form.js';
import { transcriptionOptions, type ElementSettings } from '../settings.js';

/** The parts of the element that the controller uses. */
interface SourceParts {
  readonly element: LitElement & ElementSettings;
  /** Whose jobs are offered. */
  readonly scope: Pick<OwnScope, 'now'>;
  readonly form: Pick<FormPart, 'isDisabled'>;
}

/** What the page or the user asks for. Aborted by the next request. */
type Request = (signal: AbortSignal) => Promise<void>;

/**
 * Starts the session with a chosen file, URL or task, or resumes the stored job that belongs to it. If another tab is
 * working on the job of a file, it asks first. While nothing is chosen, it offers the newest stored job.
 */
export class JobSourceController implements ReactiveController {
  readonly #host: SourceParts['element'];
  readonly #lookUp: Task<readonly [string | null | undefined], void>;
  readonly #request: Task<readonly [Request], void>;
  #state: ResumeState = NO_RESUME;
  /** The task that the browser has restored as the form value, until it is shown. */
  #restoredTask: string | null = null;

  constructor(
    private readonly parts: SourceParts,
    private readonly job: StoredSession,
    private readonly stored: StoredJobs,
  ) {
    const { element, scope } = parts;
    this.#host = element;
    this.#lookUp = new Task(element, {
      args: () => [scope.now()] as const,
      task: (_scope, { signal }) => this.#findOffer(signal),
      onError: (error) => reportError(error),
    });
    this.#request = new Task(element, {
      autoRun: false,
      task: ([request]: readonly [Request], { signal }) => request(signal),
      onError: (error) => reportError(error),
    });
    element.addController(this);
  }

  hostUpdate(): void {
    const { backend, backendUrl, transcriptionId, fileUrl } = this.#host;
    const restored = this.#restoredTask;
    // A page may set its backend after it has added the element.
    if (restored === null || (backend ?? backendUrl) === null) return;
    this.#restoredTask = null;
    if (!this.#isIdle || transcriptionId || fileUrl) return;
    const source: Source = { kind: 'task', transcriptionId: restored };
    void this.#open(source, () => this.stored.findTask(restored));
  }

  /** The job that is offered; null for none. */
  get offer(): ResumeOffer | null {
    return this.#state.name === 'offered' ? this.#state : null;
  }

  /** Looks up again what can be offered. */
  refresh(): Promise<void> {
    return this.#lookUp.run();
  }

  /* ---- What is chosen ---- */

  /** Cancels the current job, and starts one with this source. */
  select(source: Source): void {
    this.forgetChoice();
    const options = transcriptionOptions(this.#host);
    this.job.session.dispatch({ type: 'select', source, options });
  }

  /** Transcribes a file: resumes its stored job if there is one. */
  choose(file: AudioFile): Promise<void> {
    this.forgetChoice();
    return this.#request.run([(signal) => this.#handleFile(file, signal)]);
  }

  /** Transcribes the recording at this URL, or resumes its stored job, which may have a task already. */
  openAddress(fileUrl: string): void {
    const source: Source = { kind: 'address', fileUrl };
    if (!this.job.persistence.isWanted()) {
      this.select(source);
      return;
    }
    if (!this.#isIdle) this.job.session.dispatch({ type: 'cancel' });
    const options = transcriptionOptions(this.#host);
    void this.#open(source, () => this.stored.findAddress(fileUrl, options));
  }

  /** Shows the task of a restored form value, unless the page or the user chooses another source. */
  restore(transcriptionId: string): void {
    this.#restoredTask = transcriptionId;
    this.#host.requestUpdate();
  }

  /** Drops what was chosen, even while its stored job is being looked up. */
  forgetChoice(): void {
    this.#restoredTask = null;
    this.#request.abort();
    this.#state = withoutChoice(this.#state);
  }

  /** Resumes the job that waits for `start()`; returns false if there is none. */
  start(): boolean {
    if (this.#state.name !== 'waiting-for-start') return false;
    const { job, file } = this.#state;
    this.#state = NO_RESUME;
    void this.#request.run([(signal) => this.#resume(job, file, signal)]);
    return true;
  }

  /** Opens the file dialog. */
  pick(): void {
    this.#setPicking(false);
    openFileDialog(this.#host.renderRoot);
  }

  /** Takes the file of the dialog, which may have been opened for the offered job. */
  async take(file: AudioFile): Promise<void> {
    const { offer } = this;
    this.#setPicking(false);
    if (offer?.isPicking === true) await this.#accept(offer.job, { file });
    else await this.choose(file);
  }

  /** The file dialog was closed without a file. */
  stopPicking(): void {
    this.#setPicking(false);
  }

  /* ---- The offer ---- */

  /** The user accepts the offer. Opens the file dialog first if the recording is needed. */
  async accept(): Promise<void> {
    const { offer } = this;
    if (offer === null || this.parts.form.isDisabled) return;
    if (offer.job.needs === 'recording') {
      this.#setPicking(true);
      openFileDialog(this.#host.renderRoot);
      return;
    }
    const { file } = offer;
    const options = transcriptionOptions(this.#host);
    await this.#accept(offer.job, file === null ? undefined : { file, options });
  }

  /** The user declines the offer. An interrupted job is deleted; another tab's job is left alone. */
  async decline(): Promise<void> {
    const { offer } = this;
    if (offer === null || this.parts.form.isDisabled) return;
    this.#state = withoutChoice(this.#state);
    await this.stored.decline(offer.job).catch(() => undefined);
    await this.refresh();
  }

  #setPicking(isPicking: boolean): void {
    if (this.#state.name === 'offered') this.#state = { ...this.#state, isPicking };
  }

  #accept(job: ResumableJob, choice: Choice | undefined): Promise<void> {
    return this.#request.run([
      async (signal) => {
        const accepted = this.job.persistence.accept(job, choice, signal);
        const result = await accepted.catch(() => 'gone' as const);
        this.#state = answered(this.#state, job.id, result);
        this.#host.requestUpdate();
        await this.refresh();
      },
    ]);
  }

  async #findOffer(signal: AbortSignal): Promise<void> {
    if (!this.#isIdle || this.#host.multiple || this.#state.name === 'returning-to-task') {
      this.#state = lookedUp(this.#state, null, false);
      return;
    }
    const file = chosenFile(this.#state);
    const match = file === null ? null : await this.stored.findMatch(file);
    const job = match ?? (await this.stored.findOffer());
    if (signal.aborted) return;
    // After a reload, the work continues by itself. If that fails, it is offered.
    const continues =
      job !== null && !this.parts.form.isDisabled && this.job.persistence.continues(job);
    this.#state = lookedUp(this.#state, continues ? null : job, match !== null);
    if (continues) void this.#accept(job, undefined);
  }

  /* ---- The stored job of what is chosen ---- */

  get #isIdle(): boolean {
    return this.job.session.getState().name === 'idle';
  }

  async #handleFile(file: AudioFile, signal: AbortSignal): Promise<void> {
    const match = this.job.persistence.isWanted() ? await this.stored.findMatch(file) : null;
    if (signal.aborted) return;
    const decision = decideFile(match, this.#host.manualStart);
    switch (decision.kind) {
      case 'begin':
        this.select({ kind: 'file', file });
        break;
      case 'ask':
        this.#state = offer(decision.job, file);
        this.job.session.dispatch({ type: 'cancel' });
        void this.refresh();
        break;
      case 'wait-for-start':
        this.select({ kind: 'file', file });
        this.#state = { name: 'waiting-for-start', job: decision.job, file };
        break;
      case 'resume':
        await this.#resume(decision.job, file, signal);
    }
  }

  /** Resumes the stored job if no other tab works on it. Otherwise shows its task, or starts with this source. */
  #open(source: Source, find: () => Promise<ResumableJob | null>): Promise<void> {
    this.forgetChoice();
    // No job is offered meanwhile.
    this.#state = { name: 'returning-to-task' };
    const open: Request = async (signal) => {
      const job = this.job.persistence.isWanted() ? await find() : null;
      if (signal.aborted) return;
      const isResumed =
        job?.kind === 'interrupted' &&
        (await this.job.persistence.accept(job, undefined, signal).catch(() => null)) === 'resumed';
      if (signal.aborted) return;
      this.#state = NO_RESUME;
      if (isResumed) return;
      const transcriptionId = job?.kind === 'in-other-tab' ? job.transcriptionId : null;
      this.select(transcriptionId === null ? source : { kind: 'task', transcriptionId });
    };
    return this.#request.run([open]);
  }

  async #resume(job: ResumableJob, file: AudioFile, signal: AbortSignal): Promise<void> {
    const options = transcriptionOptions(this.#host);
    const result = await this.job.persistence
      .accept(job, { file, options }, signal)
      .catch(() => null);
    if (signal.aborted || result === 'resumed') return;
    // Another tab has taken the job or finished it: look it up again.
    if (result === 'gone') await this.choose(file);
    else this.select({ kind: 'file', file });
  }
}
