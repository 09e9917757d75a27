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
 * One step of undo: edits that are undone together. Stores only the changed segments, because copies of a long
 * transcript take too much memory.
 */
interface Step {
  readonly edits: readonly TranscriptEdit[];
  /** The changed segments as they were before the step. */
  readonly before: SegmentChanges;
  /** The layout before the step. */
  readonly layout: TextLayout | null;
}

/** An edit, or several that are undone together. */
export type EditStep = TranscriptEdit | readonly TranscriptEdit[];

export interface EditHistory {
  readonly original: Transcript;
  readonly current: Transcript;
  /** Applied edits, oldest first. */
  readonly edits: readonly TranscriptEdit[];
  /** Undone steps. The last one is redone first. */
  readonly undone: readonly (readonly TranscriptEdit[])[];
  /** The steps that `edits` were made in, for `undo`. */
  readonly steps: readonly Step[];
  /**
   * How the full text is built from the segments. Null until a text is corrected; until then the original
   * text is kept.
   */
  readonly layout: TextLayout | null;
}

const isList = (step: EditStep): step is readonly TranscriptEdit[] => Array.isArray(step);

/** Applies steps in order and rebuilds the full text once at the end. */
const advance = (history: EditHistory, changes: readonly EditStep[]): EditHistory => {
  const segments: Segment[] = [...history.current.segments];
  const steps: Step[] = [];
  let layout = history.layout;
  let textChanged = false;
  for (const change of changes) {
    const before = new Map<number, Segment>();
    const edits: TranscriptEdit[] = [];
    const layoutBefore = layout;
    for (const one of isList(change) ? change : [change]) {
      const after = segmentChanges(segments, one);
      if (after.size === 0) continue;
      edits.push(one);
      if (one.kind === 'correct-text') layout ??= layOutText(history.original.text, segments);
      after.forEach((segment, index) => {
        const was = segments[index];
        if (was && !before.has(index)) before.set(index, was);
        segments[index] = segment;
      });
      if (one.kind !== 'correct-text' || layout === null) continue;
      layout = layoutAfter(layout, one.segment, segments);
      textChanged = true;
    }
    if (edits.length > 0) steps.push({ edits, before, layout: layoutBefore });
  }
  if (steps.length === 0) return history;
  return Object.freeze({
    ...history,
    current: withSegments(history.current, segments, textChanged ? layout : null),
    edits: Object.freeze([...history.edits, ...steps.flatMap(({ edits }) => edits)]),
    undone: [],
    steps: [...history.steps, ...steps],
    layout,
  });
};

/**
 * Creates a history with the given steps applied, oldest first. Edits that change nothing are left out.
 * Throws EditError if an edit does not fit.
 */
export const startHistory = (original: Transcript, steps: readonly EditStep[] = []): EditHistory =>
  advance(
    Object.freeze({ original, current: original, edits: [], undone: [], steps: [], layout: null }),
    steps,
  );

/**
 * Applies one step and clears the redo list. Names and texts are cleaned as in normaliseTranscript. Returns the same
 * history if the step changes nothing. Throws EditError if an edit does not fit; then none of the step is applied.
 */
export const edit = (history: EditHistory, step: EditStep): EditHistory => advance(history, [step]);

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

/** Undoes the last step. Returns the same history if there is none. */
export const undo = (history: EditHistory): EditHistory => {
  const step = history.steps.at(-1);
  if (!step) return history;
  return Object.freeze({
    ...history,
    current: takeBack(history, step),
    edits: Object.freeze(history.edits.slice(0, -step.edits.length)),
    undone: Object.freeze([...history.undone, step.edits]),
    steps: history.steps.slice(0, -1),
    layout: step.layout,
  });
};

/** Redoes the step that was undone last. Returns the same history if there is none. */
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
