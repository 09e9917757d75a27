/** The transcript as every way out writes it: files, paper and the clipboard. */
import type { ExportChoice, ExportFormat } from './exports/formats.js';
import { cutOut, type SelectedText, type Written } from './passages.js';
import { closed, isBlank, joinTexts, oneLine, printable } from './plain-text.js';
import {
  ENGLISH_SPEAKERS,
  namesOf,
  type SpeakerIdentities,
  type SpeakerWords,
} from './speakers.js';
import type { Segment, Transcript } from './transcript.js';

/** A choice, or a selection of texts in the reader. */
interface Chosen extends ExportChoice {
  readonly selection?: readonly SelectedText[] | undefined;
}

export interface WriteOptions extends Chosen {
  /** Who the speakers are after edits. Without it, all names are taken as labels of the service. */
  readonly identities?: SpeakerIdentities;
  /** The words for speakers without a name. Default: English. */
  readonly words?: SpeakerWords;
}

/** Formats without paragraphs. Each of their texts has a start and an end. */
const TIMED: readonly ExportFormat[] = ['srt', 'vtt', 'csv'];

/** The one cleaning for all ways out: no control characters, and names and languages on one line. A name without letters is none. */
export const cleaned = (transcript: Transcript): Transcript => ({
  ...transcript,
  text: closed(printable(transcript.text)),
  language: transcript.language && oneLine(transcript.language),
  segments: transcript.segments.map(({ speaker, language, ...segment }) => {
    const [name, tag] = [oneLine(speaker ?? ''), oneLine(language ?? '')];
    const { start_ms, end_ms, text, ...rest } = segment;
    return {
      ...(name === '' ? {} : { speaker: name }),
      ...{ start_ms, end_ms, text: closed(printable(text)) },
      ...(tag === '' ? {} : { language: tag }),
      ...rest,
    };
  }),
});

const plays = ({ start_ms, end_ms }: Segment, passage: ExportChoice['passage']): boolean =>
  passage === undefined ||
  (start_ms < passage.end_ms && Math.max(end_ms, start_ms + 1) > passage.start_ms);

/** The chosen texts with words, in order; undefined for the whole transcript. */
export const chosenTexts = (
  { segments }: Transcript,
  { speakers, passage, selection }: Chosen,
): readonly SelectedText[] | undefined => {
  if (speakers === undefined && passage === undefined && selection === undefined) return undefined;
  const texts = selection ?? segments.map((_, segment): SelectedText => ({ segment }));
  return texts.filter((one) => {
    const segment = segments[one.segment];
    return (
      segment !== undefined &&
      plays(segment, passage) &&
      (speakers === undefined || speakers.includes(segment.speaker ?? null)) &&
      !isBlank(cutOut(segment, one))
    );
  });
};

/** A transcript of these texts alone. */
export const withTexts = (
  transcript: Transcript,
  texts: readonly SelectedText[] | undefined,
): Transcript => {
  if (texts === undefined) return transcript;
  const segments = texts.flatMap((one) => {
    const segment = transcript.segments[one.segment];
    return segment ? [{ ...segment, text: closed(cutOut(segment, one).trim()) }] : [];
  });
  return { ...transcript, segments, text: joinTexts(segments.map(({ text }) => text)) };
};

/** The transcript with other names; lines whose name is empty have none. */
export const withNames = (
  transcript: Transcript,
  nameOf: (speaker: string | null) => string,
): Transcript => ({
  ...transcript,
  segments: transcript.segments.map(({ speaker, ...segment }) => {
    const name = nameOf(speaker ?? null);
    return name === '' ? segment : { speaker: name, ...segment };
  }),
});

/** What is written of a transcript after a choice. */
export const toWritten = (transcript: Transcript, options: WriteOptions = {}): Written => {
  const { identities, names = true, words = ENGLISH_SPEAKERS } = options;
  const clean = cleaned(transcript);
  const kept = clean.segments.flatMap(({ text }, index) => (isBlank(text) ? [] : [index]));
  const places = new Map(kept.map((index, at) => [index, at]));
  const segments = clean.segments.filter((_, index) => places.has(index));
  return {
    transcript: { ...clean, segments },
    selection: chosenTexts(clean, options)?.flatMap((one) => {
      const segment = places.get(one.segment);
      return segment === undefined ? [] : [{ ...one, segment }];
    }),
    identities,
    nameOf: names ? namesOf({ ...clean, segments }, identities, words) : () => '',
  };
};

/**
 * The lines for formats without paragraphs, with the speakers as they are in the data. A text without lines is one, over the whole
 * recording, if that has a length.
 */
export const unnamedLinesOf = ({ transcript, selection }: Written): Transcript => {
  const { segments, text, duration } = transcript;
  const isWhole = segments.length === 0 && !isBlank(text) && duration;
  const line = { start_ms: 0, end_ms: Math.round((duration ?? 0) * 1000), text: text.trim() };
  const all = isWhole ? { ...transcript, segments: [line] } : transcript;
  return withTexts(all, selection);
};

/** True if a file in this format would have no words. JSON always says what there is. */
export const isEmptyIn = (format: ExportFormat, written: Written): boolean => {
  const { transcript, selection } = written;
  if (format === 'json') return false;
  if (TIMED.includes(format)) return unnamedLinesOf(written).segments.length === 0;
  return selection
    ? selection.length === 0
    : transcript.segments.length === 0 && isBlank(transcript.text);
};
