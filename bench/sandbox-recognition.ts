/** Accuracy and speed of the sandbox's recognition, per model, on recordings with known words and speakers. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRecognizer } from '../demo/sandbox/index.js';
import type { AudioFile, Recognition } from '../demo/sandbox/recognition/recognizer.js';
import { MODELS, type Model } from '../src/protocol/types.js';
import { joinClips, readCards, readNovel, type HumanClip } from '../test/support/human-speech.js';
import { allInstalled } from '../test/support/installed.js';
import { descendantsOf, peakMemory } from '../test/support/processes.js';
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

const never = new AbortController().signal;

const emptied = async (folder: string): Promise<string> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  return folder;
};

/** Needs the files of `npm run setup`; rejects with instructions if they are missing. */
export const benchRecognition = async function* (): AsyncIterable<Table> {
  const installed = await allInstalled();
  const recognizer = findRecognizer({}, installed);
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-recognition-'));
  try {
    const recordings = [
      ...(await sampleRecordings()),
      ...(await humanRecordings(directory, installed.humanSpeechFolder)),
    ];
    const work = path.join(directory, 'work');
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
          { signal: never, onDecoded: () => undefined, folder: await emptied(work) },
        );
        rows.push(rowOf(recording, model, found, (performance.now() - started) / 1000));
      }
    yield { title: 'Words and speakers, by model', rows };
  } finally {
    await recognizer.close?.();
    await rm(directory, { recursive: true, force: true });
  }
};

const MEBIBYTE = 1024 ** 2;
const SAMPLE_MS = 2_000;
/** The audio after the ID3 tag and the first frame, which contains the number of frames. */
const SAMPLE_FRAMES = 20 + 208;
/** The conversation of 45 s, repeated. */
const REPEATED = 80;

/** An MP3 of one hour. */
export const hourOfConversation = async (): Promise<Uint8Array> => {
  const sample = await readFile(new URL('../demo/samples/conversation.mp3', import.meta.url));
  const once = sample.subarray(SAMPLE_FRAMES);
  return Buffer.concat(Array.from({ length: REPEATED }, () => once));
};

/** One hour with three speakers: the duration, and the memory of this process and its worker processes. */
export const benchHour = async function* (): AsyncIterable<Table> {
  const recognizer = findRecognizer({}, await allInstalled());
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-hour-'));
  const peaks = { here: 0, work: new Map<string, number>(), processes: 0 };
  const cpu = new Map<number, number>();
  const measure = async (): Promise<void> => {
    const children = await descendantsOf(process.pid);
    peaks.processes = Math.max(peaks.processes, children.length);
    peaks.here = Math.max(peaks.here, await peakMemory(process.pid));
    for (const { pid, name, cpuSeconds } of children) {
      cpu.set(pid, cpuSeconds);
      peaks.work.set(name, Math.max(peaks.work.get(name) ?? 0, await peakMemory(pid)));
    }
  };
  const timer = setInterval(() => void measure(), SAMPLE_MS);
  try {
    const file = path.join(directory, 'hour.mp3');
    await writeFile(file, await hourOfConversation());
    const rows: Row[] = [];
    for (const model of MODELS) {
      const started = performance.now();
      let decoded = 0;
      cpu.clear();
      const { durationSeconds, segments } = await recognizer.recognize(
        { path: file, fileType: 'mp3' },
        {
          ...{ language: 'en', model, detectionLevel: 'segment', decodeSilence: false },
          ...{ diarization: true, returnEmbedding: false },
        },
        {
          signal: never,
          onDecoded: () => void (decoded = performance.now() - started),
          folder: await emptied(path.join(directory, 'work')),
        },
      );
      rows.push({
        model,
        'recording, s': Math.round(durationSeconds),
        segments: segments.length,
        speakers: new Set(segments.map(({ speaker }) => speaker)).size,
        'decoded after, s': Math.round(decoded / 1000),
        'done after, s': Math.round((performance.now() - started) / 1000),
        'processor time, s': Math.round([...cpu.values()].reduce((sum, value) => sum + value, 0)),
        'this process, MiB': Math.round(peaks.here / MEBIBYTE),
        ...Object.fromEntries(
          [...peaks.work].map(([name, peak]) => [`${name}, MiB`, Math.round(peak / MEBIBYTE)]),
        ),
        processes: peaks.processes,
      });
    }
    yield { title: 'An hour', rows };
  } finally {
    clearInterval(timer);
    await recognizer.close?.();
    await rm(directory, { recursive: true, force: true });
  }
};
