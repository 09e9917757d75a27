import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import {
  durationMismatch,
  formatClock,
  formatDuration,
  formatSrtTime,
  formatVttTime,
  parseClock,
} from '../../../src/transcript/time.js';

describe('time', () => {
  it('formats clock times without leading zeros', () => {
    assert.deepEqual([0, 999, 65_000, 599_999, 3_723_000, 360_000_000].map(formatClock), [
      '0:00',
      '0:00',
      '1:05',
      '9:59',
      '1:02:03',
      '100:00:00',
    ]);
  });

  it('formats subtitle timestamps', () => {
    assert.equal(formatSrtTime(3_723_045), '01:02:03,045');
    assert.equal(formatVttTime(3_723_045.9), '01:02:03.045');
    assert.equal(formatVttTime(360_000_000), '100:00:00.000');
    assert.equal(formatDuration(65_250), 'PT65.25S');
  });

  it('treats an invalid time as zero', () => {
    for (const ms of [NaN, Infinity, -Infinity, -5])
      assert.equal(formatSrtTime(ms), '00:00:00,000');
  });
});

describe('parseClock', () => {
  it('reads minutes and seconds, with or without hours', () => {
    assert.equal(parseClock(' 1:23 '), 83_000);
    assert.equal(parseClock('83:00'), 4_980_000);
    assert.equal(parseClock('1:23:00'), 4_980_000);
    assert.equal(parseClock('0:59:59'), 3_599_000);
  });

  it('reads nothing else', () => {
    for (const text of ['', '5', '1:2', '1:60', '1:60:00', '1:00:00:00', '-1:00', 'a:bc'])
      assert.equal(parseClock(text), null, text);
  });
});

describe('durationMismatch', () => {
  it('returns how much longer the audio is, if over 2 % and one second', () => {
    assert.equal(durationMismatch(100, 102_000), null);
    assert.equal(durationMismatch(100, 102_001), 2_001);
    assert.equal(durationMismatch(100, 97_999), -2_001);
    assert.equal(durationMismatch(6, 7_000), null);
    assert.equal(durationMismatch(0.5, 5_000), 4_500);
    assert.equal(durationMismatch(6, 4_900), -1_100);
    assert.equal(durationMismatch(3600, 3_662_000), null);
  });

  it('returns null if one of the two durations is unknown', () => {
    for (const seconds of [null, 0, NaN]) assert.equal(durationMismatch(seconds, 5_000), null);
    assert.equal(durationMismatch(5, NaN), null);
    assert.equal(durationMismatch(5, Infinity), null);
  });

  it('tolerates whole seconds from the service, however they are rounded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 100_000_000 }), (ms) => {
        for (const round of [Math.floor, Math.round, Math.ceil])
          assert.equal(durationMismatch(round(ms / 1000), ms), null);
      }),
    );
  });
});
