/** Everything that a user changed in a transcript, as a browser or a partner stores it: saved corrections, and drafts. */
import { isSegmentId, rootOf } from '../segment-ids.js';
import type { Transcript } from '../transcript.js';
import type { Draft } from './drafts.js';
import { edit, startHistory } from './edit-history.js';
import { EditError } from './edit-error.js';
import type { TranscriptEdit } from './edits.js';
import { rebaseSteps } from './rebase.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isName = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

const isTime = (value: unknown): value is number => Number.isFinite(value);

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value);

const parseEdit = (value: unknown): TranscriptEdit | null => {
  if (!isRecord(value)) return null;
  const { kind, from, to, into, segments, segment, text, at, speaker, time_ms, estimated } = value;
  switch (kind) {
    case 'rename-speaker':
      return isName(from) && typeof to === 'string' ? { kind, from, to } : null;
    case 'merge-speakers':
      return isName(from) && typeof into === 'string' ? { kind, from, into } : null;
    case 'assign-speaker':
      return Array.isArray(segments) && segments.every(isSegmentId) && isName(to)
        ? { kind, segments: [...segments], to }
        : null;
    case 'correct-text':
      return isSegmentId(segment) && typeof text === 'string' ? { kind, segment, text } : null;
    case 'split-segment':
      return isSegmentId(segment) && isIndex(at)
        ? {
            ...{ kind, segment, at },
            ...(isName(speaker) ? { speaker } : {}),
            ...(isTime(time_ms) ? { time_ms } : {}),
            ...(estimated === true ? { estimated } : {}),
          }
        : null;
    case 'set-start':
      return isSegmentId(segment) && isTime(time_ms) ? { kind, segment, time_ms } : null;
    case 'join-segments':
    case 'delete-segment':
      return isSegmentId(segment) ? { kind, segment } : null;
    default:
      return null;
  }
};

/** Parses edits of this transcript; null if the value is not a list of edits, or if one does not fit. */
export const parseEdits = (
  value: unknown,
  original: Transcript,
): readonly TranscriptEdit[] | null => {
  if (!Array.isArray(value)) return null;
  const edits: TranscriptEdit[] = [];
  for (const entry of value) {
    const edit = parseEdit(entry);
    if (edit === null) return null;
    edits.push(edit);
  }
  try {
    startHistory(original, edits);
    return edits;
  } catch (error) {
    if (error instanceof EditError) return null;
    throw error;
  }
};

/** Separates the parts. No part of a segment contains this character twice in a row. */
const END = '\0\0';

/** A hash of the segments, as 14 hexadecimal digits. Not cryptographic (cyrb53). */
export const transcriptFingerprint = ({ segments }: Transcript): string => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const { speaker, start_ms, end_ms, text } of segments) {
    const name = speaker === undefined ? '' : ` ${speaker}`;
    const line = `${start_ms} ${end_ms}${name}${END}${text}${END}`;
    for (let at = 0; at < line.length; at += 1) {
      const unit = line.charCodeAt(at);
      high = Math.imul(high ^ unit, 2_654_435_761);
      low = Math.imul(low ^ unit, 1_597_334_677);
    }
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(16).padStart(14, '0');
};

type Step = readonly TranscriptEdit[];

export interface CorrectionsRecord {
  /** Edits, the oldest first. Those of one step are undone together. */
  readonly steps: readonly Step[];
  /** At most one for each first segment. */
  readonly drafts: readonly Draft[];
}

export const NO_CORRECTIONS: CorrectionsRecord = { steps: [], drafts: [] };

/** Raised when the stored shape changes. Records of other versions are neither read nor deleted. */
const VERSION = 1;

/** Splits edits into steps of these sizes. Each edit is its own step if the sizes do not fit. */
const inSteps = (edits: readonly TranscriptEdit[], sizes: unknown): readonly Step[] => {
  const known = Array.isArray(sizes) ? (sizes as readonly unknown[]) : [];
  const steps: Step[] = [];
  let at = 0;
  for (const size of known) {
    if (!isIndex(size) || size < 1) return edits.map((one) => [one]);
    steps.push(edits.slice(at, (at += size)));
  }
  return at === edits.length ? steps : edits.map((one) => [one]);
};

const parseDraft = (value: unknown, { segments }: Transcript): readonly Draft[] => {
  if (!isRecord(value)) return [];
  const { first, end, text } = value;
  if (!isSegmentId(first) || !isSegmentId(end) || typeof text !== 'string') return [];
  const isInside = 0 <= rootOf(first) && rootOf(first) <= rootOf(end) && first !== end;
  return isInside && rootOf(first) < segments.length && rootOf(end) <= segments.length
    ? [{ first, end, text }]
    : [];
};

/** Parses a stored record. Nothing is taken from a record of another transcript with the same id. */
export const parseCorrections = (record: unknown, original: Transcript): CorrectionsRecord => {
  if (!isRecord(record)) return NO_CORRECTIONS;
  const { version, fingerprint, edits, sizes, drafts } = record;
  if (version !== VERSION || fingerprint !== transcriptFingerprint(original)) return NO_CORRECTIONS;
  const parsed = parseEdits(edits, original) ?? [];
  return {
    steps: inSteps(parsed, sizes),
    drafts: Array.isArray(drafts) ? drafts.flatMap((one) => parseDraft(one, original)) : [],
  };
};

/** The record to store; null if there is nothing to store. */
export const toCorrectionsRecord = (
  original: Transcript,
  { steps, drafts }: CorrectionsRecord,
): object | null =>
  steps.length === 0 && drafts.length === 0
    ? null
    : {
        version: VERSION,
        fingerprint: transcriptFingerprint(original),
        edits: steps.flat(),
        ...(steps.some(({ length }) => length !== 1)
          ? { sizes: steps.map(({ length }) => length) }
          : {}),
        ...(drafts.length === 0 ? {} : { drafts }),
      };

/** `list` without one entry for each entry of `removed`. */
const without = <T>(list: readonly T[], removed: readonly T[]): readonly T[] => {
  const counts = new Map<string, number>();
  for (const one of removed) {
    const key = JSON.stringify(one);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return list.filter((one) => {
    const key = JSON.stringify(one);
    const left = counts.get(key) ?? 0;
    if (left > 0) counts.set(key, left - 1);
    return left === 0;
  });
};

/** True if lines were split or joined, so that edits cannot be applied to other lines as they are. */
const movesLetters = (steps: readonly Step[]): boolean =>
  steps.some((step) =>
    step.some(({ kind }) => kind === 'split-segment' || kind === 'join-segments'),
  );

/** The steps that fit, in order. One that another tab made impossible is left out. */
const fitting = (original: Transcript, steps: readonly Step[]): readonly Step[] => {
  try {
    startHistory(original, steps);
    return steps;
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
  }
  let history = startHistory(original);
  return steps.filter((step) => {
    try {
      history = edit(history, step);
      return true;
    } catch (error) {
      if (error instanceof EditError) return false;
      throw error;
    }
  });
};

/** Applies to the stored record what this tab changed since it last read or wrote it. */
export const mergeCorrections = (
  original: Transcript,
  versions: {
    /** The record that this tab read or wrote last. */
    readonly base: CorrectionsRecord;
    readonly ours: CorrectionsRecord;
    /** The record that is stored now. Another tab may have changed it. */
    readonly theirs: CorrectionsRecord;
  },
): CorrectionsRecord => {
  const { base, ours, theirs } = versions;
  if (JSON.stringify(base) === JSON.stringify(theirs)) return ours;
  const lists = [
    { all: theirs.steps, kept: without(theirs.steps, without(base.steps, ours.steps)) },
    { all: ours.steps, kept: without(ours.steps, base.steps) },
  ];
  const steps =
    movesLetters(theirs.steps) || movesLetters(ours.steps)
      ? rebaseSteps(original, lists)
      : fitting(
          original,
          lists.flatMap(({ kept }) => kept),
        );
  const added = without(ours.drafts, base.drafts);
  const drafts = without(theirs.drafts, without(base.drafts, ours.drafts)).filter(
    ({ first }) => !added.some((own) => own.first === first),
  );
  return { steps, drafts: [...drafts, ...added] };
};
