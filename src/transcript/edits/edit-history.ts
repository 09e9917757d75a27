/** Corrections that can be taken back, and made again. */
import { oneLine } from '../plain-text.js';
import { listSpeakers, type SpeakerIndexes } from '../speakers.js';
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

/** What takes an edit back: whole transcripts would be much to keep for a long recording. */
interface Step {
  /** The segments it changed, as they were. */
  readonly before: SegmentChanges;
  /** The layout before it. */
  readonly layout: TextLayout | null;
}

export interface EditHistory {
  readonly original: Transcript;
  readonly current: Transcript;
  /** Applied, oldest first. */
  readonly edits: readonly TranscriptEdit[];
  /** Taken back; the next to be made again is the last. */
  readonly undone: readonly TranscriptEdit[];
  /** For `undo` alone: one for each of `edits`. */
  readonly steps: readonly Step[];
  /** How the full text is made; null as long as no text was corrected, and it is the original's. */
  readonly layout: TextLayout | null;
}

/** Makes edits one after another; the full text is put together once. */
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
 * The history that edits, oldest first, lead to; those that change nothing are left out. Throws
 * EditError where one does not fit.
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
 * Makes an edit; what was taken back before is forgotten. Returns the history itself where the edit
 * changes nothing. Throws EditError where it does not fit.
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

/** Takes the last edit back; the history itself where there is none. */
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

/** Makes the edit again that was last taken back; the history itself where there is none. */
export const redo = (history: EditHistory): EditHistory => {
  const next = history.undone.at(-1);
  if (!next) return history;
  return Object.freeze({
    ...advance(history, [next]),
    undone: Object.freeze(history.undone.slice(0, -1)),
  });
};

/**
 * The index of each speaker after corrections, for listSpeakers and toTurns. A speaker keeps its own
 * when it is renamed, and when others are merged into it; one that is new gets a number that nobody
 * had before.
 */
export const speakerIndexes = ({
  original,
  edits,
}: Pick<EditHistory, 'original' | 'edits'>): SpeakerIndexes => {
  const indexes = new Map<string | null, number>();
  for (const { name, index } of listSpeakers(original.segments)) indexes.set(name, index);
  let unused = indexes.size;
  for (const edit of edits) {
    if (edit.kind === 'rename-speaker') {
      const index = indexes.get(edit.from);
      indexes.delete(edit.from);
      if (index !== undefined) indexes.set(oneLine(edit.to), index);
    } else if (edit.kind === 'merge-speakers') indexes.delete(edit.from);
    else if (edit.kind === 'assign-speaker') {
      const name = edit.to === null ? null : oneLine(edit.to);
      if (!indexes.has(name)) indexes.set(name, unused++);
    }
  }
  return indexes;
};
