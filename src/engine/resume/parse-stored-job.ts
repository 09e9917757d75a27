/** Validates jobs that an earlier page, or an earlier version of this package, stored in the browser. */
import type { StoredJob } from '../ports.js';
import { parseUploadedFile, parseUploadPlan } from '../../protocol/upload-responses.js';
import {
  DETECTION_LEVELS,
  FILE_TYPES,
  MODELS,
  type TranscriptionOptions,
} from '../../protocol/types.js';
import {
  array,
  ContractError,
  filledText,
  finite,
  flag,
  listOf,
  matching,
  object,
  orNull,
  oneOf,
  positiveInteger,
  record,
  text,
  webAddress,
  type Reader,
} from '../../protocol/read.js';
import type { FileFacts, HashCheckpoint } from '../session/job.js';

const md5 = matching(/^[0-9a-f]{32}$/, 'a hexadecimal MD5');

const bytes: Reader<Uint8Array> = (value, path) => {
  if (value instanceof Uint8Array) return value;
  throw new ContractError(path, 'must be bytes');
};

const exactly =
  <const T>(expected: T): Reader<T> =>
  (value, path) => {
    if (value === expected) return expected;
    throw new ContractError(path, `must be ${String(expected)}`);
  };

const options: Reader<TranscriptionOptions> = record(
  {},
  {
    language: text,
    model: oneOf(MODELS),
    detectionLevel: oneOf(DETECTION_LEVELS),
    decodeSilence: flag,
    diarization: flag,
    returnEmbedding: flag,
  },
);

const fileFacts: Reader<FileFacts> = record({
  name: text,
  size: positiveInteger,
  fileType: oneOf(FILE_TYPES),
  durationSeconds: orNull(finite),
  lastModifiedMs: orNull(finite),
});

const conversion = record(
  {
    key: matching(/^[0-9a-f]{8,64}$/, 'hexadecimal digits'),
    kind: oneOf(['video', 'audio']),
    from: record({ name: text, size: positiveInteger, lastModifiedMs: orNull(finite) }),
    track: finite,
    tracks: listOf(record({ language: orNull(text) })),
    progress: record({ fraction: finite, fromBytes: finite, toBytes: finite }),
  },
  { cutOffAt: orNull(finite) },
);

const hashPoint: Reader<HashCheckpoint> = record({
  bytes: positiveInteger,
  md5,
  state: record({ engine: filledText, bytes }),
});

const md5s: Reader<ReadonlyMap<string, string>> = (value, path) => {
  if (!(value instanceof Map)) throw new ContractError(path, 'must be a map');
  const entries = [...(value as ReadonlyMap<unknown, unknown>)];
  return new Map(entries.map(([range, of]) => [filledText(range, path), md5(of, path)]));
};

const etag: Reader<readonly [number, string]> = (value, path) => {
  const [number, tag] = array(value, path);
  return [positiveInteger(number, path), filledText(tag, path)];
};

const address = record({ kind: exactly('address'), fileUrl: webAddress }, { title: text });

const source: Reader<StoredJob['source']> = (value, path) =>
  object(value, path)['kind'] === 'file' ? { kind: 'file' } : address(value, path);

const job: Reader<StoredJob['job']> = record(
  { options },
  {
    file: fileFacts,
    conversion: orNull(conversion),
    plan: parseUploadPlan,
    plannedAtMs: finite,
    service: text,
    md5,
    partMd5s: md5s,
    opaqueEtags: exactly(true),
    uploaded: parseUploadedFile,
    uploadedAtMs: finite,
    uploadsAgain: exactly(true),
    hasTaskFailed: exactly(true),
    agreedToSilence: exactly(true),
    transcriptionId: filledText,
    finished: exactly(true),
    hashPoint,
    owner: record({}, { page: filledText, user: filledText }),
    isAutomatic: exactly(true),
    submissionKey: filledText,
    submissionAskedAtMs: finite,
  },
);

const origin = record({
  page: text,
  element: text,
  service: orNull(text),
  backend: orNull(text),
});

const storedJob = record(
  {
    version: exactly(4),
    id: filledText,
    scope: text,
    savedAtMs: finite,
    title: text,
    source,
    job,
    etags: listOf(etag),
  },
  { origin },
);

/** Returns the job in a record; null if another version has written it, or if it is invalid. */
export const parseStoredJob = (stored: unknown): StoredJob | null => {
  try {
    const read = storedJob(stored, '');
    const isKnown = (read.job.file ?? read.job.conversion ?? undefined) !== undefined;
    return read.source.kind === 'file' && !isKnown ? null : read;
  } catch (error) {
    if (error instanceof ContractError) return null;
    throw error;
  }
};
