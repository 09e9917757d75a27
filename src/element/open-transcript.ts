/** The transcript that the element shows: what the service said, what a person has corrected, and where that is kept. */
import type { TranscriptionData } from '../protocol/index.js';
import {
  createWriteQueue,
  isScopeOf,
  TranscribeError,
  type EditStore,
  type OwnScope,
} from '../engine/index.js';
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

/** Raised when the shape changes: what another version stored is left alone, and not read. */
const VERSION = 1;

export interface ShownTranscript {
  /** With its corrections; null while there is none. */
  readonly current: Transcript | null;
  /** As the service gave it, put in order. */
  readonly original: Transcript | null;
  /** The corrections in force, the oldest first. */
  readonly edits: readonly TranscriptEdit[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** False until it is known what was corrected before: an earlier correction must not be written over. */
  readonly isEditable: boolean;
  /** Takes the `data` of a task (2.4). Corrections that were made before arrive later, as a change. */
  show(transcriptionId: string | null, data: TranscriptionData): Transcript;
  clear(): void;
  /** Throws RangeError where the edit does not fit, TranscribeError `configuration` while there is no transcript. */
  edit(operation: TranscriptEdit): void;
  undo(): void;
  redo(): void;
  /** Replaces all corrections by these; throws RangeError where they do not fit this transcript. */
  restore(edits: unknown): void;
  /**
   * Stores nothing more of what is shown, if it belongs to this `resume-scope` or `storage_scope`, or whatever it is
   * for null. Resolves once no write is under way.
   */
  forget(id: string | null): Promise<void>;
  /** Resolves once what was kept is read, and everything so far is written, or could not be. */
  settled(): Promise<void>;
}

export interface ShownTranscriptOptions {
  readonly store: EditStore;
  readonly scope: () => OwnScope;
  readonly onChange: (change: TranscriptChange, operation: TranscriptEdit | null) => void;
  /** It may be edited now. */
  readonly onEditable: () => void;
  /** Told once where corrections cannot be kept. */
  readonly onUnavailable: (cause: unknown) => void;
}

interface OpenTranscript {
  readonly transcriptionId: string | null;
  /** Null: its corrections are not kept. Undefined: nobody knows yet whose they are. */
  scope: string | null | undefined;
  /** Aborted once its corrections are forgotten. */
  readonly forgotten: AbortController;
  /** Whose corrections they are, where a token was asked for to learn that. */
  asked: Promise<string | null> | null;
  history: EditHistory;
  editable: boolean;
}

export const createShownTranscript = (options: ShownTranscriptOptions): ShownTranscript => {
  const { store, onChange, onEditable, onUnavailable } = options;
  const writes = createWriteQueue(onUnavailable);
  let shelf: OpenTranscript | null = null;
  let reading: Promise<void> = Promise.resolve();

  /** Whose corrections they are: a token is asked for, once, where only that can tell. */
  const whose = async (own: OpenTranscript): Promise<string | null> => {
    if (own.scope !== undefined) return own.scope;
    const known = options.scope().now();
    const scope =
      known === undefined
        ? await (own.asked ??= options.scope().learn(own.forgotten.signal))
        : known;
    return own.forgotten.signal.aborted ? null : (own.scope = scope);
  };

  const save = (own: OpenTranscript): void => {
    const { transcriptionId } = own;
    const now = options.scope().now();
    if (transcriptionId === null || own.scope === null || now === null) return;
    if (now !== undefined && now !== (own.scope ?? now)) return;
    writes.add(async () => {
      const scope = await whose(own);
      if (scope === null) return;
      // What is true now: changes that were made while this write waited are written with it.
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

  /** The corrections that were kept for this transcript, and for no other text under the same id. */
  const keptEdits = (record: unknown, original: Transcript): readonly TranscriptEdit[] => {
    if (typeof record !== 'object' || record === null) return [];
    const { version, fingerprint, edits } = record as Readonly<Record<string, unknown>>;
    if (version !== VERSION || fingerprint !== transcriptFingerprint(original)) return [];
    return parseEdits(edits, original) ?? [];
  };

  const read = async (own: OpenTranscript): Promise<void> => {
    const { transcriptionId, history } = own;
    let edits: readonly TranscriptEdit[] = [];
    if (transcriptionId !== null && options.scope().now() !== null) {
      try {
        const scope = await options.scope().look(false);
        if (own.scope === undefined && scope !== null) own.scope = scope;
        if (scope !== null && own.scope === scope)
          edits = keptEdits(await store.load(scope, transcriptionId), history.original);
      } catch (cause) {
        onUnavailable(cause);
      }
    }
    if (shelf !== own || own.editable) return;
    own.editable = true;
    if (edits.length > 0) {
      own.history = startHistory(history.original, edits);
      onChange('restored', null);
    }
    onEditable();
  };

  const shown = (): OpenTranscript => {
    if (shelf !== null) return shelf;
    throw new TranscribeError(
      'configuration',
      'There is no transcript to correct yet: wait for “transcribe-ready”.',
    );
  };

  const change = (kind: TranscriptChange, operation: TranscriptEdit | null, next: EditHistory) => {
    const own = shown();
    if (next === own.history) return;
    own.history = next;
    // What the program or the person says now counts more than what was kept.
    own.editable = true;
    save(own);
    onChange(kind, operation);
  };

  return {
    get current() {
      return shelf?.history.current ?? null;
    },
    get original() {
      return shelf?.history.original ?? null;
    },
    get edits() {
      return shelf?.history.edits ?? [];
    },
    get canUndo() {
      return (shelf?.history.edits.length ?? 0) > 0;
    },
    get canRedo() {
      return (shelf?.history.undone.length ?? 0) > 0;
    },
    get isEditable() {
      return shelf?.editable ?? false;
    },
    show(transcriptionId, data) {
      const history = startHistory(normaliseTranscript(data));
      shelf = {
        ...{ transcriptionId, history, scope: options.scope().now() },
        ...{ forgotten: new AbortController(), asked: null, editable: false },
      };
      reading = read(shelf);
      return history.original;
    },
    clear() {
      shelf = null;
    },
    edit(operation) {
      change('applied', operation, appendEdit(shown().history, operation));
    },
    undo() {
      const { history } = shown();
      change('undone', history.edits.at(-1) ?? null, undo(history));
    },
    redo() {
      const { history } = shown();
      change('redone', history.undone.at(-1) ?? null, redo(history));
    },
    restore(given) {
      const { history } = shown();
      const edits = parseEdits(given, history.original);
      if (edits === null)
        throw new RangeError('These corrections were not made on this transcript.');
      change('restored', null, startHistory(history.original, edits));
    },
    async forget(id) {
      const own = shelf;
      // Corrections that are nobody's yet may be about to be this user's.
      if (own !== null && (id === null || !own.scope || isScopeOf(own.scope, id))) {
        own.scope = null;
        own.forgotten.abort(new Error('its corrections are forgotten'));
      }
      await writes.settled();
    },
    async settled() {
      await reading;
      await writes.settled();
    },
  };
};
