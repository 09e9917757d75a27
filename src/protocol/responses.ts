/**
 * The responses of the service. Parsers ignore unknown fields, validate the fields they use, and throw
 * ContractError.
 */
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
import { parseTranscript } from './transcript.js';
import {
  isTerminal,
  type PartnerToken,
  type TranscriptionTask,
  type UploadedFile,
  type UploadPlan,
  type UploadPlanPart,
  type UserToken,
} from './types.js';

const bearer: Reader<'bearer'> = (value, path) => {
  // RFC 6749: token types are case-insensitive.
  if (text(value, path).toLowerCase() === 'bearer') return 'bearer';
  throw new ContractError(path, 'must be bearer');
};

/** A token is sent in a header, so it must not contain spaces or line breaks. */
const token = matching(/^[\x21-\x7e]+$/, 'a token of visible ASCII characters');

/** 4.1 and 4.2. The field names are those of OAuth, which is a guess (2.1). */
export const parsePartnerToken = (json: unknown): PartnerToken => {
  const source = object(json, '');
  return {
    access_token: field(source, '', 'access_token', token),
    ...optional(source, '', 'refresh_token', token),
    ...optional(source, '', 'expires_in', positiveInteger),
  };
};

/** 2.2, with `storage_scope` if the backend adds it. */
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

/** 2.3. Does not check whether the parts cover the file. */
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

/**
 * 2.4, also the response to a submission (4.7). Throws TerminalAnswerError if the status is terminal and the rest is
 * invalid.
 */
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

/** The `code` of the handler's problem+json; undefined if there is none. */
export const problemCode = (json: unknown): string | undefined =>
  isObject(json) && typeof json['code'] === 'string' ? json['code'] : undefined;
