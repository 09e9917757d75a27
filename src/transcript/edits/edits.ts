/** Corrections as operations. They return a new transcript and leave the original unchanged. */
import { filledLines, joinTexts, oneLine } from '../plain-text.js';
import type { Segment, Transcript } from '../transcript.js';

/**
 * One correction. Segments are given by index. An index stays valid because edits never add, remove or move
 * segments. A speaker of null means the segments without a speaker.
 */
export type TranscriptEdit =
  /** Renames a speaker everywhere. Refused if another speaker already has the new name. */
  | { readonly kind: 'rename-speaker'; readonly from: string | null; readonly to: string }
  /** Gives all segments of one speaker to another existing speaker. */
  | { readonly kind: 'merge-speakers'; readonly from: string | null; readonly into: string }
  /** Changes the speaker of these segments only. The name may be new. */
  | {
      readonly kind: 'assign-speaker';
      readonly segments: readonly number[];
      readonly to: string | null;
    }
  /** An empty text removes the segment's words. The segment stays, so that indexes stay valid. */
  | { readonly kind: 'correct-text'; readonly segment: number; readonly text: string };

/** Why an edit does not fit a transcript. */
export type EditProblem =
  'name-empty' | 'name-too-long' | 'name-taken' | 'speaker-unknown' | 'segment-unknown';

/** Maximum length of a speaker's name, in characters. */
export const MAX_NAME_LENGTH = 120;

const SENTENCES: Readonly<Record<EditProblem, string>> = {
  'name-empty': 'A speaker needs a name. Type at least one character.',
  'name-too-long': `A speaker’s name may have at most ${MAX_NAME_LENGTH} characters. Shorten it.`,
  'name-taken': 'Another speaker has this name already. Merge the two instead.',
  'speaker-unknown': 'This speaker is no longer in the transcript. Choose another speaker.',
  'segment-unknown': 'The transcript has no such line. Choose another one.',
};

/** An edit that does not fit. The message tells the user what to do. */
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

const cleanText = (given: string): string => (filledLines(given).length === 0 ? '' : given.trim());

const withSpeaker = (segment: Segment, name: string | null): Segment => {
  const { speaker: _, ...rest } = segment;
  return Object.freeze(name === null ? rest : { speaker: name, ...rest });
};

const segmentAt = (segments: readonly Segment[], index: number): Segment => {
  const segment = segments[index];
  if (!segment) throw new EditError('segment-unknown');
  return segment;
};

type SegmentChanges = ReadonlyMap<number, Segment>;

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

/** The segments that an edit changes. Throws EditError if the edit does not fit. */
export const segmentChanges = (
  segments: readonly Segment[],
  edit: TranscriptEdit,
): SegmentChanges => {
  switch (edit.kind) {
    case 'rename-speaker': {
      const to = cleanName(edit.to);
      const changes = passTo(segments, edit.from, to);
      if (to === edit.from) return NONE;
      if (speaks(segments, to)) throw new EditError('name-taken');
      return changes;
    }
    case 'merge-speakers': {
      const { from, into } = edit;
      if (!speaks(segments, into)) throw new EditError('speaker-unknown');
      return from === into ? NONE : passTo(segments, from, into);
    }
    case 'assign-speaker': {
      const to = edit.to === null ? null : cleanName(edit.to);
      const given = edit.segments.map((index) => [index, segmentAt(segments, index)] as const);
      const others = given.filter(([, segment]) => nameOf(segment) !== to);
      return new Map(others.map(([index, segment]) => [index, withSpeaker(segment, to)]));
    }
    case 'correct-text': {
      const segment = segmentAt(segments, edit.segment);
      const text = cleanText(edit.text);
      if (text === segment.text) return NONE;
      return new Map([[edit.segment, Object.freeze({ ...segment, text })]]);
    }
  }
};

/** A frozen transcript with other segments. Rebuilds the full text if a layout is given. */
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

/** How the full text is built: each gap followed by its segment's text, then the tail. */
export interface TextLayout {
  /** White space, or nothing, before each segment, up to the first that the full text differs from. */
  readonly gaps: readonly string[];
  /** The rest of the full text after the last of these segments. */
  readonly tail: string;
}

/** Matches the segments, in order, against the full text. Stops at the first that differs. */
export const layOutText = (text: string, segments: readonly Segment[]): TextLayout => {
  const gaps: string[] = [];
  let reached = 0;
  const blanks = /\s*/y;
  for (const segment of segments) {
    if (segment.text === '') {
      gaps.push('');
      continue;
    }
    blanks.lastIndex = reached;
    const start = reached + (blanks.exec(text)?.[0].length ?? 0);
    if (!text.startsWith(segment.text, start)) break;
    gaps.push(text.slice(reached, start));
    reached = start + segment.text.length;
  }
  return { gaps, tail: text.slice(reached) };
};

/** Builds the full text from a layout and segments. An emptied segment leaves no gap. */
const weaveText = ({ gaps, tail }: TextLayout, segments: readonly Segment[]): string => {
  const texts = gaps.map((gap, index) => {
    const text = segments[index]?.text ?? '';
    return text === '' ? '' : gap + text;
  });
  const woven = `${texts.join('')}${tail}`;
  return segments[0]?.text === '' ? woven.trimStart() : woven;
};

/** The layout after a correction. If it does not reach the segment, it is built from the segments alone. */
export const layoutAfter = (
  layout: TextLayout,
  corrected: number,
  segments: readonly Segment[],
): TextLayout =>
  corrected < layout.gaps.length
    ? layout
    : layOutText(joinTexts(segments.map(({ text }) => text)), segments);
