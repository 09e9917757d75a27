import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  decodeAudio,
  fileTypeOf,
  sniffFileType,
} from '../../../demo/sandbox/recognition/decode-audio.js';
import {
  createFrameMeter,
  SILENCE_DB,
  silentIntervals,
  speechIntervals,
  type Interval,
} from '../../../demo/sandbox/recognition/speech-intervals.js';
import { UndecodableAudio } from '../../../demo/sandbox/recognition/recognizer.js';

const RATE = 16_000;

/** Noise from −1 to 1, the same on every run (a linear congruential generator). */
const noise = (() => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
})();

/** Similar to speech: a tone whose loudness varies four times a second. */
const voice = (seconds: number, amplitude: number): number =>
  amplitude * (0.65 + 0.35 * Math.sin(8 * Math.PI * seconds)) * Math.sin(440 * Math.PI * seconds);

const decibels = (db: number): number => 10 ** (db / 20);

/** Speech at the given times (seconds) over background noise at this level (dBFS). */
const recording = (
  seconds: number,
  spoken: readonly (readonly [number, number])[],
  { background = -100, amplitude = 0.3, rate = RATE } = {},
): readonly number[] => {
  const samples = Float32Array.from({ length: Math.round(seconds * rate) }, (_, index) => {
    const now = index / rate;
    const speaking = spoken.some(([from, to]) => now >= from && now < to);
    return (speaking ? voice(now, amplitude) : 0) + noise() * decibels(background) * Math.sqrt(3);
  });
  const meter = createFrameMeter();
  // In pieces of uneven length, as decoders return them.
  for (let at = 0; at < samples.length; at += 1_152)
    meter.add(samples.subarray(at, at + 1_152), rate);
  return meter.levels;
};

const near = (
  found: readonly Interval[],
  expected: readonly (readonly [number, number])[],
): void => {
  assert.equal(found.length, expected.length, JSON.stringify(found));
  for (const [index, [from, to]] of expected.entries()) {
    const { startMs, endMs } = found[index] ?? { startMs: NaN, endMs: NaN };
    assert.ok(Math.abs(startMs - from * 1000) <= 60, `start ${startMs} of ${from} s`);
    // An interval ends with its hangover time.
    assert.ok(endMs >= to * 1000 - 60 && endMs <= to * 1000 + 150, `end ${endMs} of ${to} s`);
  }
};

test('speech detection: levels are in dBFS, one per 10 ms, at any sample rate', () => {
  for (const rate of [8_000, 11_025, 16_000, 22_050, 44_100]) {
    const meter = createFrameMeter();
    const square = Float32Array.from({ length: rate }, (_, index) => (index % 2 ? 0.1 : -0.1));
    meter.add(square, rate);
    assert.ok(Math.abs(meter.seconds() - 1) < 1e-6);
    assert.equal(meter.levels.length, 100);
    assert.ok(meter.levels.every((level) => Math.abs(level + 20) < 0.1));
  }
});

test('speech detection: a DC offset is silence', () => {
  const meter = createFrameMeter();
  meter.add(new Float32Array(RATE).fill(0.5), RATE);
  assert.ok(meter.levels.every((level) => level === SILENCE_DB));
});

test('speech detection: finds speech in silence and in noise', () => {
  const spoken = [
    [0.5, 2.1],
    [2.9, 4.4],
    [6, 8.25],
  ] as const;
  for (const background of [-100, -60, -45, -30])
    near(speechIntervals(recording(10, spoken, { background })), spoken);
});

test('speech detection: the threshold adapts, so quiet speech counts, and speech after the noise has risen', () => {
  near(speechIntervals(recording(6, [[2, 4]], { amplitude: 0.01 })), [[2, 4]]);
  const quiet = recording(60, [[5, 9]], { background: -70, amplitude: 0.02 });
  const loud = recording(60, [[5, 9]], { background: -35, amplitude: 0.4 });
  near(speechIntervals([...quiet, ...loud]), [
    [5, 9],
    [65, 69],
  ]);
});

test('speech detection: finds one short word in a long recording', () => {
  for (const background of [-100, -50, -35])
    near(speechIntervals(recording(60, [[40, 40.5]], { background })), [[40, 40.5]]);
});

test('speech detection: finds nothing in silence, steady noise or a steady hum', () => {
  for (const background of [-100, -60, -20])
    assert.deepEqual(speechIntervals(recording(5, [], { background })), []);
  const hum = createFrameMeter();
  hum.add(
    Float32Array.from({ length: 5 * RATE }, (_, index) => 0.3 * Math.sin(index / 25)),
    RATE,
  );
  assert.deepEqual(speechIntervals(hum.levels), []);
  assert.deepEqual(speechIntervals([]), []);
});

test('speech detection: ignores gaps under 300 ms and sounds under 200 ms', () => {
  const gap = (seconds: number) =>
    speechIntervals(
      recording(5, [
        [1, 2],
        [2 + seconds, 3.5],
      ]),
    ).length;
  assert.deepEqual([gap(0.2), gap(0.28), gap(0.34), gap(0.5)], [1, 1, 2, 2]);
  const sound = (seconds: number) => speechIntervals(recording(5, [[2, 2 + seconds]])).length;
  assert.deepEqual([sound(0.05), sound(0.15), sound(0.25)], [0, 0, 1]);
});

test('speech detection: intervals ascend, never overlap and stay within the audio', () => {
  const levels = recording(4, [
    [0, 1],
    [1.32, 2],
    [2.5, 4],
  ]);
  const found = speechIntervals(levels);
  assert.equal(found.length, 3);
  let previous = 0;
  for (const { startMs, endMs } of found) {
    assert.ok(startMs >= previous && endMs > startMs && endMs <= 4000);
    previous = endMs;
  }
  const silence = silentIntervals(found, 4000);
  assert.deepEqual(
    silence.map(({ startMs }) => startMs),
    [found[1]?.endMs],
  );
  assert.deepEqual(silentIntervals([], 1000), [{ startMs: 0, endMs: 1000 }]);
});

const samplePath = (name: string): string =>
  fileURLToPath(new URL(`../../../demo/samples/${name}`, import.meta.url));

/** The number of speech intervals that the pauses in demo/samples/scripts.json create. */
for (const { name, fileType, seconds, spoken } of [
  { name: 'conversation.mp3', fileType: 'mp3', seconds: 44.97, spoken: 12 },
  { name: 'interview.m4a', fileType: 'm4a', seconds: 23.14, spoken: 6 },
  { name: 'voicemail.wav', fileType: 'wav', seconds: 11.03, spoken: 3 },
] as const) {
  test(`speech detection: decodes ${name} and finds each of its lines`, async () => {
    const path = samplePath(name);
    assert.equal(await fileTypeOf(path), fileType);
    const meter = createFrameMeter();
    for await (const { samples, sampleRate } of decodeAudio(
      { path, fileType },
      new AbortController().signal,
    ))
      meter.add(samples, sampleRate);
    assert.ok(Math.abs(meter.seconds() - seconds) < 0.05, String(meter.seconds()));
    const found = speechIntervals(meter.levels);
    assert.equal(found.length, spoken);
    assert.ok(Math.abs((found[0]?.startMs ?? 0) - 330) <= 40);
    const quietEnd = meter.seconds() * 1000 - (found.at(-1)?.endMs ?? 0);
    assert.ok(quietEnd > 400 && quietEnd < 750, String(quietEnd));
  });
}

test('decoding: stops on abort, and rejects a file that is not audio', async () => {
  const drain = async (name: string, fileType: 'mp3' | 'm4a' | 'wav', signal: AbortSignal) => {
    for await (const { samples } of decodeAudio({ path: samplePath(name), fileType }, signal))
      assert.ok(samples.length > 0);
  };
  const stopped = AbortSignal.abort(new Error('enough'));
  await assert.rejects(drain('voicemail.wav', 'wav', stopped), /enough/);
  const { signal } = new AbortController();
  for (const fileType of ['mp3', 'm4a', 'wav'] as const)
    await assert.rejects(drain('scripts.json', fileType, signal), UndecodableAudio);
});

test('decoding: detects formats by their first bytes', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  assert.equal(sniffFileType(bytes('RIFF\0\0\0\0WAVE')), 'wav');
  assert.equal(sniffFileType(bytes('\0\0\0\x1cftypM4A ')), 'm4a');
  assert.equal(sniffFileType(bytes('ID3\x04')), 'mp3');
  for (const header of ['\xff\xfb', '\xff\xf3', '\xff\xf2', '\xff\xe3'])
    assert.equal(sniffFileType(bytes(header)), 'mp3');
  for (const other of ['', 'RIFF\0\0\0\0AVI ', 'OggS', '\xff\xf1', '\xff\xd8', '<html>', 'fLaC'])
    assert.equal(sniffFileType(bytes(other)), null);
});
