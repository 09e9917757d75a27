/** Applies the corrections of one tab to what another tab has made of the transcript. */
import { placesIn, type SegmentId } from '../segment-ids.js';
import type { Segment, Transcript } from '../transcript.js';
import { edit as appendEdit, startHistory, type EditHistory } from './edit-history.js';
import { EditError } from './edit-error.js';
import type { TranscriptEdit } from './edits.js';

type Step = readonly TranscriptEdit[];

/** Steps, and those of them that still apply. */
export interface KeptSteps {
  readonly all: readonly Step[];
  readonly kept: readonly Step[];
}

/** A transcript after some edits, and for each segment the splits and joins that moved letters into or out of it. */
interface Context {
  readonly history: EditHistory;
  readonly moves: ReadonlyMap<SegmentId, readonly string[]>;
}

const SPLIT = 'split ';

const segmentsOf = ({ history }: Context): readonly Segment[] => history.current.segments;

const movesOf = ({ moves }: Context, id: SegmentId): readonly string[] => moves.get(id) ?? [];

/** The segment that a segment is joined with: the one before it that has words. */
const joinedWith = (segments: readonly Segment[], id: SegmentId): SegmentId | null => {
  const { indexOf, idAt } = placesIn(segments);
  const own = indexOf(id);
  const into = segments.findLastIndex(({ text }, at) => at < own && text !== '');
  return into === -1 ? null : idAt(into);
};

/** Throws EditError if the edit does not fit. */
const advance = ({ history, moves }: Context, edit: TranscriptEdit): Context => {
  const next = appendEdit(history, edit);
  if (edit.kind !== 'split-segment' && edit.kind !== 'join-segments')
    return { history: next, moves };
  const before = placesIn(history.current.segments);
  const after = placesIn(next.current.segments);
  const moved = new Set<SegmentId | null>([edit.segment]);
  if (edit.kind === 'join-segments') moved.add(joinedWith(history.current.segments, edit.segment));
  else
    next.current.segments.forEach((_, index) => {
      const id = after.idAt(index);
      if (before.indexOf(id) === -1) moved.add(id);
    });
  const key = (edit.kind === 'split-segment' ? SPLIT : '') + JSON.stringify(edit);
  const changed = new Map(moves);
  for (const id of moved) if (id !== null) changed.set(id, [...(changed.get(id) ?? []), key]);
  return { history: next, moves: changed };
};

/** The parts that were split off a segment only in the target. Null if other segments lie between them. */
const partsOf = (
  id: SegmentId,
  source: Context,
  target: Context,
): readonly [first: number, end: number] | null => {
  const there = placesIn(segmentsOf(source));
  const here = placesIn(segmentsOf(target));
  const first = here.indexOf(id);
  if (first === -1) return null;
  const isOwn = (one: SegmentId): boolean =>
    String(one).startsWith(`${id}.`) && there.indexOf(one) === -1;
  let end = first + 1;
  while (end < segmentsOf(target).length && isOwn(here.idAt(end))) end += 1;
  const strays = segmentsOf(target).some((_, index) => index >= end && isOwn(here.idAt(index)));
  return strays ? null : [first, end];
};

const sameMoves = (source: Context, target: Context, ids: readonly SegmentId[]): boolean =>
  ids.every((id) => movesOf(source, id).join('\n') === movesOf(target, id).join('\n'));

/** True if the target has only split the segment further. */
const onlySplit = (source: Context, target: Context, id: SegmentId): boolean => {
  const [own, there] = [movesOf(source, id), movesOf(target, id)];
  return (
    own.every((key, at) => there[at] === key) &&
    there.slice(own.length).every((key) => key.startsWith(SPLIT))
  );
};

const textOf = (context: Context, id: SegmentId): string =>
  segmentsOf(context)[placesIn(segmentsOf(context)).indexOf(id)]?.text ?? '';

/** Where a text is split that another tab has corrected before or after that place; null if on both sides. */
const offsetIn = (text: string, before: string, at: number): number | null => {
  if (text === before) return at;
  const [first, second] = [before.slice(0, at).trimEnd(), before.slice(at).trimStart()];
  if (text.endsWith(second) && /\s$/u.test(text.slice(0, -second.length)))
    return text.length - second.length;
  return text.startsWith(first) && /^\s/u.test(text.slice(first.length)) ? first.length : null;
};

/** The edits that mean the same in the target; none if its segment has other letters there. */
const adapt = (edit: TranscriptEdit, source: Context, target: Context): Step => {
  const segments = segmentsOf(target);
  const { idAt } = placesIn(segments);
  switch (edit.kind) {
    case 'rename-speaker':
    case 'merge-speakers':
      return [edit];
    case 'assign-speaker': {
      const ids = edit.segments.flatMap((id) => {
        const [first, end] = partsOf(id, source, target) ?? [0, 0];
        return [...new Array(end - first).keys()].map((at) => idAt(first + at));
      });
      return ids.length === 0 ? [] : [{ ...edit, segments: ids }];
    }
    case 'join-segments': {
      const { segment } = edit;
      const into = joinedWith(segmentsOf(source), segment);
      const isSame = into !== null && into === joinedWith(segments, segment);
      return isSame && sameMoves(source, target, [segment, into]) ? [edit] : [];
    }
    case 'split-segment': {
      const at = sameMoves(source, target, [edit.segment])
        ? offsetIn(textOf(target, edit.segment), textOf(source, edit.segment), edit.at)
        : null;
      return at === null ? [] : [{ ...edit, at }];
    }
    case 'set-start':
      return sameMoves(source, target, [edit.segment]) ? [edit] : [];
    case 'correct-text':
    case 'delete-segment': {
      const { segment } = edit;
      if (sameMoves(source, target, [segment])) return [edit];
      const [first, end] = partsOf(segment, source, target) ?? [0, 0];
      const ids = [...new Array(end - first).keys()].map((at) => idAt(first + at));
      if (ids.length === 0 || !ids.every((id) => onlySplit(source, target, id))) return [];
      // From the second part on: each one joins the first. Without words in the first, it would join the line before.
      const parts = ids.slice(1).filter((_, at) => segments[first + 1 + at]?.text !== '');
      const kind = segments[first]?.text === '' ? 'delete-segment' : 'join-segments';
      return [...parts.map((id) => ({ kind, segment: id }) as const), edit];
    }
  }
};

/** Throws if an edit of `step` does not fit, and returns what was made of it. */
const rebaseStep = (step: Step, before: Context, onto: Context) => {
  let [source, target] = [before, onto];
  const made: TranscriptEdit[] = [];
  for (const edit of step) {
    for (const one of adapt(edit, source, target)) {
      target = advance(target, one);
      made.push(one);
    }
    source = advance(source, edit);
  }
  return { target, made };
};

/**
 * The kept steps of several tabs, one list after the other. Each list was made on the original. A step that no longer
 * fits is left out. A line that another tab has split is joined again for a text that was typed for all of it. So no letter
 * is lost or doubled.
 */
export const rebaseSteps = (original: Transcript, lists: readonly KeptSteps[]): readonly Step[] => {
  const start: Context = { history: startHistory(original), moves: new Map() };
  let target = start;
  const rebased: Step[] = [];
  for (const { all, kept } of lists) {
    let source = start;
    const left = [...kept];
    for (const step of all) {
      if (step === left[0]) {
        left.shift();
        try {
          const result = rebaseStep(step, source, target);
          ({ target } = result);
          if (result.made.length > 0) rebased.push(result.made);
        } catch (error) {
          if (!(error instanceof EditError)) throw error;
        }
      }
      source = step.reduce(advance, source);
    }
  }
  return rebased;
};
