/** Converts the chosen file, if the service would not accept it. */
import { errorFor, sessionError, type TranscribeError } from '../../protocol/index.js';
import {
  checkFile,
  neededConversion,
  type FileFacts,
  type FileLimits,
  type NeededConversion,
} from '../check-file.js';
import type { Converter, ConvertProblem, SessionPorts } from '../ports.js';
import type { SessionEvent } from './events.js';
import type { AudioFile, Conversion, Job } from './job.js';

interface ConversionRun {
  readonly ports: SessionPorts;
  readonly signal: AbortSignal;
  readonly currentJob: () => Job;
  readonly report: (event: SessionEvent) => void;
}

const newKey = (random: () => number): string =>
  Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');

const newConversion = (
  file: AudioFile,
  kind: Conversion['kind'],
  { currentJob, ports }: ConversionRun,
): Conversion => {
  const { source } = currentJob();
  return {
    key: newKey(ports.random),
    kind,
    from: { name: file.name, size: file.size, lastModifiedMs: file.lastModified ?? null },
    track: source.kind === 'file' ? (source.track ?? 0) : 0,
    tracks: [],
    progress: { fraction: 0, fromBytes: file.size, toBytes: 0 },
  };
};

const convertError = (problem: ConvertProblem, name: string, codec: string): TranscribeError => {
  switch (problem) {
    case 'undecodable':
      return errorFor('convert-undecodable', { name, codec });
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

/** The job of which more is converted. The fraction never decreases. */
const withProgress = (
  job: Job,
  conversion: Conversion,
  { fraction, bytes }: { readonly fraction: number; readonly bytes: number },
): Job => {
  const { progress } = job.conversion ?? conversion;
  const most = Math.max(fraction, progress.fraction);
  return {
    ...job,
    conversion: {
      ...(job.conversion ?? conversion),
      progress: { ...progress, fraction: most, toBytes: bytes },
    },
  };
};

/** Resolves with the converted file. Null if the file cannot be converted, but the service may accept it as it is. */
const runConversion = async (
  run: ConversionRun,
  convert: Converter,
  file: AudioFile,
  { kind, isOptional }: NeededConversion,
): Promise<AudioFile | null> => {
  const { currentJob, report, signal } = run;
  const conversion = currentJob().conversion ?? newConversion(file, kind, run);
  report({ type: 'converting', job: { ...currentJob(), conversion } });
  const result = await convert(file, {
    ...{ key: conversion.key, track: conversion.track, signal },
    onTracks(tracks) {
      const known = currentJob().conversion ?? conversion;
      report({
        type: 'conversion',
        job: { ...currentJob(), conversion: { ...known, tracks } },
      });
    },
    onProgress: (progress) =>
      report({ type: 'conversion', job: withProgress(currentJob(), conversion, progress) }),
  });
  signal.throwIfAborted();
  const job = currentJob();
  if (result.kind === 'converted' && job.source.kind === 'file') {
    const done = withProgress(job, conversion, { fraction: 1, bytes: result.file.size });
    const source = { ...job.source, converted: result.file };
    report({ type: 'conversion', job: { ...done, source } });
    return result.file;
  }
  if (result.kind === 'converted') return result.file;
  const { problem, codec } = result;
  const mayRetry = problem === 'not-loaded' || problem === 'file-changed' || problem === 'no-space';
  if (!isOptional || mayRetry) throw convertError(problem, file.name, codec);
  report({ type: 'conversion', job: { ...job, conversion: null } });
  return null;
};

/** Checks a file, and converts it first if needed. The limits apply to the file that is uploaded. */
export const convertAndCheck = async (
  run: ConversionRun,
  file: AudioFile,
  limits: FileLimits,
): Promise<FileFacts> => {
  const { ports, signal, currentJob } = run;
  const { convert, probeDuration } = ports;
  const needed =
    convert === undefined ||
    limits.convert === false ||
    currentJob().conversion === null ||
    file.size === 0
      ? null
      : await neededConversion(file);
  signal.throwIfAborted();
  if (needed === null || convert === undefined) {
    return checkFile(file, limits, probeDuration, signal);
  }
  const converted = await runConversion(run, convert, file, needed);
  const facts = await checkFile(converted ?? file, limits, probeDuration, signal);
  return { ...facts, name: file.name, lastModifiedMs: file.lastModified ?? null };
};
