/** Corrections as operations on a transcript that is never changed itself. */
import { filledLines, joinTexts, oneLine } from '../plain-text.js';
import type { Segment, Transcript } from '../transcript.js';

/**
 * One correction. Segments are given by their index, which stays valid for ever: an edit adds,
 * removes and moves none. A speaker of null stands for the segments that name none.
 */
export type TranscriptEdit =
  /** Everywhere; refused where another speaker has the new name already. */
  | { readonly kind: 'rename-speaker'; readonly from: string | null; readonly to: string }
  /** All segments of one speaker become those of another, who speaks already. */
  | { readonly kind: 'merge-speakers'; readonly from: string | null; readonly into: string }
  /** Only these segments; the name may be new. */
  | {
      readonly kind: 'assign-speaker';
      readonly segments: readonly number[];
      readonly to: string | null;
    }
  | { readonly kind: 'correct-text'; readonly segment: number; readonly text: string };

/** Why an edit does not fit a transcript. */
export type EditProblem =
  | 'name-empty'
  | 'name-too-long'
  | 'name-taken'
  | 'speaker-unknown'
  | 'segment-unknown'
  | 'text-empty';

/** Longest name of a speaker, in characters. */
export const MAX_NAME_LENGTH = 120;

const SENTENCES: Readonly<Record<EditProblem, string>> = {
  'name-empty': 'A speaker needs a name. Type at least one character.',
  'name-too-long': `A speaker's name may have at most ${MAX_NAME_LENGTH} characters. Shorten it.`,
  'name-taken': 'Another speaker has this name already. Merge the two instead.',
  'speaker-unknown': 'This speaker says nothing in the transcript any more. Choose another one.',
  'segment-unknown': 'The transcript has no such line. Choose another one.',
  'text-empty': 'A line needs words. Type what is said there.',
};

/** Its message tells a person what to do. */
export class EditError extends RangeError {
  override readonly name = 'EditError';
  constructor(readonly problem: EditProblem) {
    super(SENTENCES[problem]);
  }
}

const nameOf = ({ speaker }: Segment): string | null => speaker ?? null;

const cleanName = (given: string): string => {
  const name = oneLine(given);
  if (name === '') throw new EditError('name-empty');
  if ([...name].length > MAX_NAME_LENGTH) throw new EditError('name-too-long');
  return name;
};

const cleanText = (given: string): string => {
  if (filledLines(given).length === 0) throw new EditError('text-empty');
  return given.trim();
};

const withSpeaker = (segment: Segment, name: string | null): Segment => {
  const { speaker: _, ...rest } = segment;
  return Object.freeze(name === null ? rest : { speaker: name, ...rest });
};

const segmentAt = (segments: readonly Segment[], index: number): Segment => {
  const segment = segments[index];
  if (!segment) throw new EditError('segment-unknown');
  return segment;
};

/** The new segments by their index; those that stay as they are are not in it. */
export type SegmentChanges = ReadonlyMap<number, Segment>;

const NONE: SegmentChanges = new Map();

const passTo = (
  segments: readonly Segment[],
  from: string | null,
  to: string,
): Map<number, Segment> => {
  const changes = new Map<number, Segment>();
  segments.forEach((segment, index) => {
    if (nameOf(segment) === from) changes.set(index, withSpeaker(segment, to));
  });
  if (changes.size === 0) throw new EditError('speaker-unknown');
  return changes;
};

const speaks = (segments: readonly Segment[], name: string): boolean =>
  segments.some(({ speaker }) => speaker === name);

const rename = (segments: readonly Segment[], from: string | null, given: string) => {
  const to = cleanName(given);
  const changes = passTo(segments, from, to);
  if (to === from) return NONE;
  if (speaks(segments, to)) throw new EditError('name-taken');
  return changes;
};

const merge = (segments: readonly Segment[], from: string | null, into: string) => {
  if (!speaks(segments, into)) throw new EditError('speaker-unknown');
  return from === into ? NONE : passTo(segments, from, into);
};

const assign = (
  segments: readonly Segment[],
  indexes: readonly number[],
  given: string | null,
): SegmentChanges => {
  const to = given === null ? null : cleanName(given);
  const changes = new Map<number, Segment>();
  for (const index of indexes) {
    const segment = segmentAt(segments, index);
    if (nameOf(segment) !== to) changes.set(index, withSpeaker(segment, to));
  }
  return changes;
};

const correct = (segments: readonly Segment[], index: number, given: string): SegmentChanges => {
  const segment = segmentAt(segments, index);
  const text = cleanText(given);
  return text === segment.text ? NONE : new Map([[index, Object.freeze({ ...segment, text })]]);
};

/** What an edit makes of segments. Throws EditError where it does not fit them. */
export const segmentChanges = (
  segments: readonly Segment[],
  edit: TranscriptEdit,
): SegmentChanges => {
  switch (edit.kind) {
    case 'rename-speaker':
      return rename(segments, edit.from, edit.to);
    case 'merge-speakers':
      return merge(segments, edit.from, edit.into);
    case 'assign-speaker':
      return assign(segments, edit.segments, edit.to);
    case 'correct-text':
      return correct(segments, edit.segment, edit.text);
  }
};

/** A frozen transcript with other segments, and its text laid out anew where a layout is given. */
export const withSegments = (
  transcript: Transcript,
  segments: readonly Segment[],
  layout: TextLayout | null,
): Transcript =>
  Object.freeze({
    ...transcript,
    text: layout === null ? transcript.text : weaveText(layout, segments),
    segments: Object.freeze(segments),
  });

/**
 * Applies a correction and returns the transcript that results, frozen, with all unchanged segments
 * the same objects; the transcript itself where nothing changes. Names and texts are cleaned as
 * normaliseTranscript cleans them. The full text follows a corrected segment. Throws EditError (a
 * RangeError with a sentence for a person) where the edit does not fit.
 */
export const applyEdit = (transcript: Transcript, edit: TranscriptEdit): Transcript => {
  const changes = segmentChanges(transcript.segments, edit);
  if (changes.size === 0) return transcript;
  const segments = [...transcript.segments];
  changes.forEach((segment, index) => (segments[index] = segment));
  const layout =
    edit.kind === 'correct-text'
      ? layoutAfter(layOutText(transcript.text, transcript.segments), edit.segment, segments)
      : null;
  return withSegments(transcript, segments, layout);
};

/** The full text is each gap followed by its segment's text, and then the tail. */
export interface TextLayout {
  /**
   * White space, or nothing, before each segment; fewer than there are segments where the text
   * departs from them.
   */
  readonly gaps: readonly string[];
  /** What follows the last of these segments, as it stands. */
  readonly tail: string;
}

const isBlankAt = (text: string, at: number): boolean =>
  at < text.length && text.charAt(at).trim() === '';

/** Follows the segments through the full text as far as it has them in their order. */
export const layOutText = (text: string, segments: readonly Segment[]): TextLayout => {
  const gaps: string[] = [];
  let reached = 0;
  for (const segment of segments) {
    let start = reached;
    while (isBlankAt(text, start)) start += 1;
    if (!text.startsWith(segment.text, start)) break;
    gaps.push(text.slice(reached, start));
    reached = start + segment.text.length;
  }
  return { gaps, tail: text.slice(reached) };
};

/** The full text that a layout makes of segments. */
const weaveText = ({ gaps, tail }: TextLayout, segments: readonly Segment[]): string =>
  `${gaps.map((gap, index) => `${gap}${segments[index]?.text ?? ''}`).join('')}${tail}`;

/**
 * The layout after the text of one segment was corrected: the same where it has the segment, else
 * one of the segments' texts alone.
 */
export const layoutAfter = (
  layout: TextLayout,
  corrected: number,
  segments: readonly Segment[],
): TextLayout =>
  corrected < layout.gaps.length
    ? layout
    : layOutText(joinTexts(segments.map(({ text }) => text)), segments);
