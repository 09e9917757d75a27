/**
 * `npm run files -- FOLDER [--no-names]`: prints a line for each file in a folder and its subfolders: its format, its length,
 * whether it has sound, and whether the element accepts it, or its sentence. Nothing is sent or decoded, so a browser may still
 * be unable to convert a file. With `--no-names`, the lines have numbers in place of names, so that they can be passed on.
 */
import { openAsBlob, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BlobSource, Input, Logging, LogLevel } from 'mediabunny';
import { codecName } from '../src/convert/codec-name.js';
import { beginsWithFrames } from '../src/convert/frame-runs.js';
import { secondsOfRaw } from '../src/convert/raw-audio.js';
import {
  CannotConvert,
  openRecording,
  TRACK_FORMATS,
  withoutSound,
} from '../src/convert/readable.js';
import { sourceOf } from '../src/engine/audio-headers/bytes.js';
import {
  conversionOf,
  detectAudioFormat,
  type AudioFormat,
} from '../src/engine/audio-headers/detect-format.js';
import { readFrameRuns } from '../src/engine/audio-headers/frame-index.js';
import { checkFile, convertError } from '../src/engine/session/prepare.js';
import { createPeakCollector } from '../src/peaks/peaks.js';
import { createByteReader, readWave, skipTags } from '../src/peaks/wave-peaks.js';
import { TranscribeError } from '../src/protocol/errors.js';
import { formatClock } from '../src/transcript/time.js';

Logging.level = LogLevel.Silent;

/** The loudest sample of silence, as a share of full scale: -66 dB, as in the element. */
const LOUDEST_SILENCE = 1 / 2000;

const nameOf = (format: AudioFormat): string => {
  if (format.kind === 'audio') return format.fileType;
  if (format.kind === 'incomplete') return 'm4a, incomplete';
  return format.found === null ? 'unknown' : format.found.format || format.found.kind;
};

/** Only WAV files are measured: others would have to be decoded. */
const soundOf = async (file: File, format: AudioFormat): Promise<string> => {
  if (format.kind !== 'audio' || format.fileType !== 'wav') return 'not measured';
  const collector = createPeakCollector();
  const reader = createByteReader(file.stream());
  await skipTags(reader);
  const end = await readWave(reader, collector, () => undefined);
  if (end.kind !== 'read') return 'not measured';
  return (collector.peaks().loudest ?? 0) <= LOUDEST_SILENCE ? 'silent' : 'heard';
};

/** What is known of a file before it is decoded. `problem`: why it cannot be converted. */
interface Contents {
  readonly seconds: number | null;
  readonly problem: TranscribeError | null;
}

/** The seconds of MP3 or raw AAC, by all of its frames. Null if there are none. */
const secondsOfFrames = async (file: Blob): Promise<number | null> => {
  let seconds = 0;
  for await (const { frame, sizes } of readFrameRuns(sourceOf(file), new AbortController().signal))
    seconds += (sizes.length * frame.samples) / frame.sampleRate;
  return seconds > 0 ? seconds : null;
};

/** The seconds of the sound that the converter would find. Throws CannotConvert. Whether a browser decodes it is not known here. */
const secondsToConvert = async (given: Blob): Promise<number | null> => {
  const { file, raw } = await openRecording(given);
  if (raw !== null) return secondsOfRaw(raw);
  const input = new Input({ source: new BlobSource(file), formats: TRACK_FORMATS });
  try {
    if (!(await input.canRead())) {
      if (await beginsWithFrames(file)) return await secondsOfFrames(file);
      throw new CannotConvert('unreadable');
    }
    const [track] = await input.getAudioTracks();
    if (track === undefined) throw await withoutSound(input, file);
    if ((await track.getCodec()) === null)
      throw new CannotConvert('undecodable', await codecName(track));
    return await track.computeDuration();
  } finally {
    input.dispose();
  }
};

/** Looks for the sound in a file that needs a conversion. */
const lookInto = async (file: File): Promise<Contents> => {
  try {
    return { seconds: await secondsToConvert(file), problem: null };
  } catch (error) {
    if (!(error instanceof CannotConvert)) throw error;
    return { seconds: null, problem: convertError(error.problem, file.name, error.codec) };
  }
};

const contentsOf = async (file: File, format: AudioFormat): Promise<Contents> => {
  if (conversionOf(format) !== null) return lookInto(file);
  const seconds = format.kind === 'audio' ? format.durationSeconds : null;
  const isCounted = format.kind === 'audio' && format.fileType === 'mp3' && seconds === null;
  return { seconds: isCounted ? await secondsOfFrames(file) : seconds, problem: null };
};

const verdictOn = async (file: File, format: AudioFormat, { problem }: Contents) => {
  // The service may accept audio without a conversion, too.
  const isOptional = format.kind === 'audio';
  if (conversionOf(format) !== null && problem === null) return 'accepted after a conversion';
  if (problem !== null && !isOptional) return problem.message;
  const { signal } = new AbortController();
  try {
    await checkFile(file, {}, () => Promise.resolve(null), signal);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof TranscribeError)) throw error;
    return error.message;
  }
};

/** The line of a file. `name` stands for the file in it. */
const describeFile = async (file: File, name: string): Promise<string> => {
  const format = await detectAudioFormat(sourceOf(file));
  const contents = await contentsOf(file, format);
  const { seconds } = contents;
  const verdict = await verdictOn(file, format, contents);
  return [
    name,
    nameOf(format),
    seconds === null ? 'length unknown' : formatClock(seconds * 1000),
    await soundOf(file, format),
    verdict.replaceAll(file.name, name),
  ].join(' | ');
};

/** The files in a folder and its subfolders. A folder that cannot be read stands for its files. */
const pathsIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return [folder];
  const paths = entries.map(async (entry): Promise<readonly string[]> => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? pathsIn(path) : entry.isFile() ? [path] : [];
  });
  return (await Promise.all(paths)).flat();
};

/** The lines of all files in a folder, in the order of their paths. */
export async function* describeFolder(folder: string, hasNames: boolean): AsyncGenerator<string> {
  const paths = [...(await pathsIn(folder))];
  for (const [index, path] of paths.sort().entries()) {
    const inside = relative(folder, path);
    const name = hasNames ? inside : String(index + 1);
    const line = async () => describeFile(new File([await openAsBlob(path)], inside), name);
    // A damaged file must not end the sweep.
    yield await line().catch(() => `${name} | can’t be read`);
  }
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const [folder, ...options] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('Name a folder: npm run files -- FOLDER [--no-names]');
    process.exitCode = 1;
  } else {
    const lines = describeFolder(folder, !options.includes('--no-names'));
    for await (const line of lines) console.log(line);
  }
}
