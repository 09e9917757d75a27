/** Answers of the service: tolerant of what is added, strict about what is used. Throw ContractError. */
import {
  array,
  ContractError,
  field,
  filledText,
  isObject,
  matching,
  object,
  optional,
  positiveInteger,
  text,
  webAddress,
  type JsonObject,
  type Reader,
} from './read.js';
import {
  isTerminal,
  type PartnerToken,
  type TranscriptionData,
  type TranscriptionSegment,
  type TranscriptionTask,
  type UploadedFile,
  type UploadPlan,
  type UploadPlanPart,
  type UserToken,
} from './types.js';

const bearer: Reader<'bearer'> = (value, path) => {
  // RFC 6749 compares token types without regard to case.
  if (text(value, path).toLowerCase() === 'bearer') return 'bearer';
  throw new ContractError(path, 'must be bearer');
};

/** A token goes into a header: no blanks, no line breaks. */
const token = matching(/^[\x21-\x7e]+$/, 'a token of visible ASCII characters');

/** 4.1 and 4.2; field names are OAuth's, a guess (2.1). */
export const parsePartnerToken = (json: unknown): PartnerToken => {
  const source = object(json, '');
  return {
    access_token: field(source, '', 'access_token', token),
    ...optional(source, '', 'refresh_token', token),
    ...optional(source, '', 'expires_in', positiveInteger),
  };
};

/** 2.2, and `storage_scope` where a backend adds it. */
export const parseUserToken = (json: unknown): UserToken => {
  const source = object(json, '');
  return {
    access_token: field(source, '', 'access_token', token),
    token_type: field(source, '', 'token_type', bearer),
    expires_in: field(source, '', 'expires_in', positiveInteger),
    ...optional(source, '', 'storage_scope', filledText),
  };
};

const parsePlanPart: Reader<UploadPlanPart> = (json, path) => {
  const source = object(json, path);
  return {
    PartNumber: field(source, path, 'PartNumber', positiveInteger),
    PresignedUrl: field(source, path, 'PresignedUrl', webAddress),
  };
};

/** 2.3. Whether the parts cover the file is for the one who cuts it to say. */
export const parseUploadPlan = (json: unknown): UploadPlan => {
  const source = object(json, '');
  return {
    FileId: field(source, '', 'FileId', filledText),
    UploadId: field(source, '', 'UploadId', filledText),
    ChunkSize: field(source, '', 'ChunkSize', positiveInteger),
    Parts: field(source, '', 'Parts', array).map((part, index) =>
      parsePlanPart(part, `Parts[${index}]`),
    ),
  };
};

/** 2.3.1. */
export const parseUploadedFile = (json: unknown): UploadedFile => {
  const source = object(json, '');
  return {
    FileId: field(source, '', 'FileId', filledText),
    FileType: field(source, '', 'FileType', filledText),
    DownloadUrl: field(source, '', 'DownloadUrl', webAddress),
    FileMd5: field(
      source,
      '',
      'FileMd5',
      matching(/^[0-9a-f]{32}$/i, 'a hexadecimal MD5'),
    ).toLowerCase(),
  };
};

const DECIMAL = /^-?\d{1,15}(?:\.\d+)?$/;

/** A number, or a decimal number in a string; undefined for anything else. */
const numberOf = (given: unknown): number | undefined => {
  const value = typeof given === 'string' && DECIMAL.test(given) ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

const isFilled = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

/**
 * 2.4, `data.segments[]`: what can be used of it. One bad line is no reason to lose a transcript.
 * Field by field: there are tens of thousands of them, and spreading took forty times as long.
 */
const parseSegment = (source: JsonObject): TranscriptionSegment => {
  const { speaker, text, language } = source;
  const start = numberOf(source['start_ms']);
  const end = numberOf(source['end_ms']);
  const segment: { -readonly [K in keyof TranscriptionSegment]?: TranscriptionSegment[K] } = {};
  if (typeof speaker === 'number') segment.speaker = `${speaker}`;
  else if (isFilled(speaker)) segment.speaker = speaker;
  if (start !== undefined) segment.start_ms = start;
  if (end !== undefined) segment.end_ms = end;
  segment.text = typeof text === 'string' ? text : '';
  if (isFilled(language)) segment.language = language;
  return segment as TranscriptionSegment;
};

/**
 * 2.4, `data`: a language or a duration that cannot be used is null, segments that are no array are
 * none, and one that is no object is left out.
 */
const parseData = (source: JsonObject): TranscriptionData => {
  const { language, duration, segments } = source;
  return {
    text: typeof source['text'] === 'string' ? source['text'] : '',
    language: typeof language === 'string' && language !== '' ? language : null,
    duration:
      typeof duration === 'number' && Number.isFinite(duration) && duration >= 0 ? duration : null,
    segments: Array.isArray(segments) ? segments.filter(isObject).map(parseSegment) : [],
  };
};

/** The task has ended, but its answer cannot be read. It must not be queried again (section 3, rule 3). */
export class TerminalAnswerError extends ContractError {}

const readTask = (source: JsonObject, status: string): TranscriptionTask => {
  const transcription_id = field(source, '', 'transcription_id', filledText);
  if (status !== 'SUCCESS') return { transcription_id, status, data: null };
  const raw = field(source, '', 'data', object);
  return { transcription_id, status, data: parseData(raw), raw };
};

/**
 * 2.4; also the answer to a submission (4.7). `data` is null until the task has succeeded. Throws TerminalAnswerError
 * where the status is terminal and the rest cannot be read.
 */
export const parseTranscriptionTask = (json: unknown): TranscriptionTask => {
  const source = object(json, '');
  const status = field(source, '', 'status', filledText);
  try {
    return readTask(source, status);
  } catch (error) {
    if (!isTerminal(status) || !(error instanceof ContractError)) throw error;
    throw new TerminalAnswerError(error.path, error.problem);
  }
};

/** True where a body is a problem+json with a `code`, as the partner's backend handler sends. */
export const problemCode = (json: unknown): string | undefined =>
  isObject(json) && typeof json['code'] === 'string' ? json['code'] : undefined;
