/** The transcript that the element shows, the user's corrections, and how they are stored. */
import { Task } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { EditStore } from '../engine/ports.js';
import { isScopeOf, type OwnScope } from '../engine/resume/scope.js';
import { createWriteQueue } from '../engine/resume/stored-job.js';
import type { TranscriptionData } from '../protocol/types.js';
import {
  mergeCorrections,
  NO_CORRECTIONS,
  parseCorrections,
  toCorrectionsRecord,
  type CorrectionsRecord,
} from '../transcript/edits/corrections.js';
import type { Draft } from '../transcript/edits/drafts.js';
import { startHistory } from '../transcript/edits/edit-history.js';
import {
  ShownTranscript,
  type OpenTranscript,
  type ShownCallbacks,
} from '../shown/shown-transcript.js';
import { normaliseTranscript, type Transcript } from '../transcript/transcript.js';

export interface StoredTranscriptOptions extends ShownCallbacks {
  readonly store: EditStore;
  readonly scope: OwnScope;
  /** Stored drafts were read. */
  readonly onDrafts?: (drafts: readonly Draft[]) => void;
  /** The transcript became editable. */
  readonly onEditable: () => void;
  /** Called once if corrections cannot be stored. */
  readonly onUnavailable: (cause: unknown) => void;
  /** Runs one task at a time for all tabs. Default: with Web Locks, if the browser has them. */
  readonly exclusive?: (name: string, task: () => Promise<void>) => Promise<void>;
}

const inWebLock = async (name: string, task: () => Promise<void>): Promise<void> => {
  const locks = (globalThis.navigator as { locks?: LockManager } | undefined)?.locks;
  await (locks ? locks.request(name, task) : task());
};

interface OpenStored extends OpenTranscript {
  readonly transcriptionId: string | null;
  /** Null: corrections are not stored. Undefined: the user is not known yet. */
  scope: string | null | undefined;
  /** Aborted when the corrections are deleted. */
  readonly forgotten: AbortController;
  /** What this tab read or wrote last. */
  stored: CorrectionsRecord;
  /** True if the stored corrections are not merged but replaced. */
  replaces: boolean;
  /** True while a write waits. It will include all changes so far. */
  isQueued: boolean;
  editable: boolean;
}

const recordOf = ({ history, drafts }: OpenStored): CorrectionsRecord => ({
  steps: history.steps.map(({ edits }) => edits),
  drafts,
});

/** The corrections of the shown transcript. One write at a time includes all changes so far. */
export class StoredTranscript extends ShownTranscript<OpenStored> {
  readonly #writes: ReturnType<typeof createWriteQueue>;
  readonly #restoration: Task<readonly [OpenStored]>;

  constructor(
    host: ReactiveControllerHost,
    private readonly options: StoredTranscriptOptions,
  ) {
    super(options);
    this.#writes = createWriteQueue(options.onUnavailable);
    // Showing another transcript overtakes it.
    this.#restoration = new Task(host, {
      autoRun: false,
      task: ([own]: readonly [OpenStored], { signal }) => this.#readStored(own, signal),
      onError: (error) => reportError(error),
    });
  }

  /** True if a draft would be lost with this tab. */
  override get hasUnstoredDraft(): boolean {
    const { drafts } = this;
    return drafts.length > 0 && JSON.stringify(drafts) !== JSON.stringify(this.open?.stored.drafts);
  }

  /** False until stored corrections have been read, so that an edit cannot overwrite them. */
  override get isEditable(): boolean {
    return this.open?.editable ?? false;
  }

  /** Shows the `data` of a task (2.4). Stored corrections are read and then reported as a change. */
  show(transcriptionId: string | null, data: TranscriptionData): Transcript {
    const history = startHistory(normaliseTranscript(data));
    this.open = {
      transcriptionId,
      history,
      scope: this.options.scope.now(),
      forgotten: new AbortController(),
      editable: false,
      drafts: [],
      stored: NO_CORRECTIONS,
      isQueued: false,
      replaces: false,
    };
    void this.#restoration.run([this.open]);
    return history.original;
  }

  override clear(): void {
    this.#restoration.abort();
    super.clear();
  }

  /**
   * Stops storing corrections if the transcript belongs to this user key; null means any.
   * Resolves when no write is pending.
   */
  async forget(id: string | null): Promise<void> {
    const own = this.open;
    // Corrections without a known user may belong to this one.
    if (own !== null && (id === null || !own.scope || isScopeOf(own.scope, id))) {
      own.scope = null;
      own.stored = NO_CORRECTIONS;
      own.forgotten.abort(new Error('the corrections were deleted'));
    }
    await this.#writes.settled();
  }

  /** Resolves when stored corrections are read and all writes so far have ended or failed. */
  async settled(): Promise<void> {
    await this.#restoration.taskComplete;
    await this.#writes.settled();
  }

  protected override changed(own: OpenStored): void {
    own.editable = true;
    this.#save(own);
  }

  protected override replaces(own: OpenStored): void {
    own.replaces = true;
  }

  /** The scope of the corrections. Requests a token if only the token can tell. If that fails, the next correction asks again. */
  async #scopeOf(own: OpenStored): Promise<string | null> {
    if (own.scope !== undefined) return own.scope && this.options.scope.current(own.scope);
    const { signal } = own.forgotten;
    const known = this.options.scope.now();
    const scope = known === undefined ? await this.options.scope.requestFromToken(signal) : known;
    return signal.aborted ? null : (own.scope = scope);
  }

  #save(own: OpenStored): void {
    const { transcriptionId } = own;
    const now = this.options.scope.now();
    if (transcriptionId === null || own.scope === null || now === null) return;
    if (now !== undefined && own.scope && now !== this.options.scope.current(own.scope)) return;
    if (own.isQueued) return;
    own.isQueued = true;
    const { exclusive = inWebLock } = this.options;
    this.#writes.add(async () => {
      own.isQueued = false;
      const scope = await this.#scopeOf(own);
      if (scope === null) return;
      await exclusive(`audio-transcribe corrections ${scope} ${transcriptionId}`, () =>
        this.#merge(own, scope, transcriptionId),
      );
    });
  }

  /** Writes the changes of this tab, and takes over those of other tabs. */
  async #merge(own: OpenStored, scope: string, id: string): Promise<void> {
    const { store } = this.options;
    const { original } = own.history;
    const theirs = parseCorrections(await store.load(scope, id), original);
    if (own.forgotten.signal.aborted) return;
    // Read only now, so that changes made while this write was queued are included.
    const ours = recordOf(own);
    const base = own.replaces ? theirs : own.stored;
    const merged = mergeCorrections(original, { base, ours, theirs });
    const record = toCorrectionsRecord(original, merged);
    await (record === null ? store.remove(scope, id) : store.save(scope, id, record));
    own.stored = merged;
    own.replaces = false;
    if (merged !== ours) this.#takeOver(own, ours, merged);
  }

  /** Shows what other tabs changed. `before`: what this tab had when `merged` was computed. */
  #takeOver(own: OpenStored, before: CorrectionsRecord, merged: CorrectionsRecord): void {
    const { original } = own.history;
    const ours = recordOf(own);
    const now = mergeCorrections(original, { base: before, ours, theirs: merged });
    const sameSteps = JSON.stringify(now.steps) === JSON.stringify(ours.steps);
    own.drafts = now.drafts;
    if (!sameSteps) own.history = startHistory(original, now.steps);
    if (own !== this.open) return;
    if (!sameSteps) this.options.onChange('restored', []);
    this.options.onDrafts?.(own.drafts);
  }

  /** Reads the stored corrections and shows them. */
  async #readStored(own: OpenStored, signal: AbortSignal): Promise<void> {
    const { onChange, onDrafts, onEditable } = this.options;
    const stored = await this.#load(own);
    // An edit that was made meanwhile is merged with the stored ones when it is written.
    if (signal.aborted || own.editable) return;
    own.editable = true;
    own.stored = stored;
    own.drafts = stored.drafts;
    if (stored.steps.length > 0) {
      own.history = startHistory(own.history.original, stored.steps);
      onChange('restored', []);
    }
    onEditable();
    if (own.drafts.length > 0) onDrafts?.(own.drafts);
  }

  async #load(own: OpenStored): Promise<CorrectionsRecord> {
    const { scope: source, store, onUnavailable } = this.options;
    const { transcriptionId, history } = own;
    if (transcriptionId === null || source.now() === null) return NO_CORRECTIONS;
    try {
      const scope = await source.resolve();
      if (own.scope === undefined && scope !== null) own.scope = scope;
      if (scope === null || own.scope !== scope) return NO_CORRECTIONS;
      return parseCorrections(await store.load(scope, transcriptionId), history.original);
    } catch (cause) {
      onUnavailable(cause);
      return NO_CORRECTIONS;
    }
  }
}
