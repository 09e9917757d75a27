/** Prepares a job: checks its options and its file, and converts a file that the service would not accept. */
import { sessionError, type TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import { limitOf } from '../../protocol/not-set.js';
import { languageTag, transcriptionRequest } from '../../protocol/requests.js';
import {
  DETECTION_LEVELS,
  MODELS,
  TRANSCRIPTION_DEFAULTS,
  type TranscriptionOptions,
} from '../../protocol/types.js';
import {
  conversionOf,
  detectAudioFormat,
  type AudioFormat,
} from '../audio-headers/detect-format.js';
import { sourceOf } from '../audio-headers/bytes.js';
import type { Converter, ConvertProblem, DurationProbe } from '../ports.js';
import { identityOf, type AudioFile, type Conversion, type FileFacts } from './job.js';
import { randomKey } from './submission-key.js';
import type { FileLimits, JobRun } from './session.js';

/** Placeholder for the URL of a file that has not been uploaded yet. */
const ANY_ADDRESS = 'https://upload.invalid/';

const isAccepted = (fileUrl: string, options: TranscriptionOptions): boolean => {
  try {
    transcriptionRequest(fileUrl, options);
    return true;
  } catch {
    return false;
  }
};

const quoted = (values: readonly unknown[]): string =>
  values.map((value) => `“${String(value)}”`).join(' or ');

/** Converts tags such as `en_US` and `en_US.UTF-8`, which operating systems use, to BCP 47: `en-US`. */
const suggestedLanguage = (given: unknown): string => {
  const tag = String(given)
    .trim()
    .replace(/[.@].*$/s, '')
    .replaceAll('_', '-');
  try {
    return `Use “${languageTag(tag, '')}”.`;
  } catch {
    return 'Use a BCP-47 language code such as “en-US”, or “auto”.';
  }
};

/** The advice for a page that set an option to an invalid value. */
const ADVICE: Readonly<Record<keyof TranscriptionOptions, (given: unknown) => string>> = {
  language: suggestedLanguage,
  model: () => `Use ${quoted(MODELS)}.`,
  detectionLevel: () => `Use ${quoted(DETECTION_LEVELS)}.`,
  decodeSilence: () => 'Use true or false.',
  diarization: () => 'Use true or false.',
  returnEmbedding: () => 'Use true or false.',
};

const attributeOf = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const misconfigured = (what: string): TranscribeError => errorFor('not-set-up', { detail: what });

/** Checks the options (4.7) before the file is read. Throws `configuration` with the attribute's name and a valid value. */
export const checkOptions = (options: TranscriptionOptions, fileUrl?: string): void => {
  const names = Object.keys(TRANSCRIPTION_DEFAULTS) as (keyof TranscriptionOptions)[];
  for (const name of names) {
    const value = options[name];
    if (isAccepted(ANY_ADDRESS, { [name]: value })) continue;
    throw misconfigured(`“${attributeOf(name)}” is “${String(value)}”. ${ADVICE[name](value)}`);
  }
  if (fileUrl === undefined || isAccepted(fileUrl, {})) return;
  // The URL itself is not quoted, because it may be presigned.
  throw misconfigured(
    '“file-url” must be an absolute http or https address without a user name or a password.',
  );
};

const readFormat = async (file: AudioFile): Promise<AudioFormat> => {
  try {
    return await detectAudioFormat(sourceOf(file));
  } catch (cause) {
    throw errorFor('file-unreadable', {}, { cause });
  }
};

/** Checks a file before anything is sent. Rejects with TranscribeError if it can't be transcribed. */
export const checkFile = async (
  file: AudioFile,
  limits: FileLimits,
  probeDuration: DurationProbe,
  signal: AbortSignal,
): Promise<FileFacts> => {
  if (file.size === 0) {
    throw errorFor('file-empty', { name: file.name });
  }
  const maxSize = limitOf(limits.maxSize);
  if (maxSize !== null && file.size > maxSize) {
    throw errorFor('file-too-large', { name: file.name, size: file.size, limit: maxSize });
  }
  const format = await readFormat(file);
  signal.throwIfAborted();
  if (format.kind === 'incomplete') {
    throw errorFor('m4a-incomplete', { name: file.name });
  }
  if (format.kind === 'unsupported') {
    throw errorFor('unsupported-format', { name: file.name, found: format.found });
  }
  let { durationSeconds } = format;
  const maxDuration = limitOf(limits.maxDuration);
  // The browser may take seconds, so ask only if there is a limit. An unknown duration is accepted.
  if (durationSeconds === null && maxDuration !== null) {
    durationSeconds = await probeDuration(file, signal).catch(() => null);
    signal.throwIfAborted();
  }
  if (maxDuration !== null && durationSeconds !== null && durationSeconds > maxDuration) {
    throw errorFor('file-too-long', {
      name: file.name,
      length: durationSeconds,
      limit: maxDuration,
    });
  }
  return { ...identityOf(file), fileType: format.fileType, durationSeconds };
};

const newConversion = (
  file: AudioFile,
  kind: Conversion['kind'],
  { currentJob, ports }: JobRun,
): Conversion => {
  const { source } = currentJob();
  return {
    key: randomKey(ports.random),
    kind,
    from: identityOf(file),
    track: source.kind === 'file' ? (source.track ?? 0) : 0,
    tracks: [],
    progress: { fraction: 0, fromBytes: file.size, toBytes: 0 },
  };
};

/** The error of a conversion. `codec` names the coding that cannot be decoded. */
export const convertError = (
  problem: ConvertProblem,
  name: string,
  codec: string,
): TranscribeError => {
  switch (problem) {
    case 'undecodable':
      return errorFor('convert-undecodable', { name, codec });
    case 'no-sound':
      return errorFor('unsupported-format', { name, found: { kind: 'silent-video', format: '' } });
    case 'no-space':
      return errorFor('convert-no-space', { name }, { recoverable: true });
    case 'not-loaded':
      return sessionError('network');
    case 'file-changed':
      return errorFor('file-unreadable', {});
    default:
      return errorFor(`convert-${problem}`, { name });
  }
};

/** Resolves with the converted file. Null if the file cannot be converted, but the service may accept it as it is. */
const runConversion = async (
  run: JobRun,
  convert: Converter,
  file: AudioFile,
  { kind, isOptional }: { readonly kind: Conversion['kind']; readonly isOptional: boolean },
): Promise<AudioFile | null> => {
  const { currentJob, report, signal } = run;
  let conversion = currentJob().conversion ?? newConversion(file, kind, run);
  report({ type: 'converting', job: { ...currentJob(), conversion } });
  const update = (changes: Partial<Conversion>, source = currentJob().source): void => {
    conversion = { ...conversion, ...changes };
    report({ type: 'conversion', job: { ...currentJob(), conversion, source } });
  };
  /** The fraction never decreases. */
  const progressAt = (fraction: number, toBytes: number): Conversion['progress'] => {
    const { progress } = conversion;
    return { ...progress, fraction: Math.max(fraction, progress.fraction), toBytes };
  };
  const result = await convert(file, {
    key: conversion.key,
    track: conversion.track,
    signal,
    onTracks: (tracks) => update({ tracks }),
    onProgress: ({ fraction, bytes }) => update({ progress: progressAt(fraction, bytes) }),
  });
  signal.throwIfAborted();
  if (result.kind === 'converted') {
    const { file: converted, cutOffAt = null } = result;
    const progress = progressAt(1, converted.size);
    const { source } = currentJob();
    update({ progress, cutOffAt }, source.kind === 'file' ? { ...source, converted } : source);
    return converted;
  }
  const { problem, codec } = result;
  const mayRetry = problem === 'not-loaded' || problem === 'file-changed' || problem === 'no-space';
  if (!isOptional || mayRetry) throw convertError(problem, file.name, codec);
  report({ type: 'conversion', job: { ...currentJob(), conversion: null } });
  return null;
};

/** Checks a file, and converts it first if needed. The limits apply to the file that is uploaded. */
export const convertAndCheck = async (
  run: JobRun,
  file: AudioFile,
  limits: FileLimits,
): Promise<FileFacts> => {
  const { ports, signal, currentJob } = run;
  const { convert, probeDuration } = ports;
  const mayConvert = limits.convert !== false && currentJob().conversion !== null && file.size > 0;
  const format = mayConvert && convert !== undefined ? await readFormat(file) : null;
  signal.throwIfAborted();
  const kind = format && conversionOf(format);
  if (format === null || kind === null || convert === undefined) {
    return checkFile(file, limits, probeDuration, signal);
  }
  // The service may accept audio without a conversion, too.
  const needed = { kind, isOptional: format.kind === 'audio' };
  const converted = await runConversion(run, convert, file, needed);
  const facts = await checkFile(converted ?? file, limits, probeDuration, signal);
  return { ...facts, name: file.name, lastModifiedMs: file.lastModified ?? null };
};
