/** The requests to the service. Builders leave defaults out. Parsers are strict and throw ContractError. */
import {
  array,
  ContractError,
  field,
  filledText,
  flag,
  matching,
  object,
  oneOf,
  onlyFields,
  optional,
  positiveInteger,
  textOfLength,
  webAddress,
  type JsonObject,
  type Reader,
} from './read.js';
import {
  DETECTION_LEVELS,
  FILE_TYPES,
  LIMITS,
  MODELS,
  TRANSCRIPTION_DEFAULTS,
  type CompleteUploadRequest,
  type PartnerRefreshRequest,
  type PartnerTokenRequest,
  type TranscriptionOptions,
  type TranscriptionParams,
  type TranscriptionRequest,
  type UploadedPart,
  type UploadPlanRequest,
  type UserTokenRequest,
} from './types.js';

/** A `user_id` of 6 to 120 characters (4.3). */
export const userId = textOfLength(LIMITS.userIdMin, LIMITS.userIdMax);

/** `auto` or a BCP-47 tag (4.7). Only the format is checked. */
export const languageTag = matching(
  /^(?:auto|[a-z]{2,8}(?:-[a-z0-9]{1,8})*|[xi](?:-[a-z0-9]{1,8})+)$/i,
  'auto or a BCP-47 language code',
);

/** 4.1. A missing body counts as an empty one. */
export const parsePartnerTokenRequest = (json: unknown): PartnerTokenRequest => {
  const source = json === undefined ? {} : object(json, '');
  onlyFields(source, '', ['grant_type']);
  return optional(source, '', 'grant_type', oneOf(['client_credentials']));
};

/** 4.2. */
export const parsePartnerRefreshRequest = (json: unknown): PartnerRefreshRequest => {
  const source = object(json, '');
  onlyFields(source, '', ['grant_type', 'refresh_token']);
  return {
    refresh_token: field(source, '', 'refresh_token', filledText),
    ...optional(source, '', 'grant_type', oneOf(['refresh_token'])),
  };
};

/** 4.3. */
export const parseUserTokenRequest = (json: unknown): UserTokenRequest => {
  const source = object(json, '');
  onlyFields(source, '', ['user_id', 'expires_in']);
  return {
    user_id: field(source, '', 'user_id', userId),
    ...optional(source, '', 'expires_in', positiveInteger),
  };
};

/** 4.4. */
export const parseUploadPlanRequest = (json: unknown): UploadPlanRequest => {
  const source = object(json, '');
  onlyFields(source, '', ['filesize', 'filetype']);
  return {
    filesize: field(source, '', 'filesize', positiveInteger),
    filetype: field(source, '', 'filetype', oneOf(FILE_TYPES)),
  };
};

const parseUploadedPart: Reader<UploadedPart> = (json, path) => {
  const source = object(json, path);
  onlyFields(source, path, ['PartNumber', 'ETag']);
  return {
    PartNumber: field(source, path, 'PartNumber', positiveInteger),
    ETag: field(source, path, 'ETag', filledText),
  };
};

/** 4.6. */
export const parseCompleteUploadRequest = (json: unknown): CompleteUploadRequest => {
  const source = object(json, '');
  onlyFields(source, '', ['file_id', 'upload_id', 'part_list', 'filetype', 'file_md5']);
  const parts = field(source, '', 'part_list', array);
  if (parts.length === 0) throw new ContractError('part_list', 'must not be empty');
  return {
    file_id: field(source, '', 'file_id', filledText),
    upload_id: field(source, '', 'upload_id', filledText),
    part_list: parts.map((part, index) => parseUploadedPart(part, `part_list[${index}]`)),
    filetype: field(source, '', 'filetype', oneOf(FILE_TYPES)),
    ...optional(source, '', 'file_md5', matching(/^[0-9a-f]{32}$/i, 'a hexadecimal MD5')),
  };
};

const group =
  (names: readonly string[]): Reader<JsonObject> =>
  (value, path) => {
    const source = object(value, path);
    onlyFields(source, path, names);
    return source;
  };

const parseParams: Reader<TranscriptionParams> = (json, path) => {
  const source = group(['transcribe', 'vad', 'diarization'])(json, path);
  const transcribe: Reader<NonNullable<TranscriptionParams['transcribe']>> = (value, where) => {
    const inner = group(['language', 'model', 'detection_level'])(value, where);
    return {
      ...optional(inner, where, 'language', languageTag),
      ...optional(inner, where, 'model', oneOf(MODELS)),
      ...optional(inner, where, 'detection_level', oneOf(DETECTION_LEVELS)),
    };
  };
  const vad: Reader<NonNullable<TranscriptionParams['vad']>> = (value, where) =>
    optional(group(['decode_silence'])(value, where), where, 'decode_silence', flag);
  const diarization: Reader<NonNullable<TranscriptionParams['diarization']>> = (value, where) => {
    const inner = group(['enabled', 'return_embedding'])(value, where);
    return {
      ...optional(inner, where, 'enabled', flag),
      ...optional(inner, where, 'return_embedding', flag),
    };
  };
  return {
    ...optional(source, path, 'transcribe', transcribe),
    ...optional(source, path, 'vad', vad),
    ...optional(source, path, 'diarization', diarization),
  };
};

/** 4.7. */
export const parseTranscriptionRequest = (json: unknown): TranscriptionRequest => {
  const source = object(json, '');
  onlyFields(source, '', ['file_url', 'params']);
  return {
    file_url: field(source, '', 'file_url', webAddress),
    ...optional(source, '', 'params', parseParams),
  };
};

/** Builds the body of 4.7 and leaves out defaults. Throws ContractError if an option cannot be sent. */
export const transcriptionRequest = (
  fileUrl: string,
  options: TranscriptionOptions = {},
): TranscriptionRequest => {
  const differs = <K extends keyof TranscriptionOptions>(option: K, name: string): JsonObject =>
    options[option] === undefined || options[option] === TRANSCRIPTION_DEFAULTS[option]
      ? {}
      : { [name]: options[option] };
  const groups: Record<string, JsonObject> = {
    transcribe: {
      ...differs('language', 'language'),
      ...differs('model', 'model'),
      ...differs('detectionLevel', 'detection_level'),
    },
    vad: differs('decodeSilence', 'decode_silence'),
    diarization: {
      ...differs('diarization', 'enabled'),
      ...differs('returnEmbedding', 'return_embedding'),
    },
  };
  const params = Object.fromEntries(
    Object.entries(groups).filter(([, fields]) => Object.keys(fields).length > 0),
  );
  return parseTranscriptionRequest({
    file_url: fileUrl,
    ...(Object.keys(params).length > 0 ? { params } : {}),
  });
};
