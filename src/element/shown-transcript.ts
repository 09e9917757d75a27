/** The transcript that the element shows, the user's corrections, and how they are stored. */
import { Task } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { EditStore } from '../engine/ports.js';
import { isScopeOf, type OwnScope } from '../engine/resume/scope.js';
import { TranscribeError } from '../protocol/errors.js';
import { createWriteQueue } from '../engine/resume/held-job.js';
import type { TranscriptionData } from '../protocol/types.js';
import type { TranscriptChange } from './events.js';
import {
  mergeCorrections,
  NO_CORRECTIONS,
  parseCorrections,
  parseEdits,
  toCorrectionsRecord,
  type CorrectionsRecord,
} from '../transcript/edits/corrections.js';
import type { Draft } from '../transcript/edits/drafts.js';
import {
  edit as appendEdit,
  redo,
  startHistory,
  undo,
  type EditHistory,
  type EditStep,
} from '../transcript/edits/edit-history.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import { normaliseTranscript, type Transcript } from '../transcript/transcript.js';

export interface ShownTranscript {
  /** With corrections; null while no transcript is shown. */
  readonly current: Transcript | null;
  /** As the service sent it, normalised, without corrections. */
  readonly original: Transcript | null;
  /** The corrections in force, the oldest first. */
  readonly edits: readonly TranscriptEdit[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Texts that were typed, and neither saved nor discarded. */
  readonly drafts: readonly Draft[];
  /** True if a draft would be lost with this tab. */
  readonly hasUnstoredDraft: boolean;
  /** False until stored corrections have been read, so that an edit cannot overwrite them. */
  readonly isEditable: boolean;
  /** Shows the `data` of a task (2.4). Stored corrections are read and then reported as a change. */
  show(transcriptionId: string | null, data: TranscriptionData): Transcript;
  clear(): void;
  /** Throws RangeError if the edit does not fit, TranscribeError `configuration` if no transcript is shown. */
  edit(step: EditStep): void;
  /** Stores these drafts in place of all others. */
  setDrafts(drafts: readonly Draft[]): void;
  /** Does nothing if there is no correction to undo. */
  undo(): void;
  redo(): void;
  /** Replaces all corrections. Throws RangeError if the new ones do not fit this transcript. */
  restore(edits: unknown): void;
  /**
   * Stops storing corrections if the transcript belongs to this user key; null means any.
   * Resolves when no write is pending.
   */
  forget(id: string | null): Promise<void>;
  /** Resolves when stored corrections are read and all writes so far have ended or failed. */
  settled(): Promise<void>;
}

export interface ShownTranscriptOptions {
  readonly store: EditStore;
  readonly scope: OwnScope;
  /** `operations`: the edits that were applied, undone or redone; none for `restored`. */
  readonly onChange: (change: TranscriptChange, operations: readonly TranscriptEdit[]) => void;
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

interface OpenTranscript {
  readonly transcriptionId: string | null;
  /** Null: corrections are not stored. Undefined: the user is not known yet. */
  scope: string | null | undefined;
  /** Aborted when the corrections are deleted. */
  readonly forgotten: AbortController;
  /** The scope, while a token is requested to learn it. */
  asked: Promise<string | null> | null;
  history: EditHistory;
  drafts: readonly Draft[];
  /** What this tab read or wrote last. */
  stored: CorrectionsRecord;
  /** True if the stored corrections are not merged but replaced. */
  replaces: boolean;
  /** True while a write waits. It will include all changes so far. */
  isQueued: boolean;
  editable: boolean;
}

const recordOf = ({ history, drafts }: OpenTranscript): CorrectionsRecord => ({
  steps: history.steps.map(({ edits }) => edits),
  drafts,
});

export const createShownTranscript = (
  host: ReactiveControllerHost,
  options: ShownTranscriptOptions,
): ShownTranscript => {
  const { store, onChange, onEditable, onUnavailable, exclusive = inWebLock } = options;
  const writes = createWriteQueue(onUnavailable);
  let open: OpenTranscript | null = null;

  /** Requests a token. After a failed request, the next correction asks again. */
  const ask = (own: OpenTranscript): Promise<string | null> =>
    (own.asked ??= options.scope
      .requestFromToken(own.forgotten.signal)
      .finally(() => (own.asked = null)));

  /** The scope of the corrections. Requests a token, once, if only the token can tell. */
  const scopeOf = async (own: OpenTranscript): Promise<string | null> => {
    if (own.scope !== undefined) return own.scope;
    const known = options.scope.now();
    const scope = known === undefined ? await ask(own) : known;
    return own.forgotten.signal.aborted ? null : (own.scope = scope);
  };

  const save = (own: OpenTranscript): void => {
    const { transcriptionId } = own;
    const now = options.scope.now();
    if (transcriptionId === null || own.scope === null || now === null) return;
    if (now !== undefined && now !== (own.scope ?? now)) return;
    if (own.isQueued) return;
    own.isQueued = true;
    writes.add(async () => {
      own.isQueued = false;
      const scope = await scopeOf(own);
      if (scope === null) return;
      await exclusive(`audio-transcribe corrections ${scope} ${transcriptionId}`, () =>
        merge(own, scope, transcriptionId),
      );
    });
  };

  /** Writes the changes of this tab, and takes over those of other tabs. */
  const merge = async (own: OpenTranscript, scope: string, id: string): Promise<void> => {
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
    takeOver(own, ours, merged);
  };

  /** Shows what other tabs changed. `before`: what this tab had when `merged` was computed. */
  const takeOver = (own: OpenTranscript, before: CorrectionsRecord, merged: CorrectionsRecord) => {
    if (merged === before) return;
    const { original } = own.history;
    const now = mergeCorrections(original, { base: before, ours: recordOf(own), theirs: merged });
    const sameSteps = JSON.stringify(now.steps) === JSON.stringify(recordOf(own).steps);
    own.drafts = now.drafts;
    if (!sameSteps) own.history = startHistory(original, now.steps);
    if (own !== open) return;
    if (!sameSteps) onChange('restored', []);
    options.onDrafts?.(own.drafts);
  };

  const read = async (own: OpenTranscript): Promise<CorrectionsRecord> => {
    const { transcriptionId, history } = own;
    if (transcriptionId === null || options.scope.now() === null) return NO_CORRECTIONS;
    try {
      const scope = await options.scope.resolve();
      if (own.scope === undefined && scope !== null) own.scope = scope;
      if (scope === null || own.scope !== scope) return NO_CORRECTIONS;
      return parseCorrections(await store.load(scope, transcriptionId), history.original);
    } catch (cause) {
      onUnavailable(cause);
      return NO_CORRECTIONS;
    }
  };

  /** Reads the stored corrections. Showing another transcript overtakes it. */
  const restoration = new Task(host, {
    autoRun: false,
    task: async ([own]: readonly [OpenTranscript], { signal }) => {
      const stored = await read(own);
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
      if (own.drafts.length > 0) options.onDrafts?.(own.drafts);
    },
    onError: (error) => reportError(error),
  });

  const shown = (): OpenTranscript => {
    if (open !== null) return open;
    throw new TranscribeError(
      'configuration',
      'There is no transcript to correct yet: wait for “transcribe-ready”.',
    );
  };

  const change = (
    kind: TranscriptChange,
    operations: readonly TranscriptEdit[],
    next: EditHistory,
  ) => {
    const own = shown();
    if (next === own.history) return;
    own.history = next;
    own.editable = true;
    save(own);
    onChange(kind, operations);
  };

  return {
    get current() {
      return open?.history.current ?? null;
    },
    get original() {
      return open?.history.original ?? null;
    },
    get edits() {
      return open?.history.edits ?? [];
    },
    get canUndo() {
      return (open?.history.edits.length ?? 0) > 0;
    },
    get canRedo() {
      return (open?.history.undone.length ?? 0) > 0;
    },
    get drafts() {
      return open?.drafts ?? [];
    },
    get hasUnstoredDraft() {
      return (
        open !== null &&
        open.drafts.length > 0 &&
        JSON.stringify(open.drafts) !== JSON.stringify(open.stored.drafts)
      );
    },
    get isEditable() {
      return open?.editable ?? false;
    },
    show(transcriptionId, data) {
      const history = startHistory(normaliseTranscript(data));
      open = {
        transcriptionId,
        history,
        scope: options.scope.now(),
        forgotten: new AbortController(),
        asked: null,
        editable: false,
        drafts: [],
        stored: NO_CORRECTIONS,
        isQueued: false,
        replaces: false,
      };
      void restoration.run([open]);
      return history.original;
    },
    clear() {
      restoration.abort();
      open = null;
    },
    edit(step) {
      const next = appendEdit(shown().history, step);
      change('applied', next.steps.at(-1)?.edits ?? [], next);
    },
    setDrafts(drafts) {
      const own = shown();
      own.drafts = drafts;
      own.editable = true;
      save(own);
    },
    undo() {
      const last = open?.history.steps.at(-1);
      if (open && last) change('undone', last.edits, undo(open.history));
    },
    redo() {
      const last = open?.history.undone.at(-1);
      if (open && last) change('redone', last, redo(open.history));
    },
    restore(given) {
      const { history } = shown();
      const edits = parseEdits(given, history.original);
      if (edits === null)
        throw new RangeError('These corrections were not made on this transcript.');
      shown().replaces = true;
      change('restored', [], startHistory(history.original, edits));
    },
    async forget(id) {
      const own = open;
      // Corrections without a known user may belong to this one.
      if (own !== null && (id === null || !own.scope || isScopeOf(own.scope, id))) {
        own.scope = null;
        own.stored = NO_CORRECTIONS;
        own.forgotten.abort(new Error('the corrections were deleted'));
      }
      await writes.settled();
    },
    async settled() {
      await restoration.taskComplete;
      await writes.settled();
    },
  };
};
