/** Turns as they are read outside the reader: who, from when, and one paragraph of words. */
import { isRightToLeft, languageTag, oneLine, withBlanks } from './plain-text.js';
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
  /** On one line. */
  readonly text: string;
  /** Whether a blank parts it from the one before; it belongs to neither, which counts where directions mix. */
  readonly spaced: boolean;
  /** BCP-47: the segment's, else the transcript's. */
  readonly language: string | undefined;
  readonly rightToLeft: boolean;
}

export interface Passage {
  readonly speaker: Speaker;
  /** Milliseconds: the start of its first segment. */
  readonly start_ms: number;
  /** At least one, none of them empty. */
  readonly said: readonly Excerpt[];
}

/** The words of a passage. */
export const wordsOf = ({ said }: Passage): string =>
  said.map(({ text, spaced }) => (spaced ? ` ${text}` : text)).join('');

/** The selected part of a segment as it is. */
export const cutOut = (
  segment: Segment,
  { start = 0, end = segment.text.length }: Omit<SelectedText, 'segment'>,
): string => segment.text.slice(start, end);

export const languageOfSegment = ({ language }: Transcript, segment: Segment): string | undefined =>
  languageTag(segment.language) ?? languageTag(language);

const spaced = (said: readonly Excerpt[]): readonly Excerpt[] => {
  const texts = withBlanks(said.map(({ text }) => text));
  return said.map((excerpt, at) => ({ ...excerpt, spaced: texts[at] !== excerpt.text }));
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
        const text = oneLine(cutOut(segment, selected));
        if (text === '') continue;
        start_ms ??= segment.start_ms;
        const language = languageOfSegment(transcript, segment);
        said.push({ text, spaced: false, language, rightToLeft: isRightToLeft(text) });
      }
    });
    return start_ms === undefined ? [] : [{ speaker, start_ms, said: spaced(said) }];
  });
};
