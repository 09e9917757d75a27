/** The transcript as the reader uses it: sorted and repaired. */
import type { TranscriptionData, TranscriptionSegment } from '../protocol/types.js';
import { closed, isBlank, joinTexts, oneLine, printable } from './plain-text.js';
import { repairTimes } from './repair-times.js';

/** A segment (2.4, `data.segments[]`) with valid times: whole milliseconds, `0 <= start_ms <= end_ms`. */
export interface Segment extends TranscriptionSegment {
  readonly start_ms: number;
  readonly end_ms: number;
  /** Names a part that `split-segment` made, such as `4.12`. Others are named by their index before corrections. */
  readonly id?: string;
  /** Only in such a part: true if its start is an estimate. The part before it ends at the same time. */
  readonly start_estimated?: true;
}

/** A transcript (2.4, `data`) with sorted, repaired segments. */
export interface Transcript extends TranscriptionData {
  /** Sorted by start. */
  readonly segments: readonly Segment[];
}

type Incomplete<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** The result of `parseTranscript` in `protocol`, or a transcript built by hand. Any field may be missing. */
export interface TranscriptSource extends Incomplete<Omit<TranscriptionData, 'segments'>> {
  readonly segments?: readonly Incomplete<TranscriptionSegment>[] | undefined;
}

const label = (text: string | null | undefined): string | undefined =>
  oneLine(text ?? '') || undefined;

/** In seconds: about three years. A longer duration is an error. */
const LONGEST = 1e8;

const linesOf = (given: NonNullable<TranscriptSource['segments']>) =>
  given.flatMap(({ speaker, start_ms: start = NaN, end_ms: end = NaN, text = '', language }) =>
    isBlank(text)
      ? []
      : [
          {
            speaker: label(speaker),
            start,
            end,
            text: closed(printable(text).trim()),
            language: label(language),
          },
        ],
  );

type Line = ReturnType<typeof linesOf>[number];

const toSegment = ({ speaker, text, language }: Line, start: number, end: number): Segment =>
  Object.freeze({
    ...(speaker === undefined ? {} : { speaker }),
    start_ms: start,
    end_ms: end,
    text,
    ...(language === undefined ? {} : { language }),
  });

/** Sorts segments by start (stable), repairs their times, drops those without text, and freezes the result. */
export const normaliseTranscript = (data: TranscriptSource): Transcript => {
  const { duration: given = null, text = '', speakers } = data;
  const duration = given !== null && given >= 0 && given <= LONGEST ? Math.abs(given) : null;
  const lines = repairTimes(linesOf(data.segments ?? []), duration);
  const segments = lines.map(({ line, start, end }) => toSegment(line, start, end));
  return Object.freeze({
    text: isBlank(text) ? joinTexts(segments.map((segment) => segment.text)) : printable(text),
    language: label(data.language) ?? null,
    duration,
    segments: Object.freeze(segments),
    ...(speakers ? { speakers } : {}),
  });
};
