import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BARS, createMeter } from '../../../src/microphone/samples.js';

const RATE = 16_000;

/** Passes seconds of a constant level in batches of a microphone. Returns the number of new bars. */
const hear = (meter: ReturnType<typeof createMeter>, peak: number, seconds: number): number => {
  let bars = 0;
  for (let at = 0; at < seconds * RATE; at += 680) {
    const batch = new Int16Array(Math.min(680, seconds * RATE - at)).fill(peak * 32_767);
    bars += Number(meter.add(batch));
  }
  return bars;
};

describe('the level meter', () => {
  it('has ten new bars a second, the newest last', () => {
    const meter = createMeter();
    assert.equal(hear(meter, 0.5, 2), 20);
    assert.equal(meter.levels.length, BARS);
    assert.equal(meter.levels[0], 0);
    assert.ok((meter.levels.at(-1) ?? 0) > 0.8);
  });

  it('shows speech as high, a whisper as low, and nothing for silence', () => {
    const latest = (peak: number): number => {
      const meter = createMeter();
      hear(meter, peak, 1);
      return meter.levels.at(-1) ?? -1;
    };
    assert.ok(latest(1) > 0.99);
    assert.ok(latest(0.3) > 0.7);
    assert.ok(latest(0.02) > 0.2 && latest(0.02) < 0.4);
    assert.equal(latest(0), 0);
  });

  it('notices four seconds of silence, and the next sound', () => {
    const meter = createMeter();
    hear(meter, 0.3, 1);
    hear(meter, 0.001, 3.9);
    assert.equal(meter.isSilent, false);
    hear(meter, 0.001, 0.2);
    assert.equal(meter.isSilent, true);
    hear(meter, 0.01, 0.1);
    assert.equal(meter.isSilent, false);
  });
});
