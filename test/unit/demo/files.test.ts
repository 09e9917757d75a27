/** The odd files of the QA console. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { ODD_FILES } from '../../../demo/qa/files/files.js';
import { makeFile, type LoadSample, type OddFile } from '../../../demo/qa/files/make-file.js';
import { checkFile } from '../../../src/engine/session/prepare.js';
import { TranscribeError } from '../../../src/protocol/errors.js';

const SAMPLES = { mp3: 'conversation.mp3', m4a: 'interview.m4a' } as const;

const loadSample: LoadSample = async (format) =>
  new Uint8Array(
    await readFile(new URL(`../../../demo/samples/${SAMPLES[format]}`, import.meta.url)),
  );

/** Node makes no larger one. An end-to-end test makes the others. */
const MOST_BYTES = 2 ** 32;

const FILES = Object.entries(ODD_FILES).filter(([, { bytes = 0 }]) => bytes < MOST_BYTES);

const make = (file: OddFile): Promise<File> => makeFile(file, loadSample);

/** What the element says about a file: `accepted`, or the reason of its error. */
const verdictOn = (file: File): Promise<string> =>
  checkFile(file, {}, () => Promise.resolve(null), new AbortController().signal).then(
    () => 'accepted',
    (error: unknown) => {
      assert.ok(error instanceof TranscribeError);
      return error.failure?.reason ?? error.code;
    },
  );

test('odd files: have exactly the size and the name that are asked for', async () => {
  for (const [text, odd] of FILES) {
    const file = await make(odd);
    if (odd.bytes !== undefined) assert.equal(file.size, odd.bytes, text);
    assert.equal(file.name, odd.name ?? `recording.${odd.format}`);
  }
});

test('odd files: the element refuses damage that it can see, and accepts the other files', async () => {
  const refused: Record<string, string> = {};
  for (const [text, odd] of FILES) {
    const verdict = await verdictOn(await make(odd));
    if (verdict !== 'accepted') refused[text] = verdict;
  }
  assert.deepEqual(refused, {
    'Empty file': 'file-empty',
    'Picture named .wav': 'unsupported-format',
    'Truncated M4A': 'm4a-incomplete',
  });
});

test('odd files: a large one is never read into memory, and its chunks differ', async () => {
  const gibibyte = 1024 ** 3;
  const file = await make({ format: 'wav', bytes: 3 * gibibyte });
  const chunk = 5 * 1024 ** 2;
  const starts = [0, chunk, 2 * chunk, gibibyte, 3 * gibibyte - chunk];
  const heads = await Promise.all(
    starts.map(async (start) =>
      Buffer.from(await file.slice(start, start + 64).arrayBuffer()).toString('hex'),
    ),
  );
  assert.equal(new Set(heads).size, starts.length);
  const { arrayBuffers } = process.memoryUsage();
  assert.ok(arrayBuffers < 200 * 1024 ** 2, `${arrayBuffers} bytes in buffers`);
});
