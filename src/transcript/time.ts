/** Formats times. All functions take milliseconds; an invalid time counts as zero. */
import type { Transcript } from './transcript.js';

const wholeMilliseconds = (ms: number): number =>
  Number.isFinite(ms) && ms > 0 ? Math.floor(ms) : 0;

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** Splits a time into hours, minutes, seconds and milliseconds. */
export const timeParts = (
  ms: number,
): { hours: number; minutes: number; seconds: number; milliseconds: number } => {
  const total = wholeMilliseconds(ms);
  return {
    hours: Math.floor(total / 3_600_000),
    minutes: Math.floor(total / 60_000) % 60,
    seconds: Math.floor(total / 1000) % 60,
    milliseconds: total % 1000,
  };
};

/** `1:05`, or `1:02:03` from one hour on. */
export const formatClock = (ms: number): string => {
  const { hours, minutes, seconds } = timeParts(ms);
  return hours > 0
    ? `${hours}:${padded(minutes)}:${padded(seconds)}`
    : `${minutes}:${padded(seconds)}`;
};

const stamp = (ms: number, decimalMark: ',' | '.'): string => {
  const { hours, minutes, seconds, milliseconds } = timeParts(ms);
  return `${padded(hours)}:${padded(minutes)}:${padded(seconds)}${decimalMark}${padded(milliseconds, 3)}`;
};

/** `00:01:05,250`, the SubRip format. */
export const formatSrtTime = (ms: number): string => stamp(ms, ',');

/** `00:01:05.250`, the WebVTT format. */
export const formatVttTime = (ms: number): string => stamp(ms, '.');

/** `PT65.25S`, for the `datetime` attribute of `<time>`. */
export const formatDuration = (ms: number): string => `PT${wholeMilliseconds(ms) / 1000}S`;

/** As a fraction of the transcript's duration. */
const TOLERATED_SHARE = 0.02;
/** In milliseconds. The service gives whole seconds (2.4). */
const TOLERATED_MS = 1_000;

/** By how many ms the audio is longer than the transcript; null if unknown, or within 2 % or one second. */
export const durationMismatch = (
  transcriptSeconds: number | null,
  audioMs: number,
): number | null => {
  if (transcriptSeconds === null || !(transcriptSeconds > 0) || !Number.isFinite(audioMs))
    return null;
  const expected = transcriptSeconds * 1000;
  const difference = audioMs - expected;
  const tolerated = Math.max(TOLERATED_MS, expected * TOLERATED_SHARE);
  return Math.abs(difference) > tolerated ? difference : null;
};

const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/;

/** Milliseconds of a time that a person typed, such as `1:23:00` or `83:00`; null if it is none. */
export const parseClock = (text: string): number | null => {
  const [, hours, minutes, seconds] = CLOCK.exec(text.trim()) ?? [];
  if (minutes === undefined || seconds === undefined) return null;
  if (hours !== undefined && Number(minutes) > 59) return null;
  return ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
};

/** Length in milliseconds: the duration, or the latest end of a segment if that is later. */
export const transcriptLength = ({ duration, segments }: Transcript): number =>
  segments.reduce((latest, { end_ms }) => Math.max(latest, end_ms), (duration ?? 0) * 1000);
