/** The requests to the service. Builders leave defaults out. Parsers are strict and throw ContractError. */
import { isNotSet } from './not-set.js';
import {
  ContractError,
  filledText,
  flag,
  listOf,
  matching,
  oneOf,
  onlyRecord,
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
  type TranscriptionOptions,
  type TranscriptionParams,
  type TranscriptionRequest,
  type UploadedPart,
  type UploadPlanRequest,
} from './types.js';

/** A `user_id` of 6 to 120 characters (4.3). */
export const userId = textOfLength(LIMITS.userIdMin, LIMITS.userIdMax);

/** `auto` or a BCP-47 tag (4.7). Only the format is checked. */
export const languageTag = matching(
  /^(?:auto|[a-z]{2,8}(?:-[a-z0-9]{1,8})*|[xi](?:-[a-z0-9]{1,8})+)$/i,
  'auto or a BCP-47 language code',
);

/** 4.4. */
export const parseUploadPlanRequest = (json: unknown): UploadPlanRequest =>
  onlyRecord({ filesize: positiveInteger, filetype: oneOf(FILE_TYPES) })(json, '');

const partList: Reader<readonly UploadedPart[]> = (json, path) => {
  const parts = listOf(onlyRecord({ PartNumber: positiveInteger, ETag: filledText }));
  const found = parts(json, path);
  if (found.length === 0) throw new ContractError(path, 'must not be empty');
  return found;
};

/** 4.6. */
export const parseCompleteUploadRequest = (json: unknown): CompleteUploadRequest =>
  onlyRecord(
    {
      file_id: filledText,
      upload_id: filledText,
      part_list: partList,
      filetype: oneOf(FILE_TYPES),
    },
    { file_md5: matching(/^[0-9a-f]{32}$/i, 'a hexadecimal MD5') },
  )(json, '');

const params: Reader<TranscriptionParams> = (json, path) =>
  onlyRecord(
    {},
    {
      transcribe: onlyRecord(
        {},
        { language: languageTag, model: oneOf(MODELS), detection_level: oneOf(DETECTION_LEVELS) },
      ),
      vad: onlyRecord({}, { decode_silence: flag }),
      diarization: onlyRecord({}, { enabled: flag, return_embedding: flag }),
    },
  )(json, path);

/** 4.7. */
export const parseTranscriptionRequest = (json: unknown): TranscriptionRequest =>
  onlyRecord({ file_url: webAddress }, { params })(json, '');

/** Builds the body of 4.7 and leaves out defaults. Throws ContractError if an option cannot be sent. */
export const transcriptionRequest = (
  fileUrl: string,
  options: TranscriptionOptions = {},
): TranscriptionRequest => {
  const differs = <K extends keyof TranscriptionOptions>(option: K, name: string): JsonObject =>
    isNotSet(options[option]) || options[option] === TRANSCRIPTION_DEFAULTS[option]
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
