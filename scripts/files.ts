/**
 * `npm run files -- FOLDER [--no-names]`: prints a line for each file in a folder and its subfolders: its format, its length,
 * whether it has sound, and whether the element accepts it, or its sentence. Nothing is sent or decoded. With `--no-names`, the
 * lines have numbers in place of names, so that they can be passed on.
 */
import { openAsBlob, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  conversionOf,
  detectAudioFormat,
  type AudioFormat,
} from '../src/engine/audio-headers/detect-format.js';
import { checkFile } from '../src/engine/session/prepare.js';
import { createPeakCollector } from '../src/peaks/peaks.js';
import { createByteReader, readWave, skipTags } from '../src/peaks/wave-peaks.js';
import { TranscribeError } from '../src/protocol/errors.js';
import { formatClock } from '../src/transcript/time.js';

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

const verdictOn = async (file: File, format: AudioFormat, name: string): Promise<string> => {
  if (conversionOf(format) !== null) return 'accepted after a conversion';
  const { signal } = new AbortController();
  try {
    await checkFile(file, {}, () => Promise.resolve(null), signal);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof TranscribeError)) throw error;
    return error.message.replaceAll(file.name, name);
  }
};

/** The line of a file. `name` stands for the file in it. */
export const describeFile = async (file: File, name: string): Promise<string> => {
  const format = await detectAudioFormat({
    size: file.size,
    read: async (offset, length) =>
      new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  });
  const seconds = format.kind === 'audio' ? format.durationSeconds : null;
  return [
    name,
    nameOf(format),
    seconds === null ? 'length unknown' : formatClock(seconds * 1000),
    await soundOf(file, format),
    await verdictOn(file, format, name),
  ].join(' | ');
};

/** The lines of all files in a folder, in the order of their paths. */
export async function* describeFolder(folder: string, hasNames: boolean): AsyncGenerator<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const [index, path] of paths.sort().entries()) {
    const inside = relative(folder, path);
    const file = new File([await openAsBlob(path)], inside);
    yield await describeFile(file, hasNames ? inside : String(index + 1));
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
