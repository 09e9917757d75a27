import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareHeard } from '../../../conformance/recordings/compare-words.js';
import {
  longRecording,
  shortRecording,
  startOfShort,
  unpaddedSize,
} from '../../../conformance/recordings/recording.js';
import { readSpeech } from '../../../conformance/recordings/speech.js';

const speech = await readSpeech();
const MEBIBYTE = 1024 * 1024;

/** The chunks of a RIFF file, by name. */
const chunksOf = (bytes: Uint8Array): ReadonlyMap<string, Buffer> => {
  const file = Buffer.from(bytes);
  assert.equal(file.toString('latin1', 0, 4), 'RIFF');
  assert.equal(file.readUInt32LE(4), file.length - 8);
  const chunks = new Map<string, Buffer>();
  for (let at = 12; at < file.length;) {
    const size = file.readUInt32LE(at + 4);
    chunks.set(file.toString('latin1', at, at + 4), file.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  return chunks;
};

for (const chunkSize of [
  ...[7, 1000, 65_536, MEBIBYTE / 4, MEBIBYTE / 3, MEBIBYTE, 5 * MEBIBYTE, 16_000_001],
  // The recording has exactly three chunks, or two.
  ...[unpaddedSize(speech) / 3, unpaddedSize(speech) / 2, unpaddedSize(speech)],
]) {
  test(`recordings: with chunks of ${chunkSize} bytes, there are several, and the last is shorter`, () => {
    const { bytes, seconds } = longRecording(speech, chunkSize);
    assert.ok(Math.ceil(bytes.length / chunkSize) >= 3);
    assert.notEqual(bytes.length % chunkSize, 0);
    const data = chunksOf(bytes).get('data');
    assert.equal(data?.length, (seconds ?? 0) * 2 * speech.sampleRate);
    // Speech continues across the end of a chunk.
    const start = bytes.length - (data?.length ?? 0);
    assert.ok(Math.floor(start / chunkSize) < Math.floor((bytes.length - 1) / chunkSize));
  });
}

test('recordings: no byte of the filler can be lost, swapped or cleared unnoticed', () => {
  const { bytes } = longRecording(speech, 5 * MEBIBYTE);
  const padding = chunksOf(bytes).get('JUNK') ?? Buffer.alloc(0);
  assert.ok(padding.length > 5 * MEBIBYTE);
  assert.ok(!padding.includes(0));
  const blocks = new Set<string>();
  for (let at = 0; at + 64 <= padding.length; at += 64) {
    blocks.add(padding.toString('latin1', at, at + 64));
  }
  assert.equal(blocks.size, Math.floor(padding.length / 64), 'some bytes repeat');
  assert.deepEqual(longRecording(speech, 5 * MEBIBYTE).bytes, bytes, 'the same each time');
});

test('recordings: each phrase is where the recording says', () => {
  for (const recording of [shortRecording(speech), longRecording(speech, MEBIBYTE)]) {
    const data = chunksOf(recording.bytes).get('data') ?? Buffer.alloc(0);
    for (const [index, { startMs, endMs }] of recording.spoken.entries()) {
      const samples = Buffer.from(speech.phrases[index]?.samples ?? []);
      const at = data.indexOf(samples);
      const msOf = (bytes: number): number => bytes / 2 / (speech.sampleRate / 1000);
      assert.ok(Math.abs(msOf(at) - startMs) < 1);
      assert.ok(Math.abs(msOf(at + samples.length) - endMs) < 1);
    }
  }
});

test('recordings: the short one has one phrase, and is small', () => {
  const { bytes, spoken, words } = shortRecording(speech);
  assert.deepEqual([spoken.length, words], [1, speech.phrases[0]?.text]);
  assert.ok(bytes.length < MEBIBYTE / 8);
});

test('recordings: the start of the short one fits into the bytes that it may have', () => {
  for (const bytes of [44, 45, 1000, 65_536, 101_063]) {
    const { bytes: file } = startOfShort(speech, bytes);
    assert.ok(file.length <= bytes && file.length >= bytes - 1);
    assert.equal(chunksOf(file).get('data')?.length, file.length - 44);
  }
});

test('words: the share that was heard, in order, without case and punctuation', () => {
  assert.equal(shareHeard('One two, three four.', 'one TWO three four'), 1);
  assert.equal(shareHeard('one two three four', 'one three'), 0.5);
  assert.equal(shareHeard('one two three four', 'four three two one'), 0.25);
  assert.equal(shareHeard('one two', ''), 0);
  assert.equal(shareHeard('Größe', 'größe'), 1);
});
