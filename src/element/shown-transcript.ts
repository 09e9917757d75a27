/** The transcript that the element shows, the user's corrections, and how they are stored. */
import { Task } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import { TranscribeError, type EditStore, type OwnScope } from '../engine/index.js';
import { createWriteQueue } from '../engine/resume/held-job.js';
import { isScopeOf } from '../engine/resume/scope.js';
import type { TranscriptionData } from '../protocol/index.js';
import type { TranscriptChange } from './events.js';
import {
  edit as appendEdit,
  normaliseTranscript,
  parseEdits,
  redo,
  startHistory,
  transcriptFingerprint,
  undo,
  type EditHistory,
  type Transcript,
  type TranscriptEdit,
} from '../transcript/index.js';

/** Raised when the stored shape changes. Records of other versions are neither read nor deleted. */
const VERSION = 1;

export interface ShownTranscript {
  /** With corrections; null while no transcript is shown. */
  readonly current: Transcript | null;
  /** As the service sent it, normalised, without corrections. */
  readonly original: Transcript | null;
  /** The corrections in force, the oldest first. */
  readonly edits: readonly TranscriptEdit[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** False until stored corrections have been read, so that an edit cannot overwrite them. */
  readonly isEditable: boolean;
  /** Shows the `data` of a task (2.4). Stored corrections are read and then reported as a change. */
  show(transcriptionId: string | null, data: TranscriptionData): Transcript;
  clear(): void;
  /** Throws RangeError if the edit does not fit, TranscribeError `configuration` if no transcript is shown. */
  edit(operation: TranscriptEdit): void;
  /** Does nothing if there is no correction to undo. */
  undo(): void;
  redo(): void;
  /** Replaces all corrections. Throws RangeError if the new ones do not fit this transcript. */
  restore(edits: unknown): void;
  /**
   * Stops storing corrections if the transcript belongs to this `resume-scope` or `storage_scope`; null means any.
   * Resolves when no write is pending.
   */
  forget(id: string | null): Promise<void>;
  /** Resolves when stored corrections are read and all writes so far have ended or failed. */
  settled(): Promise<void>;
}

export interface ShownTranscriptOptions {
  readonly store: EditStore;
  readonly scope: OwnScope;
  readonly onChange: (change: TranscriptChange, operation: TranscriptEdit | null) => void;
  /** The transcript became editable. */
  readonly onEditable: () => void;
  /** Called once if corrections cannot be stored. */
  readonly onUnavailable: (cause: unknown) => void;
}

interface OpenTranscript {
  readonly transcriptionId: string | null;
  /** Null: corrections are not stored. Undefined: the user is not known yet. */
  scope: string | null | undefined;
  /** Aborted when the corrections are deleted. */
  readonly forgotten: AbortController;
  /** The scope, while a token is requested to learn it. */
  asked: Promise<string | null> | null;
  history: EditHistory;
  editable: boolean;
}

export const createShownTranscript = (
  host: ReactiveControllerHost,
  options: ShownTranscriptOptions,
): ShownTranscript => {
  const { store, onChange, onEditable, onUnavailable } = options;
  const writes = createWriteQueue(onUnavailable);
  let open: OpenTranscript | null = null;

  /** The scope of the corrections. Requests a token, once, if only the token can tell. */
  const scopeOf = async (own: OpenTranscript): Promise<string | null> => {
    if (own.scope !== undefined) return own.scope;
    const known = options.scope.now();
    const scope =
      known === undefined ? await (own.asked ??= options.scope.learn(own.forgotten.signal)) : known;
    return own.forgotten.signal.aborted ? null : (own.scope = scope);
  };

  const save = (own: OpenTranscript): void => {
    const { transcriptionId } = own;
    const now = options.scope.now();
    if (transcriptionId === null || own.scope === null || now === null) return;
    if (now !== undefined && now !== (own.scope ?? now)) return;
    writes.add(async () => {
      const scope = await scopeOf(own);
      if (scope === null) return;
      // Read only now, so that changes made while this write was queued are included.
      const { original, edits } = own.history;
      await (edits.length === 0
        ? store.remove(scope, transcriptionId)
        : store.save(scope, transcriptionId, {
            version: VERSION,
            fingerprint: transcriptFingerprint(original),
            edits,
          }));
    });
  };

  /** The stored corrections, unless they were made on another text with the same id. */
  const storedEdits = (record: unknown, original: Transcript): readonly TranscriptEdit[] => {
    if (typeof record !== 'object' || record === null) return [];
    const { version, fingerprint, edits } = record as Readonly<Record<string, unknown>>;
    if (version !== VERSION || fingerprint !== transcriptFingerprint(original)) return [];
    return parseEdits(edits, original) ?? [];
  };

  const read = async (own: OpenTranscript): Promise<readonly TranscriptEdit[]> => {
    const { transcriptionId, history } = own;
    if (transcriptionId === null || options.scope.now() === null) return [];
    try {
      const scope = await options.scope.look(false);
      if (own.scope === undefined && scope !== null) own.scope = scope;
      if (scope === null || own.scope !== scope) return [];
      return storedEdits(await store.load(scope, transcriptionId), history.original);
    } catch (cause) {
      onUnavailable(cause);
      return [];
    }
  };

  /** Reads the stored corrections. Showing another transcript overtakes it. */
  const restoration = new Task(host, {
    autoRun: false,
    task: async ([own]: readonly [OpenTranscript], { signal }) => {
      const edits = await read(own);
      if (signal.aborted || own.editable) return;
      own.editable = true;
      if (edits.length > 0) {
        own.history = startHistory(own.history.original, edits);
        onChange('restored', null);
      }
      onEditable();
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

  const change = (kind: TranscriptChange, operation: TranscriptEdit | null, next: EditHistory) => {
    const own = shown();
    if (next === own.history) return;
    own.history = next;
    // A new edit takes precedence over stored corrections that are still being read.
    own.editable = true;
    save(own);
    onChange(kind, operation);
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
    get isEditable() {
      return open?.editable ?? false;
    },
    show(transcriptionId, data) {
      const history = startHistory(normaliseTranscript(data));
      open = {
        ...{ transcriptionId, history, scope: options.scope.now() },
        ...{ forgotten: new AbortController(), asked: null, editable: false },
      };
      void restoration.run([open]);
      return history.original;
    },
    clear() {
      restoration.abort();
      open = null;
    },
    edit(operation) {
      change('applied', operation, appendEdit(shown().history, operation));
    },
    undo() {
      const last = open?.history.edits.at(-1);
      if (open && last) change('undone', last, undo(open.history));
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
      change('restored', null, startHistory(history.original, edits));
    },
    async forget(id) {
      const own = open;
      // Corrections without a known user may belong to this one.
      if (own !== null && (id === null || !own.scope || isScopeOf(own.scope, id))) {
        own.scope = null;
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
