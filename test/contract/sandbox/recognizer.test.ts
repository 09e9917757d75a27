/** What all recognisers share: decoding, then finding words and speakers in parallel. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { findRecognizer } from '../../../demo/sandbox/index.js';
import { createRecognizer } from '../../../demo/sandbox/recognition/create-recognizer.js';
import {
  moonshine,
  OTHER_LANGUAGE_TEXT,
} from '../../../demo/sandbox/recognition/moonshine/word-finder.js';
import type { Recording, WordFinder } from '../../../demo/sandbox/recognition/recognizer.js';
import { jobsHere, type Jobs } from '../../../demo/sandbox/recognition/work/jobs.js';
import { REQUEST, voicemail } from '../../support/recognition-request.js';

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Finds the words "one", "two" … and records its arguments. */
const counting = () => {
  const given: Recording[] = [];
  const words: WordFinder = {
    name: 'counting',
    findWords: async (recording) => {
      assert.ok(await isThere(recording.rawFile));
      given.push(recording);
      const all = [...recording.speech, ...recording.silence];
      return {
        language: 'en',
        utterances: all.map((interval, index) => ({ ...interval, text: `Number ${index}` })),
      };
    },
  };
  return { words, given };
};

/** Decodes for real, but returns two made-up speakers in turn. */
const inTurn = (asked: unknown[]): Jobs => ({
  ...jobsHere,
  voiceprints: () => Promise.resolve([]),
  group: (request) => {
    asked.push(request);
    const voices = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
    const turns = request.speech.map((interval, index) => ({ ...interval, speaker: index % 2 }));
    return Promise.resolve({ turns, voices });
  },
});

const parent = await mkdtemp(path.join(tmpdir(), 'recognizer-'));
after(() => rm(parent, { recursive: true, force: true }));

const watching = (signal = new AbortController().signal) => {
  const calls: string[] = [];
  const folder = mkdtempSync(path.join(parent, 'one-'));
  return { calls, watch: { signal, folder, onDecoded: () => void calls.push('decoded') } };
};

test('recogniser: segments have speakers, voiceprints are returned on request, and files are written to the given folder', async () => {
  const { words, given } = counting();
  const asked: unknown[] = [];
  const parts = { words, voiceModel: null, speakerFolder: '/models', jobs: inTurn(asked) };
  const { calls, watch } = watching();
  const found = await createRecognizer(parts).recognize(voicemail, REQUEST, watch);
  assert.deepEqual(calls, ['decoded']);
  assert.deepEqual(
    found.segments.map(({ text, speaker }) => [text, speaker]),
    [
      ['Number 0', 'SPEAKER_01'],
      ['Number 1', 'SPEAKER_02'],
      ['Number 2', 'SPEAKER_01'],
    ],
  );
  assert.deepEqual(found.embeddings, { SPEAKER_01: [1, 0], SPEAKER_02: [0, 1] });
  assert.equal(asked.length, 1);
  assert.deepEqual(given[0]?.audio, voicemail);
  assert.deepEqual(given[0]?.silence, []);
  assert.equal(path.dirname(given[0]?.rawFile ?? ''), watch.folder);
  assert.deepEqual(await readdir(watch.folder), ['audio.raw']);
});

test('recogniser: skips work that was not requested or has no model', async () => {
  for (const [request, speakerFolder] of [
    [{ diarization: false }, '/models'],
    [{}, null],
  ] as const) {
    const { words } = counting();
    const asked: unknown[] = [];
    const recognizer = createRecognizer({
      ...{ words, speakerFolder, voiceModel: null },
      jobs: inTurn(asked),
    });
    const { watch } = watching();
    const found = await recognizer.recognize(voicemail, { ...REQUEST, ...request }, watch);
    assert.deepEqual(asked, []);
    assert.equal(found.embeddings, undefined);
    assert.ok(found.segments.every(({ speaker }) => speaker === undefined));
  }
});

/** Runs until it is aborted, and records that it was. */
const untilStopped = () => {
  const stopped: string[] = [];
  const work = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped.push('stopped');
        reject(new Error('stopped'));
      });
    });
  return { stopped, work };
};

const broken = (): Promise<never> => Promise.reject(new Error('broken'));
const wordsBy = (work: (signal: AbortSignal) => Promise<never>): WordFinder => ({
  name: 'never',
  findWords: (_recording, _request, signal) => work(signal),
});
const speakersBy = (work: (signal: AbortSignal) => Promise<never>): Jobs => ({
  ...jobsHere,
  voiceprints: (_request, signal) => work(signal),
});

test('recogniser: if words or speakers fail, aborts the other and reports the first failure', async () => {
  const shared = { voiceModel: null, speakerFolder: '/models' };
  const { stopped, work } = untilStopped();
  for (const parts of [
    { words: wordsBy(broken), jobs: speakersBy(work) },
    { words: wordsBy(work), jobs: speakersBy(broken) },
  ]) {
    const recognizer = createRecognizer({ ...shared, ...parts });
    await assert.rejects(recognizer.recognize(voicemail, REQUEST, watching().watch), /broken/);
  }
  assert.equal(stopped.length, 2);
});

test('recogniser: an abort stops both and rejects with its reason', async () => {
  const stop = new AbortController();
  const { stopped, work } = untilStopped();
  const parts = { words: wordsBy(work), jobs: speakersBy(work) };
  const recognizer = createRecognizer({ ...parts, voiceModel: null, speakerFolder: '/models' });
  const running = recognizer.recognize(voicemail, REQUEST, {
    ...watching(stop.signal).watch,
    onDecoded: () => setImmediate(() => stop.abort(new Error('revoked'))),
  });
  await assert.rejects(running, /revoked/);
  assert.equal(stopped.length, 2);
});

test('recogniser: prefers a server in the environment, then Moonshine, then none', () => {
  const nothing = {
    ...{ wordsFolder: null, humanSpeechFolder: null },
    ...{ voiceModel: null, speakerFolder: null },
  };
  const everything = { ...nothing, wordsFolder: '/y' };
  const RECOGNIZER_URL = 'http://127.0.0.1:9';
  assert.equal(findRecognizer({ RECOGNIZER_URL }, everything).name, 'openai');
  assert.equal(findRecognizer({}, everything).name, 'moonshine');
  assert.equal(findRecognizer({}, nothing).name, 'none');
  assert.throws(() => findRecognizer({ RECOGNIZER_URL: 'nonsense' }, everything), /RECOGNIZER_URL/);
});

test('recogniser: does not guess at languages other than English', async () => {
  // The model does not exist, so the test fails if it is opened.
  const words = moonshine('/nowhere', jobsHere.words);
  const recognizer = createRecognizer({ words, voiceModel: null, speakerFolder: null });
  const german = { ...REQUEST, language: 'de-CH' };
  const found = await recognizer.recognize(voicemail, german, watching().watch);
  assert.equal(found.language, 'de-CH');
  assert.deepEqual(
    found.segments.map(({ text }) => text),
    Array.from({ length: 3 }, () => OTHER_LANGUAGE_TEXT),
  );
  for (const language of ['auto', 'en', 'en-GB'])
    await assert.rejects(
      recognizer.recognize(voicemail, { ...REQUEST, language }, watching().watch),
      /base-encoder_model\.onnx is missing/,
    );
});
