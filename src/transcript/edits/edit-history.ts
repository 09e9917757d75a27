/** Corrections with undo and redo. */
import { findPlaces } from '../segment-ids.js';
import { speakersBeside } from '../speakers.js';
import type { Segment, Transcript } from '../transcript.js';
import { speakerIdentities } from './identities.js';
import {
  changesText,
  layoutAfter,
  layOutText,
  layoutWith,
  plainLayout,
  segmentChanges,
  type TextLayout,
  type TranscriptEdit,
  withSegments,
} from './edits.js';

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
  readonly steps: readonly { readonly edits: readonly TranscriptEdit[] }[];
  /** How the full text is built from the segments; null until a text is corrected. */
  readonly layout: TextLayout | null;
}

const isList = (step: EditStep): step is readonly TranscriptEdit[] => Array.isArray(step);

/** Where a new part belongs, so that the segments stay sorted by start. It follows the first part at once if they tie. */
const placeFor = (
  segments: readonly Segment[],
  { part, after }: { readonly part: Segment; readonly after: number },
): number => {
  let at = after + 1;
  while ((segments[at]?.start_ms ?? Infinity) < part.start_ms) at += 1;
  return at;
};

/** Applies steps in order and rebuilds the full text once at the end. */
const advance = (history: EditHistory, changes: readonly EditStep[]): EditHistory => {
  const segments: Segment[] = [...history.current.segments];
  let places = findPlaces(segments);
  const steps: { edits: readonly TranscriptEdit[] }[] = [];
  let layout = history.layout;
  let textChanged = false;
  for (const change of changes) {
    const edits: TranscriptEdit[] = [];
    for (const one of isList(change) ? change : [change]) {
      const { changed, added } = segmentChanges(segments, places, one);
      if (changed.size === 0) continue;
      edits.push(one);
      if (changesText(one)) layout ??= layOutText(history.original.text, segments);
      changed.forEach((segment, index) => (segments[index] = segment));
      if (added) {
        const at = placeFor(segments, added);
        segments.splice(at, 0, Object.freeze(added.part));
        places = findPlaces(segments);
        // Other lines may come between the two parts, also in the full text.
        const isMoved = at !== added.after + 1;
        if (isMoved) layout = plainLayout(segments);
        else if (layout !== null) layout = layoutWith(layout, added);
        textChanged ||= isMoved;
      }
      if (!changesText(one) || layout === null) continue;
      layout = layoutAfter(layout, Math.max(...changed.keys()), segments);
      textChanged = true;
    }
    if (edits.length > 0) steps.push({ edits });
  }
  if (steps.length === 0) return history;
  const edits = Object.freeze([...history.edits, ...steps.flatMap((step) => step.edits)]);
  const speakers = speakersBeside(segments, speakerIdentities({ ...history, edits }));
  return Object.freeze({
    ...history,
    current: withSegments(history.current, segments, textChanged ? layout : null, speakers),
    edits,
    undone: [],
    steps: [...history.steps, ...steps],
    layout,
  });
};

/** A history with these steps, oldest first, without edits that change nothing. Throws EditError. */
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

/** Undoes the last step, by applying the others again. Returns the same history if there is none. */
export const undo = (history: EditHistory): EditHistory => {
  const step = history.steps.at(-1);
  if (!step) return history;
  const others = history.steps.slice(0, -1).map(({ edits }) => edits);
  return Object.freeze({
    ...startHistory(history.original, others),
    undone: Object.freeze([...history.undone, step.edits]),
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
