/** Human speech with its transcripts, from Debian's pocketsphinx-testdata. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export interface HumanClip {
  /** A WAV file, 16 kHz, mono. */
  readonly file: string;
  readonly text: string;
}

const LINE = /^<s> (.*?) <\/s> \((\S+)\)$/;

const clipsOf = async (folder: string, transcription: string): Promise<readonly HumanClip[]> => {
  const lines = (await readFile(path.join(folder, transcription), 'utf8')).split('\n');
  return lines
    .map((line) => LINE.exec(line.trim()))
    .flatMap((match) =>
      match ? [{ file: path.join(folder, `${match[2]}.wav`), text: match[1]?.trim() ?? '' }] : [],
    );
};

/** A woman who reads a novel: five sentences. */
export const readNovel = (folder: string): Promise<readonly HumanClip[]> =>
  clipsOf(path.join(folder, 'librivox'), 'transcription');

/** A man who names playing cards: five clips. */
export const readCards = (folder: string): Promise<readonly HumanClip[]> =>
  clipsOf(path.join(folder, 'cards'), 'cards.transcription');

const HEADER_BYTES = 44;
const SAMPLE_RATE = 16_000;

/** Joins several WAV files, with a pause (in seconds) before each. */
export const joinClips = async (
  clips: readonly HumanClip[],
  pauseSeconds = 0.6,
): Promise<Uint8Array> => {
  const pause = Buffer.alloc(2 * Math.round(pauseSeconds * SAMPLE_RATE));
  const files = await Promise.all(clips.map(({ file }) => readFile(file)));
  const [first] = files;
  if (first === undefined) throw new RangeError('There are no clips to join.');
  const data = Buffer.concat(files.flatMap((bytes) => [pause, bytes.subarray(HEADER_BYTES)]));
  const header = Buffer.from(first.subarray(0, HEADER_BYTES));
  header.writeUInt32LE(HEADER_BYTES - 8 + data.length, 4);
  header.writeUInt32LE(data.length, HEADER_BYTES - 4);
  return Buffer.concat([header, data]);
};
