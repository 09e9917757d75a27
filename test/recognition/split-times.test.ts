/** How exact the estimated start of a part is, in the samples whose lines have the times at which they are spoken. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { decodeAudio } from '../../demo/sandbox/recognition/decode-audio.js';
import { createPeakCollector, loudestOf } from '../../src/peaks/peaks.js';
import { estimateStart } from '../../src/transcript/edits/estimate.js';
import { heardStart } from '../../src/transcript/edits/pauses.js';
import type { Segment } from '../../src/transcript/transcript.js';

const SAMPLES = ['support-call', 'clinic-call', 'lost-property', 'restaurant', 'stand-up'];
const NINE_MINUTES = 540;

type Line = Pick<Segment, 'start_ms' | 'end_ms' | 'text'>;

const addressOf = (name: string): URL => new URL(`../../demo/samples/${name}`, import.meta.url);

const linesOf = async (name: string): Promise<readonly Line[]> => {
  const json = JSON.parse(await readFile(addressOf(`${name}.json`), 'utf8')) as unknown;
  return (json as { readonly segments: readonly Line[] }).segments;
};

/** How loud a sample is, as a part of a recording of this many seconds. */
const loudnessOf = async (name: string, seconds: number) => {
  const collector = createPeakCollector();
  const path = fileURLToPath(addressOf(`${name}.mp3`));
  let start = 0;
  let sampleRate = 1;
  for await (const piece of decodeAudio({ path, fileType: 'mp3' }, AbortSignal.timeout(60_000))) {
    const frames = piece.samples.length;
    ({ sampleRate } = piece);
    collector.add({ start, frames, sampleRate, loudest: loudestOf([piece.samples]) });
    start += frames;
  }
  const end = seconds * sampleRate;
  if (end > start) collector.add({ start: end - 1, frames: 1, sampleRate, loudest: () => 0 });
  return collector.peaks();
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;

/** In ms: how far from the truth each line starts, if it was in one segment with the line before it. */
const errorsOf = (
  lines: readonly Line[],
  find: (segment: Line, at: number) => number,
): readonly number[] =>
  lines.slice(1).map(({ start_ms, end_ms, text }, before) => {
    const first = lines[before] ?? { start_ms: 0, text: '' };
    const segment = { start_ms: first.start_ms, end_ms, text: `${first.text} ${text}` };
    return Math.abs(find(segment, first.text.length + 1) - start_ms);
  });

const allErrors = async (
  errors: (name: string, lines: readonly Line[]) => Promise<readonly number[]>,
): Promise<readonly number[]> =>
  (await Promise.all(SAMPLES.map(async (name) => errors(name, await linesOf(name))))).flat();

for (const [seconds, most] of [
  [0, 100],
  [NINE_MINUTES, 250],
] as const)
  test(`half of the starts are within ${most} ms in ${seconds === 0 ? 'a short recording' : 'one of nine minutes'}`, async (t) => {
    const errors = await allErrors(async (name, lines) => {
      const loudness = await loudnessOf(name, seconds);
      return errorsOf(lines, (segment, at) => heardStart(segment, at, loudness));
    });
    t.diagnostic(`${errors.length} starts, median ${median(errors)} ms`);
    assert.ok(errors.length > 60);
    assert.ok(median(errors) <= most);
  });

test('half of the starts are within 250 ms without a waveform', async (t) => {
  const errors = await allErrors((_, lines) => Promise.resolve(errorsOf(lines, estimateStart)));
  t.diagnostic(`${errors.length} starts, median ${median(errors)} ms`);
  assert.ok(median(errors) <= 250);
});
