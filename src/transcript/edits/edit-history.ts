/** Corrections with undo and redo. */
import { oneLine } from '../plain-text.js';
import { firstIdentities, type SpeakerIdentities } from '../speakers.js';
import type { Segment, Transcript } from '../transcript.js';
import {
  layoutAfter,
  layOutText,
  segmentChanges,
  type SegmentChanges,
  type TextLayout,
  type TranscriptEdit,
  withSegments,
} from './edits.js';

/**
 * The data to undo one edit. Stores only the changed segments, because copies of a long transcript take too
 * much memory.
 */
interface Step {
  /** The changed segments as they were before the edit. */
  readonly before: SegmentChanges;
  /** The layout before the edit. */
  readonly layout: TextLayout | null;
}

export interface EditHistory {
  readonly original: Transcript;
  readonly current: Transcript;
  /** Applied edits, oldest first. */
  readonly edits: readonly TranscriptEdit[];
  /** Undone edits. The last one is redone first. */
  readonly undone: readonly TranscriptEdit[];
  /** One for each of `edits`, for `undo`. */
  readonly steps: readonly Step[];
  /**
   * How the full text is built from the segments. Null until a text is corrected; until then the original
   * text is kept.
   */
  readonly layout: TextLayout | null;
}

/** Applies edits in order and rebuilds the full text once at the end. */
const advance = (history: EditHistory, changes: readonly TranscriptEdit[]): EditHistory => {
  const segments: Segment[] = [...history.current.segments];
  const edits: TranscriptEdit[] = [];
  const steps: Step[] = [];
  let layout = history.layout;
  let textChanged = false;
  for (const change of changes) {
    const after = segmentChanges(segments, change);
    if (after.size === 0) continue;
    const before = new Map<number, Segment>();
    steps.push({ before, layout });
    edits.push(change);
    if (change.kind === 'correct-text') layout ??= layOutText(history.original.text, segments);
    after.forEach((segment, index) => {
      const was = segments[index];
      if (was) before.set(index, was);
      segments[index] = segment;
    });
    if (change.kind !== 'correct-text' || layout === null) continue;
    layout = layoutAfter(layout, change.segment, segments);
    textChanged = true;
  }
  if (edits.length === 0) return history;
  return Object.freeze({
    ...history,
    current: withSegments(history.current, segments, textChanged ? layout : null),
    edits: Object.freeze([...history.edits, ...edits]),
    undone: [],
    steps: [...history.steps, ...steps],
    layout,
  });
};

/**
 * Creates a history with the given edits applied, oldest first. Edits that change nothing are left out.
 * Throws EditError if an edit does not fit.
 */
export const startHistory = (
  original: Transcript,
  edits: readonly TranscriptEdit[] = [],
): EditHistory =>
  advance(
    Object.freeze({ original, current: original, edits: [], undone: [], steps: [], layout: null }),
    edits,
  );

/**
 * Applies an edit and clears the redo list. Names and texts are cleaned as in normaliseTranscript. Returns the same
 * history if the edit changes nothing. Throws EditError if the edit does not fit.
 */
export const edit = (history: EditHistory, change: TranscriptEdit): EditHistory =>
  advance(history, [change]);

const takeBack = ({ original, current, steps }: EditHistory, step: Step): Transcript => {
  if (steps.length === 1) return original;
  const segments = [...current.segments];
  let textChanged = false;
  step.before.forEach((segment, index) => {
    textChanged ||= segment.text !== segments[index]?.text;
    segments[index] = segment;
  });
  const untouched =
    textChanged && step.layout === null ? { ...current, text: original.text } : current;
  return withSegments(untouched, segments, textChanged ? step.layout : null);
};

/** Undoes the last edit. Returns the same history if there is none. */
export const undo = (history: EditHistory): EditHistory => {
  const step = history.steps.at(-1);
  const last = history.edits.at(-1);
  if (!step || !last) return history;
  return Object.freeze({
    ...history,
    current: takeBack(history, step),
    edits: Object.freeze(history.edits.slice(0, -1)),
    undone: Object.freeze([...history.undone, last]),
    steps: history.steps.slice(0, -1),
    layout: step.layout,
  });
};

/** Redoes the edit that was undone last. Returns the same history if there is none. */
export const redo = (history: EditHistory): EditHistory => {
  const next = history.undone.at(-1);
  if (!next) return history;
  return Object.freeze({
    ...advance(history, [next]),
    undone: Object.freeze(history.undone.slice(0, -1)),
  });
};

/**
 * The identity of each speaker after edits, for listSpeakers and toTurns. A speaker keeps it when it is
 * renamed or when others are merged into it. A new speaker gets an index that was never used before.
 */
export const speakerIdentities = ({
  original,
  edits,
}: Pick<EditHistory, 'original' | 'edits'>): SpeakerIdentities => {
  const identities = new Map(firstIdentities(original.segments));
  let unused = identities.size;
  for (const edit of edits) {
    if (edit.kind === 'rename-speaker') {
      const identity = identities.get(edit.from);
      identities.delete(edit.from);
      if (identity !== undefined) identities.set(oneLine(edit.to), identity);
    } else if (edit.kind === 'merge-speakers') identities.delete(edit.from);
    else if (edit.kind === 'assign-speaker') {
      const name = edit.to === null ? null : oneLine(edit.to);
      if (!identities.has(name))
        identities.set(name, { index: unused++, number: null, label: null });
    }
  }
  return identities;
};
