import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGapDetector } from '../../../src/microphone/capture.js';

const RATE = 48_000;

/** Checks once per entry: the seconds that have passed, and the seconds of sound that have arrived. */
const missingIn = (checks: readonly (readonly [passed: number, arrived: number])[]): boolean => {
  const gaps = createGapDetector(RATE);
  let nowMs = 5_000;
  gaps.restart(nowMs);
  return checks.some(([passed, arrived]) => {
    nowMs += passed * 1000;
    gaps.add(arrived * RATE);
    return gaps.isMissing(nowMs);
  });
};

const times = <T>(count: number, value: T): readonly T[] =>
  Array.from({ length: count }, () => value);

describe('missing sound', () => {
  it('is noticed within seconds after the microphone has stopped', () => {
    assert.equal(missingIn(times(7, [1, 0])), true);
  });

  it('is noticed after the page was frozen for a minute', () => {
    assert.equal(
      missingIn([
        [1, 1],
        [60, 0.1],
        [1, 1],
      ]),
      true,
    );
  });

  it('is not assumed while the page is busy and gets the sound later', () => {
    assert.equal(
      missingIn([
        [1, 1],
        [8, 0],
        [1, 9],
        [1, 1],
        [1, 1],
      ]),
      false,
    );
  });

  it('is not assumed if timers run once a minute, as in a tab in the background', () => {
    assert.equal(missingIn(times(60, [60, 60])), false);
  });

  it('is not assumed for a device whose clock is 0.5% slow, within ten hours', () => {
    assert.equal(missingIn(times(36_000, [1, 0.995])), false);
  });
});
