/** A transcript that a page gives. In contrast to the service's, a wrong shape is a mistake that its developer can correct. */
import { at, ContractError, isObject, object, type JsonObject } from './read.js';
import { parseTranscript } from './responses.js';
import type { NumberedSpeaker, TranscriptionData } from './types.js';

/** Nobody speaks that fast: 200 characters a second. */
const MOST_CHARACTERS_PER_MS = 0.2;

/** Names of times that are not read. They are usually in seconds. */
const OTHER_TIMES = ['start', 'end', 'from', 'to', 'startTime', 'endTime', 'start_time', 'begin'];

const checkText = (source: JsonObject, path: string, key: string): void => {
  const value = source[key];
  if (value !== undefined && value !== null && typeof value !== 'string')
    throw new ContractError(at(path, key), 'must be a string');
};

const checkSegment = (value: unknown, path: string): void => {
  const segment = object(value, path);
  for (const key of ['text', 'language']) checkText(segment, path, key);
  if (typeof segment['speaker'] !== 'number') checkText(segment, path, 'speaker');
  const other = OTHER_TIMES.find((name) => name in segment);
  if (!('start_ms' in segment) && other !== undefined)
    throw new ContractError(
      at(path, other),
      'is not read: give start_ms and end_ms, in milliseconds from the start of the recording',
    );
};

/** One line may lack a field, as the service's can. If all lines lack it, it has another name. */
const checkLines = ({ segments }: TranscriptionData, path: string): void => {
  const first = `${at(path, 'segments')}[0]`;
  let [latest, characters, hasTimes] = [0, 0, segments.length === 0];
  for (const { start_ms, end_ms, text } of segments) {
    hasTimes ||= start_ms !== undefined;
    latest = Math.max(latest, start_ms ?? 0, end_ms ?? 0);
    characters += text.length;
  }
  if (segments.length > 0 && characters === 0)
    throw new ContractError(at(first, 'text'), 'is missing');
  if (!hasTimes) throw new ContractError(at(first, 'start_ms'), 'must be a number of milliseconds');
  if (latest > 0 && segments.length > 1 && characters / latest > MOST_CHARACTERS_PER_MS)
    throw new ContractError(
      at(first, 'start_ms'),
      'must be in milliseconds: these times look like seconds',
    );
};

const isNumbered = (one: unknown): one is NumberedSpeaker =>
  isObject(one) &&
  typeof one['speaker'] === 'string' &&
  (one['number'] === null || (Number.isSafeInteger(one['number']) && Number(one['number']) > 0));

/** A list of another kind is ignored, because a page may use the same name for something else. */
const speakersOf = ({ speakers }: JsonObject): Pick<TranscriptionData, 'speakers'> =>
  Array.isArray(speakers) && speakers.every(isNumbered) ? { speakers } : {};

/** What holds the transcript: `data` of a task (2.4), or what a page has stored of an event. */
const HOLDERS = ['data', 'transcript', 'rawTranscript'];

/**
 * Reads `data` of 2.4 as the service sent it, a `transcript` of the element's events, or an object that holds one of them. Throws
 * ContractError with the path of the wrong field, such as `transcript.segments[3].text`.
 */
export const parseGivenTranscript = (json: unknown, path = 'transcript'): TranscriptionData => {
  if (typeof json === 'string')
    throw new ContractError(path, 'must be an object, not a string: use JSON.parse()');
  if (Array.isArray(json))
    throw new ContractError(path, 'must be an object, not an array: use { segments: […] }');
  const source = object(json, path);
  const { segments } = source;
  const holder = HOLDERS.find((name) => isObject(source[name]));
  if (segments === undefined && holder !== undefined)
    return parseGivenTranscript(source[holder], at(path, holder));
  const hasOnlyText = segments === undefined && typeof source['text'] === 'string';
  if (hasOnlyText) return parseTranscript(source);
  if (!Array.isArray(segments)) {
    const problem = segments === undefined ? 'is missing' : 'must be an array';
    throw new ContractError(at(path, 'segments'), problem);
  }
  segments.forEach((segment, index) => checkSegment(segment, `${at(path, 'segments')}[${index}]`));
  checkText(source, path, 'text');
  checkText(source, path, 'language');
  const { duration } = source;
  if (duration !== undefined && duration !== null && typeof duration !== 'number')
    throw new ContractError(at(path, 'duration'), 'must be a number of seconds');
  const data = { ...parseTranscript(source), ...speakersOf(source) };
  checkLines(data, path);
  return data;
};
