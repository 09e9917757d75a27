/** How well and how fast the sandbox listens, per model, on recordings whose words and voices are known. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRecognizer } from '../demo/sandbox/index.js';
import type { AudioFile, Recognition } from '../demo/sandbox/recognition/recognizer.js';
import { MODELS, type Model } from '../src/protocol/index.js';
import { joinClips, readCards, readNovel, type HumanClip } from '../test/support/human-speech.js';
import { allInstalled } from '../test/support/installed.js';
import { readScripts } from '../test/support/scripts.js';
import { speakerError, type SpokenLine } from '../test/support/speaker-errors.js';
import { wordErrors } from '../test/support/word-errors.js';
import { rounded, type Row, type Table } from './bench.js';

interface Recording {
  readonly name: string;
  readonly audio: AudioFile;
  readonly lines: readonly SpokenLine[];
}

const sampleRecordings = async (): Promise<readonly Recording[]> =>
  (await readScripts()).map((script) => ({
    name: script.file,
    audio: {
      path: fileURLToPath(new URL(`../demo/samples/${script.file}`, import.meta.url)),
      fileType: script.file.slice(-3) as AudioFile['fileType'],
    },
    lines: script.lines,
  }));

const humanRecording = async (
  directory: string,
  name: string,
  lines: readonly (HumanClip & SpokenLine)[],
): Promise<Recording> => {
  const file = path.join(directory, `${name}.wav`);
  await writeFile(file, await joinClips(lines));
  return {
    name: `human: ${name}`,
    audio: { path: file, fileType: 'wav' },
    lines,
  };
};

const humanRecordings = async (
  directory: string,
  humanSpeechFolder: string,
): Promise<readonly Recording[]> => {
  const novel = (await readNovel(humanSpeechFolder)).map((clip) => ({ ...clip, voice: 'novel' }));
  const cards = (await readCards(humanSpeechFolder)).map((clip) => ({ ...clip, voice: 'cards' }));
  const inTurn = novel.flatMap((clip, index) => [clip, ...cards.slice(index, index + 1)]);
  return Promise.all([
    humanRecording(directory, 'novel', novel),
    humanRecording(directory, 'cards', cards),
    humanRecording(directory, 'both in turn', inTurn),
  ]);
};

const textOf = (parts: readonly { readonly text: string }[]): string =>
  parts.map(({ text }) => text).join(' ');

const rowOf = (
  { name, lines }: Recording,
  model: Model,
  { segments, durationSeconds }: Recognition,
  seconds: number,
): Row => {
  const { errors, words } = wordErrors(textOf(lines), textOf(segments));
  const speakers = new Set(segments.map(({ speaker }) => speaker)).size;
  const voices = new Set(lines.map(({ voice }) => voice)).size;
  return {
    recording: name,
    model,
    words,
    'word errors, %': rounded((100 * errors) / words, 1),
    speakers: `${speakers} of ${voices}`,
    'wrong speaker, % of time': rounded(100 * speakerError(segments, lines), 1),
    'time, recording = 1': rounded(seconds / durationSeconds),
  };
};

/** Needs what `npm run setup` brings; rejects with the mend where it is missing. */
export const benchRecognition = async function* (): AsyncIterable<Table> {
  const installed = await allInstalled();
  const recognizer = findRecognizer({}, installed);
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-recognition-'));
  try {
    const recordings = [
      ...(await sampleRecordings()),
      ...(await humanRecordings(directory, installed.humanSpeechFolder)),
    ];
    const rows: Row[] = [];
    for (const recording of recordings)
      for (const model of MODELS) {
        const started = performance.now();
        const found = await recognizer.recognize(
          recording.audio,
          {
            ...{ language: 'en', model, detectionLevel: 'segment', decodeSilence: false },
            ...{ diarization: true, returnEmbedding: false },
          },
          { signal: new AbortController().signal, onDecoded: () => undefined },
        );
        rows.push(rowOf(recording, model, found, (performance.now() - started) / 1000));
      }
    yield { title: 'Words and speakers, by model', rows };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
