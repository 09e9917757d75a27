/** Finds what is exported of a transcript. */
import { isBlank, joinTexts } from '../plain-text.js';
import { cutOut, type SelectedText } from '../passages.js';
import type { Segment, Transcript } from '../transcript.js';
import type { ExportChoice, ExportFormat, ExportTimes } from './formats.js';

export const EXPORT_TIMES: readonly ExportTimes[] = ['none', 'turn', 'line'];

/** The formats in which `times` chooses. */
export const hasChosenTimes = (format: ExportFormat): boolean =>
  format === 'txt' || format === 'md' || format === 'docx';

/** A choice, or a selection of texts in the reader. */
export interface Chosen extends ExportChoice {
  readonly selection?: readonly SelectedText[] | undefined;
}

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
export const withTexts = (transcript: Transcript, texts: readonly SelectedText[]): Transcript => {
  const segments = texts.flatMap((one) => {
    const segment = transcript.segments[one.segment];
    return segment ? [{ ...segment, text: cutOut(segment, one).trim() }] : [];
  });
  return { ...transcript, segments, text: joinTexts(segments.map(({ text }) => text)) };
};

/** The transcript without the names of its speakers. */
export const withoutNames = (transcript: Transcript): Transcript => ({
  ...transcript,
  segments: transcript.segments.map(({ speaker: _, ...segment }) => segment),
});
