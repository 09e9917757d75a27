import { Task } from '@lit/task';
import type { LitElement, ReactiveController } from 'lit';
import type { AudioFile, Choice, JobPersistence } from '../../engine/index.js';
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
import type { TranscriptionOptions } from '../../protocol/index.js';

/** The element's settings and methods that the controller uses. */
export interface ResumeOfferOptions {
  /** Whose jobs are offered. Undefined until a user token has come. */
  readonly scope: () => string | null | undefined;
  readonly isIdle: () => boolean;
  readonly isDisabled: () => boolean;
  readonly manualStart: () => boolean;
  readonly transcriptionOptions: () => TranscriptionOptions;
  /** Transcribes a file from its beginning. */
  readonly begin: (file: AudioFile) => void;
  /** Shows an existing task. */
  readonly showTask: (transcriptionId: string) => void;
  /** Cancels the current job. */
  readonly cancel: () => void;
}

/** The requests that an element can receive, besides accepting the offered job. */
type Request =
  | { readonly kind: 'file'; readonly file: AudioFile }
  | { readonly kind: 'task'; readonly transcriptionId: string }
  | { readonly kind: 'resume'; readonly job: ResumableJob; readonly file: AudioFile };

/**
 * Offers to resume stored jobs, and resumes the job of a chosen file without asking. If another tab is working on that
 * job, it asks first.
 */
export class ResumeOfferController implements ReactiveController {
  readonly #host: LitElement;
  readonly #persistence: JobPersistence;
  readonly #options: ResumeOfferOptions;
  readonly #lookUp: Task<readonly [string | null | undefined], void>;
  readonly #request: Task<readonly [Request], void>;
  /** Jobs of other tabs that the user declined to take over. */
  readonly #declined = new Set<string>();
  #state: ResumeState = NO_RESUME;
  #disconnect: (() => void) | null = null;

  constructor(host: LitElement, persistence: JobPersistence, options: ResumeOfferOptions) {
    this.#host = host;
    this.#persistence = persistence;
    this.#options = options;
    host.addController(this);
    this.#lookUp = new Task(host, {
      args: () => [options.scope()] as const,
      task: (_scope, { signal }) => this.#findOffer(signal),
      onError: (error) => reportError(error),
    });
    this.#request = new Task(host, {
      autoRun: false,
      task: ([request]: readonly [Request], { signal }) => this.#handle(request, signal),
      onError: (error) => reportError(error),
    });
  }

  /** The job that is offered; null for none. */
  get offer(): ResumeOffer | null {
    return this.#state.name === 'offered' ? this.#state : null;
  }

  hostConnected(): void {
    this.#disconnect ??= this.#persistence.connect(() => void this.refresh());
  }

  hostDisconnected(): void {
    // Moving an element within the page disconnects and reconnects it at once.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#disconnect?.();
      this.#disconnect = null;
    });
  }

  /** Looks up again what can be offered. */
  refresh(): Promise<void> {
    return this.#lookUp.run();
  }

  /** Transcribes a file: resumes its stored job if there is one. */
  choose(file: AudioFile): Promise<void> {
    this.forgetChoice();
    return this.#request.run([{ kind: 'file', file }]);
  }

  /** Resumes the stored job of a task. Without one, or if another tab has it, only shows the task. */
  returnTo(transcriptionId: string): Promise<void> {
    this.forgetChoice();
    this.#state = { name: 'returning-to-task' };
    return this.#request.run([{ kind: 'task', transcriptionId }]);
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
    void this.#request.run([{ kind: 'resume', job, file }]);
    return true;
  }

  /** Opens the file dialog. */
  pick(): void {
    this.#setPicking(false);
    this.#openFileDialog();
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
    if (offer === null || this.#options.isDisabled()) return;
    if (offer.job.needs === 'recording') {
      this.#setPicking(true);
      this.#openFileDialog();
      return;
    }
    const { file } = offer;
    const options = this.#options.transcriptionOptions();
    await this.#accept(offer.job, file === null ? undefined : { file, options });
  }

  /** The user declines the offer. An interrupted job is deleted; another tab's job is left alone. */
  async decline(): Promise<void> {
    const { offer } = this;
    if (offer === null || this.#options.isDisabled()) return;
    this.#state = withoutChoice(this.#state);
    if (offer.job.kind === 'in-other-tab') this.#declined.add(offer.job.id);
    else await this.#persistence.decline(offer.job).catch(() => undefined);
    await this.refresh();
  }

  #openFileDialog(): void {
    this.#host.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click();
  }

  #setPicking(isPicking: boolean): void {
    if (this.#state.name === 'offered') this.#state = { ...this.#state, isPicking };
  }

  async #accept(job: ResumableJob, choice: Choice | undefined): Promise<void> {
    const result = await this.#persistence.accept(job, choice).catch(() => 'gone' as const);
    this.#state = answered(this.#state, job.id, result);
    this.#host.requestUpdate();
    await this.refresh();
  }

  async #findOffer(signal: AbortSignal): Promise<void> {
    if (!this.#options.isIdle() || this.#state.name === 'returning-to-task') {
      this.#state = lookedUp(this.#state, null, false);
      return;
    }
    const file = chosenFile(this.#state);
    const match = file === null ? null : await this.#persistence.findMatch(file);
    const job = match ?? (await this.#persistence.findOffer(this.#declined));
    if (!signal.aborted) this.#state = lookedUp(this.#state, job, match !== null);
  }

  async #handle(request: Request, signal: AbortSignal): Promise<void> {
    switch (request.kind) {
      case 'file':
        return this.#handleFile(request.file, signal);
      case 'task':
        return this.#handleTask(request.transcriptionId, signal);
      case 'resume':
        return this.#resume(request.job, request.file, signal);
    }
  }

  async #handleFile(file: AudioFile, signal: AbortSignal): Promise<void> {
    const match = this.#persistence.isWanted() ? await this.#persistence.findMatch(file) : null;
    if (signal.aborted) return;
    const decision = decideFile(match, this.#options.manualStart());
    switch (decision.action) {
      case 'begin':
        this.#options.begin(file);
        break;
      case 'ask':
        this.#declined.delete(decision.job.id);
        this.#state = offer(decision.job, file);
        this.#options.cancel();
        void this.refresh();
        break;
      case 'wait-for-start':
        this.#options.begin(file);
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
    if (signal.aborted) return;
    const isResumed =
      job?.kind === 'interrupted' &&
      (await this.#persistence.accept(job).catch(() => null)) === 'resumed';
    if (signal.aborted) return;
    this.#state = NO_RESUME;
    if (!isResumed) this.#options.showTask(transcriptionId);
  }

  async #resume(job: ResumableJob, file: AudioFile, signal: AbortSignal): Promise<void> {
    const options = this.#options.transcriptionOptions();
    const result = await this.#persistence.accept(job, { file, options }).catch(() => null);
    if (signal.aborted || result === 'resumed') return;
    // Another tab has taken the job or finished it: look it up again.
    if (result === 'gone') await this.choose(file);
    else this.#options.begin(file);
  }
}
