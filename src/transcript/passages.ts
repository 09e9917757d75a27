/** Turns as they are read outside the reader: who, from when, and one paragraph of words. */
import { languageTag } from './language-tag.js';
import { oneLine, withBlanks } from './plain-text.js';
import type { Speaker } from './speakers.js';
import type { Segment, Transcript } from './transcript.js';
import { toTurns } from './turns.js';

/** A stretch of one segment's text. */
export interface SelectedText {
  /** Index of the segment. */
  readonly segment: number;
  /** UTF-16 offsets into its text; all of it by default. */
  readonly start?: number;
  readonly end?: number;
}

/** What one segment adds to a paragraph. */
export interface Excerpt {
  /** On one line, with the blank that parts it from the one before. */
  readonly text: string;
  /** BCP-47: the segment's, else the transcript's. */
  readonly language: string | undefined;
}

export interface Passage {
  readonly speaker: Speaker;
  /** Milliseconds: the start of its first segment. */
  readonly start_ms: number;
  /** At least one, none of them empty. */
  readonly said: readonly Excerpt[];
}

export const excerptOf = (
  transcript: Transcript,
  segment: Segment,
  { start = 0, end = segment.text.length }: Omit<SelectedText, 'segment'>,
): Excerpt => ({
  text: segment.text.slice(start, end),
  language: languageTag(segment.language) ?? languageTag(transcript.language),
});

const spaced = (said: readonly Excerpt[]): readonly Excerpt[] => {
  const texts = withBlanks(said.map(({ text }) => text));
  return said.map((excerpt, at) => ({ ...excerpt, text: texts[at] ?? '' }));
};

/**
 * The selected stretches, everything by default, put together by turns in the order of the transcript.
 * What is empty, or no part of the transcript, is left out.
 */
export const toPassages = (
  transcript: Transcript,
  selection?: readonly SelectedText[],
): readonly Passage[] => {
  const { segments } = transcript;
  const { turns } = toTurns(transcript);
  const bySegment = new Map<number, SelectedText[]>();
  for (const one of selection ?? segments.map((_, segment): SelectedText => ({ segment })))
    bySegment.set(one.segment, [...(bySegment.get(one.segment) ?? []), one]);
  return turns.flatMap(({ speaker, first, end }) => {
    let start_ms: number | undefined;
    const said: Excerpt[] = [];
    segments.slice(first, end).forEach((segment, at) => {
      for (const selected of bySegment.get(first + at) ?? []) {
        const excerpt = excerptOf(transcript, segment, selected);
        const text = oneLine(excerpt.text);
        if (text === '') continue;
        start_ms ??= segment.start_ms;
        said.push({ ...excerpt, text });
      }
    });
    return start_ms === undefined ? [] : [{ speaker, start_ms, said: spaced(said) }];
  });
};
