/** The responses of the service about tokens and tasks. Parsers ignore unknown fields and throw ContractError for those that they use. */
import {
  ContractError,
  field,
  filledText,
  isObject,
  listOf,
  matching,
  object,
  parseJson,
  positiveInteger,
  record,
  text,
  type JsonObject,
  type Reader,
} from './read.js';
import {
  isTerminal,
  type PartnerToken,
  type TranscriptionData,
  type TranscriptionSegment,
  type TranscriptionTask,
  type UserToken,
} from './types.js';

const bearer: Reader<'bearer'> = (value, path) => {
  // RFC 6749: token types are case-insensitive.
  if (text(value, path).toLowerCase() === 'bearer') return 'bearer';
  throw new ContractError(path, 'must be bearer');
};

/** A token is sent in a header, so it must not contain spaces or line breaks. */
const token = matching(/^[\x21-\x7e]+$/, 'a token of visible ASCII characters');

const readPartnerToken = record(
  { access_token: token },
  { refresh_token: token, expires_in: positiveInteger },
);

const orMissing = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

/**
 * 4.1 and 4.2. The field names are those of OAuth, which is a guess (2.1). So null and an empty string count as missing.
 */
export const parsePartnerToken = (json: unknown): PartnerToken => {
  const source = object(json, '');
  const refresh_token = orMissing(source['refresh_token']);
  const expires_in = orMissing(source['expires_in']);
  return readPartnerToken({ ...source, refresh_token, expires_in }, '');
};

/** 2.2, with `userKey` and `userKeyAliases` if the backend adds them. */
export const parseUserToken = (json: unknown): UserToken =>
  record(
    { access_token: token, token_type: bearer, expires_in: positiveInteger },
    { userKey: filledText, userKeyAliases: listOf(filledText) },
  )(json, '');

/**
 * The only parser of the service's transcript (2.4, `data`), or any other JSON value. Never throws: an invalid field
 * loses only that field. An unreadable language or duration becomes null.
 * Segments keep the service's order. A segment without times or text is kept; only entries that are not
 * objects are dropped.
 */
export const parseTranscript = (json: unknown): TranscriptionData => {
  const { text, language, duration, segments }: JsonObject = isObject(json) ? json : {};
  const seconds = decimal(duration) ?? -1;
  return {
    text: words(text) ?? '',
    language: typeof language === 'string' && language !== '' ? language : null,
    duration: seconds >= 0 ? seconds : null,
    segments: Array.isArray(segments) ? segments.filter(isObject).map(parseSegment) : [],
  };
};

/** Sets the fields one by one: spreading takes forty times as long, and a transcript has tens of thousands of segments. */
const parseSegment = ({ speaker, start_ms, end_ms, text, language }: JsonObject) => {
  const start = decimal(start_ms);
  const end = decimal(end_ms);
  const label = labelOf(speaker);
  const segment: { -readonly [K in keyof TranscriptionSegment]: TranscriptionSegment[K] } = {
    text: words(text) ?? '',
  };
  if (label !== undefined) segment.speaker = label;
  if (start !== undefined) segment.start_ms = start;
  if (end !== undefined) segment.end_ms = end;
  if (isFilled(language)) segment.language = language;
  return segment;
};

const DECIMAL = /^\s*[-+]?\d{1,15}(?:\.\d+)?\s*$/;

/** A number, or a decimal number in a string; undefined for anything else. */
const decimal = (given: unknown): number | undefined => {
  const value = typeof given === 'string' && DECIMAL.test(given) ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** A text, or a number as text; undefined for anything else. */
const words = (given: unknown): string | undefined =>
  typeof given === 'number' && Number.isFinite(given)
    ? String(given)
    : typeof given === 'string'
      ? given
      : undefined;

/** A speaker's label. An object has it as `label`, `name` or `id`. */
const labelOf = (speaker: unknown): string | undefined => {
  const given = isObject(speaker)
    ? [speaker['label'], speaker['name'], speaker['id']].map(words).find(isFilled)
    : words(speaker);
  return isFilled(given) ? given : undefined;
};

const isFilled = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

/** The task has ended, so it must not be queried again (section 3, rule 3), but the response is invalid. */
export class TerminalAnswerError extends ContractError {}

const readRawTask = (source: JsonObject, status: string): RawTask => {
  const transcription_id = field(source, '', 'transcription_id', filledText);
  const raw = status === 'SUCCESS' ? field(source, '', 'data', object) : null;
  return { transcription_id, status, raw };
};

/** A task (2.4) with its `data` as the service sent it: an object once the task has succeeded, null until then. */
export interface RawTask {
  readonly transcription_id: string;
  readonly status: string;
  readonly raw: JsonObject | null;
}

/** 2.4, also the response to a submission (4.7). Throws TerminalAnswerError if the task has ended and the rest is invalid. */
export const parseRawTask = (json: unknown): RawTask => {
  const source = object(json, '');
  const status = field(source, '', 'status', filledText);
  try {
    return readRawTask(source, status);
  } catch (error) {
    if (!isTerminal(status) || !(error instanceof ContractError)) throw error;
    throw new TerminalAnswerError(error.path, error.problem);
  }
};

/** Like `parseRawTask`, with the transcript in `data`. `data` is null until the task has succeeded. */
export const parseTranscriptionTask = (json: unknown): TranscriptionTask => {
  const { transcription_id, status, raw } = parseRawTask(json);
  return raw === null
    ? { transcription_id, status, data: null }
    : { transcription_id, status: 'SUCCESS', data: parseTranscript(raw), raw };
};

/** A task whose `data` is passed on without changes, such as by the backend handler. */
export interface TaskText extends RawTask {
  /** `data` as JSON. An empty object until the task has succeeded (section 3, rule 1). */
  readonly dataText: string;
}

interface Split {
  /** Equal to `JSON.parse(text)`. */
  readonly json: unknown;
  /** The part of the text that holds `data`. */
  readonly dataText: string;
}

/** The start of the member `data`. The quote follows `{` or `,`, so it is not an escaped quote inside a string. */
const DATA_START = /[{,][ \t\n\r]*"data"[ \t\n\r]*:/;

/**
 * Parses JSON whose last member is `data`, as in 2.4, and keeps the text of `data`. Returns null for any other text.
 *
 * Parses two texts: the value of `data`, and everything around it with null in its place. If both are JSON, the whole
 * text is JSON too. The second text ends with its only `}` after the null, so `data` is the last member of the outermost
 * object and overrides any earlier one. Together this costs the same as parsing the text once, and takes less time than
 * looking for the end of `data` byte by byte.
 */
const splitAtData = (text: string): Split | null => {
  const found = DATA_START.exec(text);
  if (found === null) return null;
  const start = found.index + found[0].length;
  const end = text.lastIndexOf('}');
  const dataText = text.slice(start, end);
  try {
    const outside: unknown = JSON.parse(`${text.slice(0, start)}null${text.slice(end)}`);
    if (!isObject(outside)) return null;
    return { json: { ...outside, data: JSON.parse(dataText) as unknown }, dataText };
  } catch {
    return null;
  }
};

/** The status of a task that has ended, in a text that may not be JSON. In a string, the quotes are escaped. */
const ENDED = /"status"\s*:\s*"(?:SUCCESS|FAILURE|REVOKED)"/;

/** Reads a task as JSON. Throws ContractError if it is not, and TerminalAnswerError if it says that the task has ended. */
export const parseTaskJson = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    if (!ENDED.test(text) || !(error instanceof ContractError)) throw error;
    throw new TerminalAnswerError(error.path, error.problem);
  }
};

/** 2.4 or the response to a submission (4.7), as text. Throws like `parseTaskJson` and `parseRawTask`. */
export const parseTaskText = (text: string): TaskText => {
  const { json, dataText }: Partial<Split> = splitAtData(text) ?? { json: parseTaskJson(text) };
  const task = parseRawTask(json);
  if (task.raw === null) return { ...task, dataText: '{}' };
  return { ...task, dataText: dataText ?? stringify(task.raw) };
};

/** JSON.parse reads any depth, but JSON.stringify calls itself for each level. */
const stringify = (data: JsonObject): string => {
  try {
    return JSON.stringify(data);
  } catch {
    throw new TerminalAnswerError('data', 'is nested too deeply');
  }
};

/** What the handler's problem+json says. `code` is empty if there is none. */
export const parseProblem = (json: unknown) => {
  const { code, sent }: JsonObject = isObject(json) ? json : {};
  // With `sent: false`, the service has not processed the request.
  return { code: typeof code === 'string' ? code : '', isNotSent: sent === false };
};
