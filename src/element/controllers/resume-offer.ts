import { Task } from '@lit/task';
import type { LitElement } from 'lit';
import type {
  AudioFile,
  Choice,
  JobPersistence,
  OwnScope,
  Session,
  Source,
} from '../../engine/index.js';
import {
  answered,
  chosenFile,
  decideFile,
  lookedUp,
  NO_RESUME,
  offer,
  withoutChoice,
  type ResumableJob,
  type ResumeOffer,
  type ResumeState,
} from '../../engine/resume/resumable-job.js';
import { openFileDialog } from '../../ui/file-input.js';
import type { FormPart } from '../form.js';
import { transcriptionOptions, type ElementSettings } from '../settings.js';

/** The parts of the element that the controller uses. */
interface OfferParts {
  readonly element: LitElement & ElementSettings;
  /** Whose jobs are offered. */
  readonly scope: Pick<OwnScope, 'now'>;
  readonly form: Pick<FormPart, 'isDisabled'>;
}

/** The job of the element. */
interface OfferJob {
  readonly session: Session;
  /** Cancels the current job, and starts one with this source. */
  select(source: Source): void;
}

/** What the page or the user asks for. Aborted by the next request. */
type Request = (signal: AbortSignal) => Promise<void>;

/**
 * Offers to resume stored jobs, and resumes the job of a chosen file without asking. If another tab is working on that
 * job, it asks first.
 */
export class ResumeOfferController {
  readonly #host: OfferParts['element'];
  readonly #form: OfferParts['form'];
  readonly #job: OfferJob;
  readonly #persistence: JobPersistence;
  readonly #lookUp: Task<readonly [string | null | undefined], void>;
  readonly #request: Task<readonly [Request], void>;
  /** Jobs of other tabs that the user declined to take over. */
  readonly #declined = new Set<string>();
  #state: ResumeState = NO_RESUME;

  constructor({ element, form, scope }: OfferParts, persistence: JobPersistence, job: OfferJob) {
    this.#host = element;
    this.#form = form;
    this.#job = job;
    this.#persistence = persistence;
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
  }

  /** The job that is offered; null for none. */
  get offer(): ResumeOffer | null {
    return this.#state.name === 'offered' ? this.#state : null;
  }

  /** Looks up again what can be offered. */
  refresh(): Promise<void> {
    return this.#lookUp.run();
  }

  /** Transcribes a file: resumes its stored job if there is one. */
  choose(file: AudioFile): Promise<void> {
    this.forgetChoice();
    return this.#request.run([(signal) => this.#handleFile(file, signal)]);
  }

  /** Resumes the stored job of a task. Without one, or if another tab has it, only shows the task. */
  returnTo(transcriptionId: string): Promise<void> {
    this.forgetChoice();
    this.#state = { name: 'returning-to-task' };
    return this.#request.run([(signal) => this.#handleTask(transcriptionId, signal)]);
  }

  /** Resumes the stored job of a URL. Without one, transcribes the recording at the URL. */
  openAddress(fileUrl: string): Promise<void> {
    this.forgetChoice();
    if (this.#job.session.getState().name !== 'idle') {
      this.#job.session.dispatch({ type: 'cancel' });
    }
    this.#state = { name: 'returning-to-task' };
    return this.#request.run([(signal) => this.#handleAddress(fileUrl, signal)]);
  }

  /** Drops a chosen file, even while its stored job is being looked up. */
  forgetChoice(): void {
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

  /** The user accepts the offer. Opens the file dialog first if the recording is needed. */
  async accept(): Promise<void> {
    const { offer } = this;
    if (offer === null || this.#form.isDisabled) return;
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
    if (offer === null || this.#form.isDisabled) return;
    this.#state = withoutChoice(this.#state);
    if (offer.job.kind === 'in-other-tab') this.#declined.add(offer.job.id);
    else await this.#persistence.decline(offer.job).catch(() => undefined);
    await this.refresh();
  }

  #setPicking(isPicking: boolean): void {
    if (this.#state.name === 'offered') this.#state = { ...this.#state, isPicking };
  }

  #accept(job: ResumableJob, choice: Choice | undefined): Promise<void> {
    return this.#request.run([
      async (signal) => {
        const accepted = this.#persistence.accept(job, choice, signal);
        const result = await accepted.catch(() => 'gone' as const);
        this.#state = answered(this.#state, job.id, result);
        this.#host.requestUpdate();
        await this.refresh();
      },
    ]);
  }

  async #findOffer(signal: AbortSignal): Promise<void> {
    const isIdle = this.#job.session.getState().name === 'idle' && !this.#host.multiple;
    if (!isIdle || this.#state.name === 'returning-to-task') {
      this.#state = lookedUp(this.#state, null, false);
      return;
    }
    const file = chosenFile(this.#state);
    const match = file === null ? null : await this.#persistence.findMatch(file);
    const job = match ?? (await this.#persistence.findOffer(this.#declined));
    if (signal.aborted) return;
    // After a reload, the work continues by itself. If that fails, it is offered.
    const continues = job !== null && !this.#form.isDisabled && this.#persistence.continues(job);
    this.#state = lookedUp(this.#state, continues ? null : job, match !== null);
    if (continues) void this.#accept(job, undefined);
  }

  async #handleFile(file: AudioFile, signal: AbortSignal): Promise<void> {
    const match = this.#persistence.isWanted() ? await this.#persistence.findMatch(file) : null;
    if (signal.aborted) return;
    const decision = decideFile(match, this.#host.manualStart);
    switch (decision.kind) {
      case 'begin':
        this.#job.select({ kind: 'file', file });
        break;
      case 'ask':
        this.#declined.delete(decision.job.id);
        this.#state = offer(decision.job, file);
        this.#job.session.dispatch({ type: 'cancel' });
        void this.refresh();
        break;
      case 'wait-for-start':
        this.#job.select({ kind: 'file', file });
        this.#state = { name: 'waiting-for-start', job: decision.job, file };
        break;
      case 'resume':
        await this.#resume(decision.job, file, signal);
    }
  }

  async #handleTask(transcriptionId: string, signal: AbortSignal): Promise<void> {
    const job = this.#persistence.isWanted()
      ? await this.#persistence.findTask(transcriptionId)
      : null;
    await this.#resumeOr({ kind: 'task', transcriptionId }, job, signal);
  }

  async #handleAddress(fileUrl: string, signal: AbortSignal): Promise<void> {
    const options = transcriptionOptions(this.#host);
    const job = await this.#persistence.findAddress(fileUrl, options);
    const transcriptionId = job?.transcriptionId ?? null;
    const isElsewhere = job?.kind === 'in-other-tab' && transcriptionId !== null;
    const otherwise: Source = isElsewhere
      ? { kind: 'task', transcriptionId }
      : { kind: 'address', fileUrl };
    await this.#resumeOr(otherwise, job, signal);
  }

  /** Resumes the job if no other tab works on it; otherwise starts one with this source. */
  async #resumeOr(source: Source, job: ResumableJob | null, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const isResumed =
      job?.kind === 'interrupted' &&
      (await this.#persistence.accept(job, undefined, signal).catch(() => null)) === 'resumed';
    if (signal.aborted) return;
    this.#state = NO_RESUME;
    if (!isResumed) this.#job.select(source);
  }

  async #resume(job: ResumableJob, file: AudioFile, signal: AbortSignal): Promise<void> {
    const options = transcriptionOptions(this.#host);
    const result = await this.#persistence.accept(job, { file, options }, signal).catch(() => null);
    if (signal.aborted || result === 'resumed') return;
    // Another tab has taken the job or finished it: look it up again.
    if (result === 'gone') await this.choose(file);
    else this.#job.select({ kind: 'file', file });
  }
}
