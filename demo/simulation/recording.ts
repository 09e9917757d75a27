/** A long recording that is generated when it is needed: two voices that babble. Nobody speaks in it. */
import { WAV_HEADER_BYTES, wavHeader } from '../../src/convert/pcm.js';

const SAMPLE_RATE = 48_000;
const CHANNELS = 2;
const FRAME_BYTES = CHANNELS * 2;
/** Of both channels together. */
const LOUDEST = 24_000;

/** Centre frequencies of the first two resonances of some vowels, in Hz. */
const VOWELS: readonly (readonly [number, number])[] = [
  [730, 1090],
  [530, 1840],
  [390, 1990],
  [570, 840],
  [440, 1020],
];

/** Numbers from 0 to 1 that are the same for every visitor (a linear congruential generator). */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
};

/** A resonance at `hertz`, as a filter with two poles. */
const resonance = (hertz: number, bandwidth: number): ((input: number) => number) => {
  const radius = Math.exp((-Math.PI * bandwidth) / SAMPLE_RATE);
  const a = 2 * radius * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
  const b = -radius * radius;
  let [last, beforeLast] = [0, 0];
  return (input) => {
    const output = (1 - radius) * input + a * last + b * beforeLast;
    [beforeLast, last] = [last, output];
    return output;
  };
};

/** One phrase of a voice: syllables of a buzz through two resonances, then a pause. */
const phrase = (random: () => number, pitch: number, pan: number): Int16Array<ArrayBuffer> => {
  const syllables = 5 + Math.floor(random() * 8);
  const sounds = Array.from({ length: syllables }, () => ({
    seconds: 0.12 + random() * 0.14,
    vowel: VOWELS[Math.floor(random() * VOWELS.length)] ?? [500, 1500],
    pitch: pitch * (0.9 + random() * 0.25),
  }));
  const pause = 0.35 + random() * 0.6;
  const seconds = sounds.reduce((sum, sound) => sum + sound.seconds, pause);
  const voice = new Float32Array(Math.floor(seconds * SAMPLE_RATE));
  let at = 0;
  for (const { seconds: length, vowel, pitch: hertz } of sounds) {
    const [low, high] = [resonance(vowel[0], 90), resonance(vowel[1], 120)];
    const frames = Math.floor(length * SAMPLE_RATE);
    for (let frame = 0; frame < frames; frame++, at++) {
      const buzz = 2 * (((frame * hertz) / SAMPLE_RATE) % 1) - 1;
      const loudness = Math.sin((Math.PI * frame) / frames) ** 0.7;
      voice[at] = (low(buzz) + 0.6 * high(buzz)) * loudness;
    }
  }
  const peak = voice.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const samples = new Int16Array(voice.length * CHANNELS);
  for (const [index, sample] of voice.entries()) {
    const scaled = (sample / peak) * LOUDEST;
    samples[index * CHANNELS] = scaled * (1 - pan);
    samples[index * CHANNELS + 1] = scaled * pan;
  }
  return samples;
};

/**
 * A WAV file of this many bytes, rounded down to whole samples. It is a Blob of phrases that repeat in a changing order,
 * so it takes a few megabytes of memory, whatever its size, and no two parts are the same.
 */
export const generateRecording = (bytes: number): File => {
  const random = createRandom(20);
  const phrases = Array.from({ length: 10 }, (_, index) =>
    index % 2 === 0 ? phrase(random, 118, 0.4) : phrase(random, 196, 0.6),
  ).map((samples) => new Blob([samples]));
  const data = Math.max(0, Math.floor((bytes - WAV_HEADER_BYTES) / FRAME_BYTES)) * FRAME_BYTES;
  const pieces: Blob[] = [];
  for (let left = data; left > 0;) {
    const next = phrases[Math.floor(random() * phrases.length)] as Blob;
    pieces.push(next.size > left ? next.slice(0, left) : next);
    left -= Math.min(left, next.size);
  }
  return new File([wavHeader(SAMPLE_RATE, data, CHANNELS), ...pieces], 'generated.wav', {
    type: 'audio/wav',
  });
};
