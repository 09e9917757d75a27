import assert from 'node:assert/strict';
import test from 'node:test';
import { concatenated, createResampler } from '../../../demo/sandbox/recognition/resample.js';
import { seededRandom } from '../../support/seeded-random.js';

/** Resamples all samples in one call. */
const resample = (samples: Float32Array, from: number, to: number): Float32Array => {
  const { push, end } = createResampler(from, to);
  return concatenated(push(samples), end());
};

const tone = (hertz: number, rate: number, seconds = 1): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, index) =>
    Math.sin((2 * Math.PI * hertz * index) / rate),
  );

const power = (samples: Float32Array): number =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;

/** Ignores both ends, where a tone starts and stops. */
const middle = (samples: Float32Array): Float32Array =>
  samples.subarray(samples.length / 4, (samples.length * 3) / 4);

test('resampling: keeps a tone, sample by sample', () => {
  for (const rate of [8_000, 11_025, 22_050, 44_100, 48_000]) {
    const output = resample(tone(1_000, rate), rate, 16_000);
    const expected = tone(1_000, 16_000);
    assert.equal(output.length, 16_000);
    const differences = middle(output.map((sample, index) => sample - (expected[index] ?? 0)));
    assert.ok(power(differences) < 1e-6, `${rate}: ${power(differences)}`);
  }
});

test("resampling: removes frequencies above the lower rate's limit, and keeps those below", () => {
  for (const hertz of [9_500, 12_000, 20_000])
    assert.ok(power(middle(resample(tone(hertz, 44_100), 44_100, 16_000))) < 1e-4, String(hertz));
  for (const hertz of [50, 3_000, 6_500])
    assert.ok(Math.abs(power(middle(resample(tone(hertz, 44_100), 44_100, 16_000))) - 0.5) < 0.005);
});

test('resampling: keeps a DC offset, and changes nothing audible at the same rate', () => {
  const offset = middle(resample(new Float32Array(4_410).fill(0.5), 44_100, 16_000));
  assert.ok(offset.every((sample) => Math.abs(sample - 0.5) < 1e-6));
  const same = tone(440, 16_000);
  const output = resample(same, 16_000, 16_000);
  assert.ok(power(middle(output.map((sample, index) => sample - (same[index] ?? 0)))) < 1e-8);
});

test('resampling: the output does not depend on how the input is split', () => {
  const random = seededRandom(7);
  for (const [from, to] of [
    [44_100, 16_000],
    [16_000, 8_000],
    [8_000, 16_000],
    [11_025, 16_000],
  ] as const) {
    const input = Float32Array.from({ length: 5_000 }, () => random.between(-100, 100) / 100);
    const { push, end } = createResampler(from, to);
    const pieces: number[] = [];
    for (let at = 0; at < input.length;) {
      const next = at + random.between(0, 700);
      pieces.push(...push(input.subarray(at, next)));
      at = next;
    }
    pieces.push(...end());
    assert.deepEqual(Float32Array.from(pieces), resample(input, from, to));
    assert.equal(pieces.length, Math.round((5_000 * to) / from));
  }
  assert.equal(resample(new Float32Array(0), 44_100, 16_000).length, 0);
});
