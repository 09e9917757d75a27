/** Paragraphs formatted for export and copying: speaker, start time and words. */
import { closed, isRightToLeft, languageTag, needsSpace, oneLine } from './plain-text.js';
import type { Speaker } from './badges.js';
import type { SpeakerIdentities } from './speakers.js';
import type { Segment, Transcript } from './transcript.js';
import { toParagraphs, toTurns } from './turns.js';

/** A range of one segment's text. */
export interface SelectedText {
  readonly segment: number;
  /** UTF-16 offsets into the text. Default: the whole text. */
  readonly start?: number;
  readonly end?: number;
}

/** A transcript without forbidden characters and lines without words, and the names to write: see `toWritten`. */
export interface Written {
  readonly transcript: Transcript;
  /** The chosen texts, if only some are: their paragraphs are those of the whole transcript. */
  readonly selection: readonly SelectedText[] | undefined;
  readonly identities: SpeakerIdentities | undefined;
  /** The name that is shown for a speaker. Empty if no line has a speaker, or names are not wanted. */
  readonly nameOf: (speaker: string | null) => string;
}

/** The part of a paragraph that comes from one segment. */
export interface Excerpt {
  /** Start of its segment, in milliseconds. */
  readonly start_ms: number;
  readonly text: string;
  /** True if a space separates it from the previous excerpt. The space belongs to neither. */
  readonly spaced: boolean;
  /** BCP-47. The segment's language, else the transcript's. */
  readonly language: string | undefined;
  readonly rightToLeft: boolean;
}

export interface Passage {
  readonly speaker: Speaker;
  /** The name to write above it; empty for none. */
  readonly name: string;
  /** Start of the first segment, in milliseconds. */
  readonly start_ms: number;
  /** At least one excerpt; none is empty. */
  readonly said: readonly Excerpt[];
}

export const wordsOf = ({ said }: Passage): string =>
  said.map(({ text, spaced }) => (spaced ? ` ${text}` : text)).join('');

/** The selected part of a segment's text, unchanged. */
export const cutOut = ({ text }: Segment, { start, end }: Omit<SelectedText, 'segment'>): string =>
  text.slice(start, end);

export const languageOfSegment = ({ language }: Transcript, segment: Segment): string | undefined =>
  languageTag(segment.language) ?? languageTag(language);

/** Groups the selected ranges, by default everything, by paragraph. Leaves out what is empty or outside. */
export const toPassages = ({
  transcript,
  selection,
  identities,
  nameOf,
}: Written): readonly Passage[] => {
  const { segments } = transcript;
  const { turns } = toTurns(transcript, identities);
  const bySegment = new Map<number, SelectedText[]>();
  for (const one of selection ?? segments.map((_, segment): SelectedText => ({ segment })))
    bySegment.set(one.segment, [...(bySegment.get(one.segment) ?? []), one]);
  const paragraphs = turns.flatMap((turn) =>
    toParagraphs(segments, turn).map(({ first, end }) => ({ speaker: turn.speaker, first, end })),
  );
  return paragraphs.flatMap(({ speaker, first, end }) => {
    let start_ms: number | undefined;
    const said: Excerpt[] = [];
    segments.slice(first, end).forEach((segment, at) => {
      for (const selected of bySegment.get(first + at) ?? []) {
        const text = closed(oneLine(cutOut(segment, selected)));
        if (text === '') continue;
        start_ms ??= segment.start_ms;
        const language = languageOfSegment(transcript, segment);
        const before = said.at(-1);
        const spaced = before !== undefined && needsSpace(before.text, text);
        said.push({
          ...{ start_ms: segment.start_ms, text, spaced, language },
          rightToLeft: isRightToLeft(text),
        });
      }
    });
    return start_ms === undefined ? [] : [{ speaker, name: nameOf(speaker.name), start_ms, said }];
  });
};
