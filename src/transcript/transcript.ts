/** The transcript as the reader uses it: sorted and repaired. */
import type { TranscriptionData, TranscriptionSegment } from '../protocol/types.js';
import { filledLines, joinTexts, oneLine } from './plain-text.js';

/** A segment (2.4, `data.segments[]`) with valid times: whole milliseconds, `0 <= start_ms <= end_ms`. */
export interface Segment extends TranscriptionSegment {
  readonly start_ms: number;
  readonly end_ms: number;
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

/** Milliseconds, about three years; a later time is an error. */
const LONGEST = 1e11;

/** NaN if the time is missing or out of range. */
const usableTime = (value = NaN): number =>
  Math.abs(value) <= LONGEST ? Math.max(0, Math.round(value)) : NaN;

/** A segment without a start begins at the end of the previous one, in the service's order. */
const toDrafts = (given: NonNullable<TranscriptSource['segments']>) => {
  let previousEnd = 0;
  return given.flatMap(({ speaker, start_ms, end_ms, text = '', language }) => {
    if (filledLines(text).length === 0) return [];
    const givenStart = usableTime(start_ms);
    const start = Number.isNaN(givenStart) ? previousEnd : givenStart;
    const givenEnd = usableTime(end_ms);
    /** NaN if it depends on the next segment. */
    const end = givenEnd >= start ? givenEnd : NaN;
    previousEnd = Number.isNaN(end) ? start : end;
    return { speaker: label(speaker), start, end, text: text.trim(), language: label(language) };
  });
};

type Draft = ReturnType<typeof toDrafts>[number];

/** The latest end, as the duration is in whole seconds. If a segment starts later, it is wrong and cuts nothing. */
const latestEnd = (drafts: readonly Draft[], duration: number | null): number => {
  if (duration === null || duration === 0) return Infinity;
  const limit = (Math.floor(duration) + 1) * 1000;
  return drafts.some(({ start }) => start > limit) ? Infinity : limit;
};

/** A segment without an end lasts until the next one starts. */
const toSegment = (draft: Draft, nextStart: number | undefined, limit: number): Segment => {
  const { speaker, start, text, language } = draft;
  const end = Number.isNaN(draft.end)
    ? (nextStart ?? (Number.isFinite(limit) ? limit : start))
    : draft.end;
  return Object.freeze({
    ...(speaker === undefined ? {} : { speaker }),
    start_ms: start,
    end_ms: Math.max(start, Math.min(end, limit)),
    text,
    ...(language === undefined ? {} : { language }),
  });
};

/** Sorts segments by start (stable), repairs their times, drops those without text, and freezes the result. */
export const normaliseTranscript = (data: TranscriptSource): Transcript => {
  const { duration: given = null } = data;
  const duration = given !== null && given >= 0 && given * 1000 <= LONGEST ? Math.abs(given) : null;
  const drafts = toDrafts(data.segments ?? []).sort((one, other) => one.start - other.start);
  const limit = latestEnd(drafts, duration);
  const segments = drafts.map((draft, index) => toSegment(draft, drafts[index + 1]?.start, limit));
  const { text = '' } = data;
  return Object.freeze({
    text: text.trim() === '' ? joinTexts(segments.map((segment) => segment.text)) : text,
    language: label(data.language) ?? null,
    duration,
    segments: Object.freeze(segments),
  });
};

/** Length in milliseconds: the duration, or the latest end of a segment if that is later. */
export const transcriptLength = ({ duration, segments }: Transcript): number =>
  segments.reduce((latest, { end_ms }) => Math.max(latest, end_ms), (duration ?? 0) * 1000);
