import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BYTES_PER_SECOND, SAMPLE_RATE } from '../../../src/microphone/samples.js';
import { createRecorder, type RecorderOptions } from '../../../src/microphone/samples.js';

const recorderFor = (options: Partial<RecorderOptions> = {}) => {
  const written: number[] = [];
  const events: string[] = [];
  const recorder = createRecorder({
    written: 0,
    limit: Infinity,
    append: (audio) => {
      written.push(...new Int16Array(audio));
      return Promise.resolve();
    },
    onLimit: () => events.push('limit'),
    onFailed: (error) => events.push((error as Error).message),
    ...options,
  });
  return { recorder, written, events };
};

/** Samples that count up from 0, in batches of a microphone. */
const count = (samples: number): Int16Array[] => {
  const batches: Int16Array[] = [];
  for (let at = 0; at < samples; at += 700) {
    const length = Math.min(700, samples - at);
    batches.push(Int16Array.from({ length }, (_, index) => (at + index) % 30_000));
  }
  return batches;
};

describe('the recorder', () => {
  it('writes all samples in order, at least twice a second', async () => {
    const sizes: number[] = [];
    const { recorder, written } = recorderFor();
    const counting = createRecorder({
      written: 0,
      limit: Infinity,
      append: (audio) => {
        sizes.push(audio.byteLength);
        return Promise.resolve();
      },
      onLimit: () => assert.fail(),
      onFailed: () => assert.fail(),
    });
    for (const batch of count(5 * SAMPLE_RATE)) {
      recorder.add(batch);
      counting.add(batch);
      await Promise.resolve().then(() => undefined);
    }
    await Promise.all([recorder.finish(), counting.finish()]);
    assert.deepEqual(
      written,
      count(5 * SAMPLE_RATE).flatMap((batch) => [...batch]),
    );
    assert.equal(recorder.bytes, 5 * BYTES_PER_SECOND);
    assert.ok(Math.max(...sizes) <= 0.6 * BYTES_PER_SECOND, String(sizes));
  });

  it('writes once at a time, and together what has come meanwhile', async () => {
    const waiting: (() => void)[] = [];
    const sizes: number[] = [];
    const { recorder } = recorderFor({
      append: (audio) => {
        sizes.push(audio.byteLength);
        return new Promise((resolve) => waiting.push(resolve));
      },
    });
    for (const batch of count(3 * SAMPLE_RATE)) recorder.add(batch);
    assert.equal(waiting.length, 1);
    waiting.shift()?.();
    await new Promise(setImmediate);
    assert.equal(waiting.length, 1);
    assert.equal(sizes[1], 3 * BYTES_PER_SECOND - (sizes[0] ?? 0));
  });

  it('stops exactly at the limit', async () => {
    const { recorder, written, events } = recorderFor({ limit: BYTES_PER_SECOND + 2 });
    for (const batch of count(2 * SAMPLE_RATE)) recorder.add(batch);
    await recorder.finish();
    assert.equal(written.length, SAMPLE_RATE + 1);
    assert.deepEqual(events, ['limit']);
  });

  it('reports a failed write once, and keeps what was written before', async () => {
    let writes = 0;
    const { recorder, events } = recorderFor({
      append: () => {
        writes += 1;
        return writes === 2 ? Promise.reject(new Error('full')) : Promise.resolve();
      },
    });
    for (const batch of count(4 * SAMPLE_RATE)) {
      recorder.add(batch);
      await new Promise(setImmediate);
    }
    await recorder.finish();
    assert.equal(writes, 2);
    assert.deepEqual(events, ['full']);
  });
});
