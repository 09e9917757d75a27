/** The transcript as the reader uses it: the `data` of section 2.4, put in order and repaired. */
import { filledLines, joinTexts, oneLine } from './plain-text.js';

/** 2.4, `data.segments[]`. */
export interface Segment {
  /** Left out where speaker separation was not asked for, or did not tell. */
  readonly speaker?: string;
  /** Milliseconds from the start of the audio, whole and not negative. */
  readonly start_ms: number;
  /** Milliseconds from the start of the audio, never before `start_ms`. */
  readonly end_ms: number;
  readonly text: string;
  /** BCP-47, where the service reports a language per segment. */
  readonly language?: string;
}

/** 2.4, `data`. */
export interface Transcript {
  readonly text: string;
  /** BCP-47, or null where the service could not tell. */
  readonly language: string | null;
  /** Seconds, as the service gave it; null where it did not. */
  readonly duration: number | null;
  /** In the order of their start. */
  readonly segments: readonly Segment[];
}

interface Draft {
  readonly speaker: string | undefined;
  readonly start: number;
  /** NaN where there is no end that can be used. */
  readonly end: number;
  readonly text: string;
  readonly language: string | undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const label = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  const line = typeof text === 'string' ? oneLine(text) : '';
  return line === '' ? undefined : line;
};

/** Milliseconds: no recording lasts three years, so what says it does is no time. */
const LONGEST = 1e11;

/** NaN where it is no time at all. */
const milliseconds = (value: unknown): number =>
  typeof value === 'number' && value <= LONGEST && value >= -LONGEST
    ? Math.max(0, Math.round(value))
    : NaN;

/** A segment without a start begins where the one before it, in the service's order, ended. */
const toDrafts = (values: readonly unknown[]): Draft[] => {
  const drafts: Draft[] = [];
  let previousEnd = 0;
  for (const value of values) {
    if (!isRecord(value)) continue;
    const text = typeof value['text'] === 'string' ? value['text'].trim() : '';
    if (filledLines(text).length === 0) continue;
    const givenStart = milliseconds(value['start_ms']);
    const start = Number.isNaN(givenStart) ? previousEnd : givenStart;
    const givenEnd = milliseconds(value['end_ms']);
    const end = givenEnd >= start ? givenEnd : NaN;
    previousEnd = Number.isNaN(end) ? start : end;
    drafts.push({
      speaker: label(value['speaker']),
      start,
      end,
      text,
      language: label(value['language']),
    });
  }
  return drafts;
};

/**
 * The last moment a segment may end at. The service gives whole seconds, so the audio may be up to
 * one longer; where a segment starts after that, the duration is what is wrong, and nothing is cut.
 */
const latestEnd = (drafts: readonly Draft[], duration: number | null): number => {
  if (duration === null || duration === 0) return Infinity;
  const limit = (Math.floor(duration) + 1) * 1000;
  return drafts.some(({ start }) => start > limit) ? Infinity : limit;
};

/** Without an end of its own a segment lasts until the next one starts. */
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

/**
 * Puts the `data` of a task (2.4), or anything that claims to be it, in order: sorted by start
 * (stable), times repaired, segments without text dropped, the full text rebuilt where it is
 * missing. Never throws on a JSON value; what it returns is frozen.
 */
export const normaliseTranscript = (data: unknown): Transcript => {
  const source = isRecord(data) ? data : {};
  const given = source['duration'];
  const duration =
    typeof given === 'number' && given >= 0 && given * 1000 <= LONGEST ? Math.abs(given) : null;
  const drafts = toDrafts(Array.isArray(source['segments']) ? source['segments'] : []).sort(
    (one, other) => one.start - other.start,
  );
  const limit = latestEnd(drafts, duration);
  const segments = drafts.map((draft, index) => toSegment(draft, drafts[index + 1]?.start, limit));
  const text = source['text'];
  return Object.freeze({
    text:
      typeof text === 'string' && text.trim() !== ''
        ? text
        : joinTexts(segments.map((segment) => segment.text)),
    language: label(source['language']) ?? null,
    duration,
    segments: Object.freeze(segments),
  });
};

/** Milliseconds that the transcript spans: its duration, or the end of its last segment if later. */
export const transcriptLength = ({ duration, segments }: Transcript): number =>
  segments.reduce((latest, { end_ms }) => Math.max(latest, end_ms), (duration ?? 0) * 1000);
