import type { LitElement, ReactiveController } from 'lit';
import type { Acceptance, Choice, JobPersistence, ResumableJob } from '../../engine/index.js';
import type { TranscriptionOptions } from '../../protocol/index.js';

/** The element, with what a page sets on it. */
export interface OfferHost extends LitElement {
  readonly manualStart: boolean;
}

/** What else the controller needs to know of its element, and to ask of it. */
export interface OfferSettings {
  /** Whose work is offered; another value means another list. Undefined: not known before a user token has come. */
  readonly scope: () => string | null | undefined;
  readonly isIdle: () => boolean;
  readonly isDisabled: () => boolean;
  readonly options: () => TranscriptionOptions;
  /** Transcribes a file from its beginning. */
  readonly begin: (file: File) => void;
  /** Shows a task that exists. */
  readonly show: (transcriptionId: string) => void;
  /** Drops the work under way. */
  readonly clear: () => void;
}

/** Why an offer was not gone on with, where the person can do something about it. */
export type OfferProblem = Extract<Acceptance, 'another-recording' | 'recording-needed'>;

/**
 * Offers to go on with interrupted work, and finds out whether a file that is chosen has been begun already: then
 * it goes on by itself, or, where another tab is at it, is offered to be taken over.
 */
export class OfferController implements ReactiveController {
  offer: ResumableJob | null = null;
  problem: OfferProblem | null = null;
  /** The file that was chosen while another tab is at it. */
  #chosen: File | null = null;
  /** Work that `start()` goes on with, under `manual-start`. */
  #waiting: { readonly offer: ResumableJob; readonly file: File } | null = null;
  /** Work of other tabs that this one was told to leave alone. */
  readonly #left = new Set<string>();
  #picking = false;
  /** True while the work of a task is looked for, which is resumed without a question. */
  #returning = false;
  #choice = 0;
  #refresh = 0;
  /** What was looked for last; false before the first look. */
  #scope: string | null | undefined | false = false;
  #disconnect: (() => void) | null = null;

  constructor(
    private readonly host: OfferHost,
    private readonly keeper: JobPersistence,
    private readonly settings: OfferSettings,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#disconnect ??= this.keeper.connect(() => void this.refresh());
  }

  hostDisconnected(): void {
    // A move within the page takes the element out and puts it back at once.
    queueMicrotask(() => {
      if (this.host.isConnected) return;
      this.#disconnect?.();
      this.#disconnect = null;
    });
  }

  hostUpdate(): void {
    const scope = this.settings.scope();
    if (scope === this.#scope) return;
    this.#scope = scope;
    void this.refresh();
  }

  /** Looks again at what can be offered. */
  async refresh(): Promise<void> {
    if (!this.settings.isIdle() || this.#returning) {
      // What was offered then may be gone by the time that the element is idle again.
      this.offer = null;
      return;
    }
    const refresh = ++this.#refresh;
    const chosen = this.#chosen === null ? null : await this.keeper.findMatch(this.#chosen);
    const offer = chosen ?? (await this.keeper.findOffer(this.#left));
    if (refresh !== this.#refresh) return;
    if (chosen === null) this.#chosen = null;
    if (offer?.id !== this.offer?.id) this.problem = null;
    this.offer = offer;
    this.host.requestUpdate();
  }

  /** Takes a file from wherever it comes. */
  async choose(file: File): Promise<void> {
    this.forgetChoice();
    const choice = this.#choice;
    const match = this.keeper.isWanted() ? await this.keeper.findMatch(file) : null;
    if (choice !== this.#choice) return;
    if (match === null) this.settings.begin(file);
    else if (match.kind === 'elsewhere') this.#askToTakeOver(match, file);
    else if (this.host.manualStart) {
      this.settings.begin(file);
      this.#waiting = { offer: match, file };
    } else await this.#goOn(match, file, choice);
  }

  /** Resumes the stored work of this task; without any, or while another tab has it, only shows the task. */
  async returnTo(transcriptionId: string): Promise<void> {
    this.forgetChoice();
    const choice = this.#choice;
    this.#returning = true;
    const match = this.keeper.isWanted() ? await this.keeper.findTask(transcriptionId) : null;
    const isResumed =
      choice === this.#choice &&
      match?.kind === 'interrupted' &&
      (await this.keeper.accept(match).catch(() => null)) === 'going-on';
    this.#returning = false;
    if (choice === this.#choice && !isResumed) this.settings.show(transcriptionId);
  }

  /** Takes a file from the dialogue, which may have been opened for the offer. */
  async take(file: File): Promise<void> {
    const { offer } = this;
    const forOffer = this.#picking;
    this.#picking = false;
    if (forOffer && offer !== null) await this.#answer(offer, { file });
    else await this.choose(file);
  }

  /** Opens the file dialogue, for whatever file. */
  pick(): void {
    this.#picking = false;
    this.#openDialogue();
  }

  /** The file dialogue was closed with nothing chosen. */
  stopPicking(): void {
    this.#picking = false;
  }

  /** A file whose work is still being looked for is no longer wanted. */
  forgetChoice(): void {
    this.#choice++;
    this.#waiting = null;
    this.#chosen = null;
  }

  /** Goes on with what waits for `start()`; false where nothing does. */
  start(): boolean {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) return false;
    void this.#goOn(waiting.offer, waiting.file, this.#choice);
    return true;
  }

  async accept(): Promise<void> {
    const { offer } = this;
    if (offer === null || this.settings.isDisabled()) return;
    if (offer.needs === 'recording') {
      this.#picking = true;
      this.#openDialogue();
      return;
    }
    const file = this.#chosen;
    await this.#answer(
      offer,
      file === null ? undefined : { file, options: this.settings.options() },
    );
  }

  async decline(): Promise<void> {
    const { offer } = this;
    if (offer === null || this.settings.isDisabled()) return;
    this.#chosen = null;
    if (offer.kind === 'elsewhere') this.#left.add(offer.id);
    else await this.keeper.decline(offer).catch(() => undefined);
    await this.refresh();
  }

  #openDialogue(): void {
    this.host.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click();
  }

  #askToTakeOver(offer: ResumableJob, file: File): void {
    this.#chosen = file;
    this.#left.delete(offer.id);
    this.settings.clear();
    void this.refresh();
  }

  async #goOn(offer: ResumableJob, file: File, choice: number): Promise<void> {
    const options = this.settings.options();
    const result = await this.keeper.accept(offer, { file, options }).catch(() => null);
    if (choice !== this.#choice || result === 'going-on') return;
    // Another tab was quicker, or it is finished: then it is no longer what was found.
    if (result === 'gone') await this.choose(file);
    else this.settings.begin(file);
  }

  async #answer(offer: ResumableJob, choice: Choice | undefined): Promise<void> {
    const result = await this.keeper.accept(offer, choice).catch(() => 'gone' as const);
    const canBeHelped = result === 'another-recording' || result === 'recording-needed';
    this.problem = canBeHelped ? result : null;
    if (result === 'going-on') this.#chosen = null;
    this.host.requestUpdate();
    await this.refresh();
  }
}
