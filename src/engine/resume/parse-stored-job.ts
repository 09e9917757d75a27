/** Validates jobs that an earlier page, or an earlier version of this package, stored in the browser. */
import { parseUploadedFile, parseUploadPlan } from '../../protocol/responses.js';
import {
  DETECTION_LEVELS,
  FILE_TYPES,
  MODELS,
  type TranscriptionOptions,
} from '../../protocol/types.js';
import {
  array,
  ContractError,
  field,
  filledText,
  finite,
  flag,
  matching,
  object,
  orNull,
  oneOf,
  optional,
  positiveInteger,
  text,
  webAddress,
  type Reader,
} from '../../protocol/read.js';
import type { FileFacts, Conversion, HashCheckpoint } from '../session/job.js';
import type { StoredJob } from './stored-job.js';

const md5 = matching(/^[0-9a-f]{32}$/, 'a hexadecimal MD5');

const bytes: Reader<Uint8Array> = (value, path) => {
  if (value instanceof Uint8Array) return value;
  throw new ContractError(path, 'must be bytes');
};

const options: Reader<TranscriptionOptions> = (value, path) => {
  const source = object(value, path);
  return {
    ...optional(source, path, 'language', text),
    ...optional(source, path, 'model', oneOf(MODELS)),
    ...optional(source, path, 'detectionLevel', oneOf(DETECTION_LEVELS)),
    ...optional(source, path, 'decodeSilence', flag),
    ...optional(source, path, 'diarization', flag),
    ...optional(source, path, 'returnEmbedding', flag),
  };
};

const fileFacts: Reader<FileFacts> = (value, path) => {
  const source = object(value, path);
  return {
    name: field(source, path, 'name', text),
    size: field(source, path, 'size', positiveInteger),
    fileType: field(source, path, 'fileType', oneOf(FILE_TYPES)),
    durationSeconds: field(source, path, 'durationSeconds', orNull(finite)),
    lastModifiedMs: field(source, path, 'lastModifiedMs', orNull(finite)),
  };
};

const conversion: Reader<Conversion> = (value, path) => {
  const source = object(value, path);
  const from = field(source, path, 'from', object);
  const progress = field(source, path, 'progress', object);
  return {
    key: field(source, path, 'key', matching(/^[0-9a-f]{8,64}$/, 'hexadecimal digits')),
    kind: field(source, path, 'kind', oneOf(['video', 'audio'])),
    from: {
      name: field(from, path, 'name', text),
      size: field(from, path, 'size', positiveInteger),
      lastModifiedMs: field(from, path, 'lastModifiedMs', orNull(finite)),
    },
    track: field(source, path, 'track', finite),
    tracks: field(source, path, 'tracks', array).map((track) => ({
      language: field(object(track, path), path, 'language', orNull(text)),
    })),
    ...optional(source, path, 'cutOffAt', orNull(finite)),
    progress: {
      fraction: field(progress, path, 'fraction', finite),
      fromBytes: field(progress, path, 'fromBytes', finite),
      toBytes: field(progress, path, 'toBytes', finite),
    },
  };
};

const hashPoint: Reader<HashCheckpoint> = (value, path) => {
  const source = object(value, path);
  const state = field(source, path, 'state', object);
  return {
    bytes: field(source, path, 'bytes', positiveInteger),
    md5: field(source, path, 'md5', md5),
    state: {
      engine: field(state, `${path}.state`, 'engine', filledText),
      bytes: field(state, `${path}.state`, 'bytes', bytes),
    },
  };
};

const md5s: Reader<ReadonlyMap<string, string>> = (value, path) => {
  if (!(value instanceof Map)) throw new ContractError(path, 'must be a map');
  const entries = [...(value as ReadonlyMap<unknown, unknown>)];
  return new Map(entries.map(([range, of]) => [filledText(range, path), md5(of, path)]));
};

const etag: Reader<readonly [number, string]> = (value, path) => {
  const [number, tag] = array(value, path);
  return [positiveInteger(number, path), filledText(tag, path)];
};

const source: Reader<StoredJob['source']> = (value, path) => {
  const from = object(value, path);
  return field(from, path, 'kind', oneOf(['file', 'address'])) === 'file'
    ? { kind: 'file' }
    : {
        kind: 'address',
        fileUrl: field(from, path, 'fileUrl', webAddress),
        ...optional(from, path, 'title', text),
      };
};

type JobFields = StoredJob['job'];

const jobFields: Reader<Omit<JobFields, 'file'>> = (value, path) => {
  const from = object(value, path);
  return {
    options: field(from, path, 'options', options),
    ...optional(from, path, 'conversion', orNull(conversion)),
    ...optional(from, path, 'plan', parseUploadPlan),
    ...optional(from, path, 'plannedAtMs', finite),
    ...optional(from, path, 'md5', md5),
    ...optional(from, path, 'partMd5s', md5s),
    ...(from['opaqueEtags'] === true ? { opaqueEtags: true as const } : {}),
    ...optional(from, path, 'uploaded', parseUploadedFile),
    ...optional(from, path, 'uploadedAtMs', finite),
    ...(from['uploadsAgain'] === true ? { uploadsAgain: true as const } : {}),
    ...(from['agreedToSilence'] === true ? { agreedToSilence: true as const } : {}),
    ...optional(from, path, 'transcriptionId', filledText),
    ...(from['finished'] === true ? { finished: true as const } : {}),
    ...optional(from, path, 'hashPoint', hashPoint),
    ...optional(from, path, 'uploadedBy', filledText),
    ...optional(from, path, 'submissionKey', filledText),
    ...optional(from, path, 'submissionAskedAtMs', finite),
  };
};

/** Version 3 called `job` `facts`, and `job.file` `facts.facts`. */
const job = (record: Readonly<Record<string, unknown>>): JobFields => {
  const [name, fileName] = record['version'] === 3 ? ['facts', 'facts'] : ['job', 'file'];
  const from = field(record, '', name, object);
  const file = from[fileName];
  return {
    ...jobFields(from, name),
    ...(file === undefined ? {} : { file: fileFacts(file, `${name}.${fileName}`) }),
  };
};

const storedJob: Reader<StoredJob> = (value, path) => {
  const from = object(value, path);
  if (from['version'] !== 3 && from['version'] !== 4) {
    throw new ContractError('version', 'must be 3 or 4');
  }
  const stored: StoredJob = {
    version: 4,
    id: field(from, path, 'id', filledText),
    scope: field(from, path, 'scope', text),
    savedAtMs: field(from, path, 'savedAtMs', finite),
    title: field(from, path, 'title', text),
    source: field(from, path, 'source', source),
    job: job(from),
    etags: field(from, path, 'etags', array).map((it, index) => etag(it, `etags[${index}]`)),
  };
  const isKnown = (stored.job.file ?? stored.job.conversion ?? undefined) !== undefined;
  if (stored.source.kind === 'file' && !isKnown) {
    throw new ContractError('job.file', 'is missing');
  }
  return stored;
};

/** Returns the job in a record; null if the record is older than version 3, or invalid. */
export const parseStoredJob = (record: unknown): StoredJob | null => {
  try {
    return storedJob(record, '');
  } catch (error) {
    if (error instanceof ContractError) return null;
    throw error;
  }
};
