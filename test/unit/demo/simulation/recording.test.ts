/** The generated recording. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { generateRecording } from '../../../../demo/simulation/recording.js';
import { audioRateOf } from '../../../../demo/simulation/storage-host.js';
import { detectAudioFormat } from '../../../../src/engine/audio-headers/detect-format.js';

test('generated recording: a WAV file of exactly this size, whose parts all differ', async () => {
  const file = generateRecording(6_000_000);
  assert.equal(file.size, 6_000_000);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  assert.equal(view.getUint32(4, true), bytes.length - 8);
  assert.equal(view.getUint32(40, true), bytes.length - 44);
  assert.equal(audioRateOf(bytes), 192_000);
  const format = await detectAudioFormat({
    size: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.slice(offset, offset + length)),
  });
  assert.equal(format.kind === 'audio' && Math.round(format.durationSeconds ?? 0), 31);
  const parts = Array.from({ length: 11 }, (_, index) =>
    createHash('md5')
      .update(bytes.subarray(index * 524_288, (index + 1) * 524_288))
      .digest('hex'),
  );
  assert.equal(new Set(parts).size, parts.length);
});

test('generated recording: is neither silent nor clipped', async () => {
  const bytes = await generateRecording(1_000_000).arrayBuffer();
  const samples = new Int16Array(bytes, 44);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  assert.ok(loudest > 3_000 && loudest < 32_767, `loudest sample: ${loudest}`);
});

test('generated recording: a size that is no whole number of samples is rounded down', () => {
  assert.equal(generateRecording(100_003).size, 100_000);
});

test('audio rate: null for a file without a WAV header', () => {
  assert.equal(audioRateOf(new Uint8Array(100)), null);
  assert.equal(audioRateOf(new Uint8Array(10)), null);
});
