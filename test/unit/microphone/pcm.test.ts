import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkFile } from '../../../src/engine/session/prepare.js';
import {
  audioLimit,
  BYTES_PER_SECOND,
  createPcmConverter,
  waveHeader,
} from '../../../src/microphone/samples.js';

describe('the format of recordings', () => {
  it('has a header from which the upload reads the format and the exact length', async () => {
    const audio = new Uint8Array(2.5 * BYTES_PER_SECOND);
    const file = new File([waveHeader(audio.length), audio], 'recording.wav');
    const facts = await checkFile(
      file,
      {},
      () => Promise.resolve(null),
      new AbortController().signal,
    );
    assert.equal(facts.fileType, 'wav');
    assert.equal(facts.durationSeconds, 2.5);
  });

  it('stops at max-duration and max-size, so that both accept the file', async () => {
    for (const limits of [{ maxDuration: 3 }, { maxDuration: 2.00003 }, { maxSize: 64_045 }]) {
      const bytes = audioLimit(limits.maxSize ?? null, limits.maxDuration ?? null);
      assert.equal(bytes % 2, 0);
      const file = new File([waveHeader(bytes), new Uint8Array(bytes)], 'recording.wav');
      await checkFile(file, limits, () => Promise.resolve(null), new AbortController().signal);
    }
  });

  it('ends before the size fields overflow, and at 0 if a limit leaves no room', () => {
    assert.ok(audioLimit(null, null) + 44 < 2 ** 32);
    assert.ok(audioLimit(null, null) / BYTES_PER_SECOND > 37 * 3600);
    assert.equal(audioLimit(10, null), 0);
  });
});

const sine = (hz: number, rate: number, seconds: number, gain = 0.5): Float32Array =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, index) => gain * Math.sin((2 * Math.PI * hz * index) / rate),
  );

/** Passes the input in pieces of irregular sizes, as a microphone may deliver them. */
const inPieces = (input: Float32Array, from: number, sizes: readonly number[]) => {
  const resample = createPcmConverter(from);
  const output: number[] = [];
  for (let at = 0, turn = 0; at < input.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 128;
    output.push(...resample(input.subarray(at, at + size)));
    at += size;
  }
  return output;
};

const level = (samples: readonly number[]): number =>
  Math.sqrt(samples.reduce((sum, one) => sum + (one / 32_767) ** 2, 0) / samples.length);

const RATES = [8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];

describe('resampling', () => {
  for (const rate of RATES) {
    it(`keeps a tone of 1 kHz at ${rate} Hz, sample by sample`, () => {
      const output = inPieces(sine(1_000, rate, 0.5), rate, [2_048]);
      const expected = sine(1_000, 16_000, 0.5);
      // The filter starts in silence, so its first samples differ.
      const errors = output
        .slice(64)
        .map((one, index) => one / 32_767 - (expected[index + 64] ?? 0));
      const worst = errors.reduce((most, error) => Math.max(most, Math.abs(error)), 0);
      assert.ok(worst < 0.005, `${worst}`);
    });

    it(`returns 16,000 samples for each second at ${rate} Hz`, () => {
      const { length } = inPieces(sine(440, rate, 2), rate, [2_048]);
      assert.ok(Math.abs(length - 32_000) <= 33, `${length}`);
    });
  }

  it('gives the same samples whatever the sizes of the pieces', () => {
    const input = sine(700, 44_100, 0.3);
    const whole = inPieces(input, 44_100, [input.length]);
    assert.deepEqual(inPieces(input, 44_100, [1, 127, 128, 3_000]), whole);
  });

  it('removes tones that the lower rate cannot hold, instead of folding them back', () => {
    for (const hz of [9_500, 12_000, 15_000, 20_000]) {
      const output = inPieces(sine(hz, 48_000, 0.5), 48_000, [2_048]);
      assert.ok(level(output.slice(64)) < 0.001, `${hz} Hz: ${level(output.slice(64))}`);
    }
  });

  it('limits sound that is too loud', () => {
    const output = createPcmConverter(16_000)(Float32Array.of(2, -2, 0.5));
    assert.deepEqual([...output], [32_767, -32_768, 16_384]);
  });
});
