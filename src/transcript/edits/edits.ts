/** Corrections as operations. They return a new transcript and leave the original unchanged. */
import { charactersOf } from '../characters.js';
import { closed, isBlank, joinTexts, needsSpace, oneLine, printable } from '../plain-text.js';
import type { SegmentId, SegmentPlaces } from '../segment-ids.js';
import type { Segment, Transcript } from '../transcript.js';
import { EditError, MAX_NAME_LENGTH } from './edit-error.js';
import { splitInTwo } from './split.js';

/**
 * One correction. Segments are named by their index before corrections, or by the `id` of a part that a split made. A
 * name stays valid: edits never remove segments. A speaker of null means the segments without a speaker.
 */
export type TranscriptEdit =
  /** Renames a speaker everywhere. Refused if another speaker already has the new name. */
  | { readonly kind: 'rename-speaker'; readonly from: string | null; readonly to: string }
  /** Gives all segments of one speaker to another existing speaker. */
  | { readonly kind: 'merge-speakers'; readonly from: string | null; readonly into: string }
  /** Changes the speaker of these segments only. The name may be new. */
  | {
      readonly kind: 'assign-speaker';
      readonly segments: readonly SegmentId[];
      readonly to: string | null;
    }
  /** An empty text removes the segment's words. The segment stays. */
  | { readonly kind: 'correct-text'; readonly segment: SegmentId; readonly text: string }
  /** Splits a segment in two. The second one is named `segment.at`. */
  | {
      readonly kind: 'split-segment';
      readonly segment: SegmentId;
      /** Where the second part begins in the text, in UTF-16 units. Both parts must have words. */
      readonly at: number;
      /** Of the second part. Default: the same speaker. The name may be new. */
      readonly speaker?: string | null;
      /** Where the second part starts, in milliseconds. Default: an estimate from the letters. */
      readonly time_ms?: number;
      /** True if `time_ms` is an estimate too, such as a pause that the waveform shows. */
      readonly estimated?: true;
    }
  /** Sets the start of a part that a split made, in milliseconds, and the end of the part before it. */
  | { readonly kind: 'set-start'; readonly segment: SegmentId; readonly time_ms: number }
  /** Gives a segment's words to the segment before it that has words. The segment stays, without words. */
  | { readonly kind: 'join-segments'; readonly segment: SegmentId }
  /** Removes a segment's words. Its time stays a gap. */
  | { readonly kind: 'delete-segment'; readonly segment: SegmentId };

/** The edits that can change how the full text is built. */
type TextEdit = Extract<
  TranscriptEdit,
  { kind: 'correct-text' | 'join-segments' | 'delete-segment' }
>;

export const changesText = (edit: TranscriptEdit): edit is TextEdit =>
  edit.kind === 'correct-text' || edit.kind === 'join-segments' || edit.kind === 'delete-segment';

const nameOf = ({ speaker }: Segment): string | null => speaker ?? null;

const cleanName = (given: string): string => {
  const name = oneLine(given);
  if (name === '') throw new EditError('name-empty');
  if (charactersOf(name).length > MAX_NAME_LENGTH) throw new EditError('name-too-long');
  return name;
};

const cleanText = (given: string): string =>
  isBlank(given) ? '' : closed(printable(given).trim());

const withSpeaker = (segment: Segment, name: string | null): Segment => {
  const { speaker: _, ...rest } = segment;
  return Object.freeze(name === null ? rest : { speaker: name, ...rest });
};

/** The segments of a transcript, and where they are. */
interface Places {
  readonly segments: readonly Segment[];
  readonly places: SegmentPlaces;
}

const find = ({ segments, places }: Places, id: SegmentId): readonly [number, Segment] => {
  const index = places.indexOf(id);
  const segment = segments[index];
  if (!segment) throw new EditError('segment-unknown');
  return [index, segment];
};

interface SegmentChanges {
  /** By index. */
  readonly changed: ReadonlyMap<number, Segment>;
  /** The second part of a segment that was split, and the white space that was between the two. */
  readonly added?: { readonly part: Segment; readonly after: number; readonly blank: string };
}

type Changed = Map<number, Segment>;

const NONE: Changed = new Map();

const withText = (segment: Segment, text: string): Segment => Object.freeze({ ...segment, text });

const passTo = (segments: readonly Segment[], from: string | null, to: string): Changed => {
  const changes = new Map<number, Segment>();
  segments.forEach((segment, index) => {
    if (nameOf(segment) === from) changes.set(index, withSpeaker(segment, to));
  });
  if (changes.size === 0) throw new EditError('speaker-unknown');
  return changes;
};

const speaks = (segments: readonly Segment[], name: string): boolean =>
  segments.some(({ speaker }) => speaker === name);

const split = (
  here: Places,
  edit: Extract<TranscriptEdit, { kind: 'split-segment' }>,
): SegmentChanges => {
  const [index, segment] = find(here, edit.segment);
  const { speaker } = edit;
  const halves = splitInTwo(segment, edit.at, edit);
  if (halves === null) throw new EditError('split-misplaced');
  let { at } = edit;
  // A text that grew after an earlier split can be split at the same offset again.
  while (here.places.indexOf(`${edit.segment}.${at}`) !== -1) at += 1;
  const second: Segment = { ...halves.second, id: `${edit.segment}.${at}` };
  const name =
    speaker === undefined ? nameOf(segment) : speaker === null ? null : cleanName(speaker);
  return {
    changed: new Map([[index, Object.freeze(halves.first)]]),
    added: { part: withSpeaker(second, name), after: index, blank: halves.blank },
  };
};

/** The start stays between those of its neighbours, and no part gets a negative length. */
const setStart = (here: Places, id: SegmentId, given: number): Changed => {
  const [index, segment] = find(here, id);
  const { segments } = here;
  const before = segments[index - 1];
  if (segment.id === undefined || !before) throw new EditError('segment-unknown');
  const latest = Math.min(segment.end_ms, segments[index + 1]?.start_ms ?? Infinity);
  const start_ms = Math.max(before.start_ms, Math.min(latest, Math.round(given)));
  const { start_estimated: _, ...known } = segment;
  const changes: Changed = new Map([[index, Object.freeze({ ...known, start_ms })]]);
  if (before.end_ms === segment.start_ms)
    changes.set(index - 1, Object.freeze({ ...before, end_ms: start_ms }));
  return changes;
};

const join = (here: Places, id: SegmentId): Changed => {
  const [index, segment] = find(here, id);
  const { segments } = here;
  if (segment.text === '') return NONE;
  const into = segments.findLastIndex(({ text }, at) => at < index && text !== '');
  const before = segments[into];
  if (!before) throw new EditError('segment-unknown');
  const text = joinTexts([before.text, segment.text]);
  const end_ms = Math.max(before.end_ms, segment.end_ms);
  return new Map([
    [into, Object.freeze({ ...before, end_ms, text })],
    [index, withText(segment, '')],
  ]);
};

/** What an edit changes. Throws EditError if the edit does not fit. */
export const segmentChanges = (
  segments: readonly Segment[],
  places: SegmentPlaces,
  edit: TranscriptEdit,
): SegmentChanges => {
  const here = { segments, places };
  return edit.kind === 'split-segment' ? split(here, edit) : { changed: changesOf(here, edit) };
};

const changesOf = (
  here: Places,
  edit: Exclude<TranscriptEdit, { kind: 'split-segment' }>,
): Changed => {
  const { segments } = here;
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
      const given = edit.segments.map((id) => find(here, id));
      const others = given.filter(([, segment]) => nameOf(segment) !== to);
      return new Map(others.map(([index, segment]) => [index, withSpeaker(segment, to)]));
    }
    case 'correct-text':
    case 'delete-segment': {
      const [index, segment] = find(here, edit.segment);
      const text = edit.kind === 'correct-text' ? cleanText(edit.text) : '';
      return text === segment.text ? NONE : new Map([[index, withText(segment, text)]]);
    }
    case 'set-start':
      return setStart(here, edit.segment, edit.time_ms);
    case 'join-segments':
      return join(here, edit.segment);
  }
};

/** A frozen transcript with other segments, and what it says about their speakers. Rebuilds the full text if a layout is given. */
export const withSegments = (
  transcript: Transcript,
  segments: readonly Segment[],
  layout: TextLayout | null,
  speakers: Transcript['speakers'] | undefined,
): Transcript => {
  const { speakers: _, ...rest } = transcript;
  return Object.freeze({
    ...rest,
    text: layout === null ? transcript.text : weaveText(layout, segments),
    segments: Object.freeze(segments),
    ...(speakers === undefined ? {} : { speakers }),
  });
};

/** How the full text is built: each gap followed by its segment's text, then the tail. */
export interface TextLayout {
  /**
   * White space, or nothing, before each segment, up to the first that the full text differs from. Null before a segment
   * that had no words: if it gets some, a space is added where the script has spaces.
   */
  readonly gaps: readonly (string | null)[];
  /** The rest of the full text after the last of these segments. */
  readonly tail: string;
}

/** Matches the segments, in order, against the full text. Stops at the first that differs. */
export const layOutText = (text: string, segments: readonly Segment[]): TextLayout => {
  const gaps: (string | null)[] = [];
  let reached = 0;
  const blanks = /\s*/y;
  for (const segment of segments) {
    if (segment.text === '') {
      gaps.push(null);
      continue;
    }
    blanks.lastIndex = reached;
    const start = reached + (blanks.exec(text)?.[0].length ?? 0);
    if (!text.startsWith(segment.text, start)) break;
    // Only segments without words come before the first one with words.
    const isFirst = start === 0 && gaps.length > 0;
    gaps.push(isFirst ? null : text.slice(reached, start));
    reached = start + segment.text.length;
  }
  return { gaps, tail: text.slice(reached) };
};

/** Builds the full text from a layout and segments. An emptied segment leaves no gap. */
const weaveText = ({ gaps, tail }: TextLayout, segments: readonly Segment[]): string => {
  let before = '';
  const texts = gaps.map((gap, index) => {
    const text = segments[index]?.text ?? '';
    if (text === '') return '';
    const blank = before !== '' && needsSpace(before, text) ? ' ' : '';
    before = text;
    return (gap ?? blank) + text;
  });
  const woven = `${texts.join('')}${tail}`;
  return segments[0]?.text === '' ? woven.trimStart() : woven;
};

/** A layout of the segments alone. */
export const plainLayout = (segments: readonly Segment[]): TextLayout =>
  layOutText(joinTexts(segments.map(({ text }) => text)), segments);

/** The layout after a correction. If it does not reach the segment, it is built from the segments alone. */
export const layoutAfter = (
  layout: TextLayout,
  corrected: number,
  segments: readonly Segment[],
): TextLayout => (corrected < layout.gaps.length ? layout : plainLayout(segments));

/** The layout after a split whose second part follows the first. */
export const layoutWith = (
  layout: TextLayout,
  { after, blank }: { readonly after: number; readonly blank: string },
): TextLayout => {
  const { gaps, tail } = layout;
  const at = after + 1;
  return after >= gaps.length
    ? layout
    : { gaps: [...gaps.slice(0, at), blank, ...gaps.slice(at)], tail };
};
