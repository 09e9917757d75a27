/**
 * The only parser of the service's transcript (2.4, `data`). It never throws: an invalid field loses only
 * that field.
 */
import { isObject, type JsonObject } from './read.js';
import type { TranscriptionData, TranscriptionSegment } from './types.js';

/**
 * Reads the `data` of a task, or any other JSON value. An unreadable language or duration becomes null.
 * Segments keep the service's order. A segment without times or text is kept; only entries that are not
 * objects are dropped.
 */
export const parseTranscript = (json: unknown): TranscriptionData => {
  const { text, language, duration, segments }: JsonObject = isObject(json) ? json : {};
  return {
    text: typeof text === 'string' ? text : '',
    language: typeof language === 'string' && language !== '' ? language : null,
    duration:
      typeof duration === 'number' && Number.isFinite(duration) && duration >= 0 ? duration : null,
    segments: Array.isArray(segments) ? segments.filter(isObject).map(parseSegment) : [],
  };
};

/**
 * Sets the fields one by one: spreading takes forty times as long, and a transcript has tens of thousands of
 * segments.
 */
const parseSegment = ({ speaker, start_ms, end_ms, text, language }: JsonObject) => {
  const start = milliseconds(start_ms);
  const end = milliseconds(end_ms);
  const segment: { -readonly [K in keyof TranscriptionSegment]: TranscriptionSegment[K] } = {
    text: typeof text === 'string' ? text : '',
  };
  if (typeof speaker === 'number') segment.speaker = `${speaker}`;
  else if (isFilled(speaker)) segment.speaker = speaker;
  if (start !== undefined) segment.start_ms = start;
  if (end !== undefined) segment.end_ms = end;
  if (isFilled(language)) segment.language = language;
  return segment;
};

const DECIMAL = /^-?\d{1,15}(?:\.\d+)?$/;

/** A number, or a decimal number in a string; undefined for anything else. */
const milliseconds = (given: unknown): number | undefined => {
  const value = typeof given === 'string' && DECIMAL.test(given) ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

const isFilled = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
