import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  formatClock,
  formatDuration,
  formatSrtTime,
  formatVttTime,
} from '../../../src/transcript/index.js';

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
