import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesPerSecond, observeSpeed, startSpeed } from '../../../../src/engine/upload/speed.js';

describe('upload speed', () => {
  it('is null for the first half second', () => {
    const speed = observeSpeed(startSpeed(0, 0), 100, 1_000_000);
    assert.equal(bytesPerSecond(speed), null);
  });

  it('is measured at most every 50 ms', () => {
    const speed = startSpeed(0, 0);
    assert.equal(observeSpeed(speed, 49, 1_000), speed);
    assert.equal(observeSpeed(speed, 50, 1_000).rate, 20);
  });

  it('follows a steady rate, and halves the weight of an old rate every 3 s', () => {
    let speed = startSpeed(0, 0);
    for (let ms = 100; ms <= 5_000; ms += 100) speed = observeSpeed(speed, ms, ms * 1_000);
    assert.ok(Math.abs((bytesPerSecond(speed) ?? 0) - 1_000_000) < 1_000);
    const before = bytesPerSecond(speed) ?? 0;
    for (let ms = 5_100; ms <= 8_000; ms += 100) speed = observeSpeed(speed, ms, 5_000_000);
    const after = bytesPerSecond(speed) ?? 0;
    assert.ok(after > before * 0.4 && after < before * 0.6, String(after / before));
  });

  it('does not count bytes that were taken back', () => {
    const speed = observeSpeed(startSpeed(0, 1_000), 1_000, 0);
    assert.equal(bytesPerSecond(speed), 0);
  });
});
