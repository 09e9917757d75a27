import { expect } from '@open-wc/testing';
import { createRangePlayer, type PlayedRange } from '../../../src/reader/player/play-range.js';
import { clockedPlayback } from './clocked-playback.js';

const setUp = () => {
  const clock = clockedPlayback(10_000);
  const changes: (PlayedRange | null)[] = [];
  const range = createRangePlayer({ ...clock, onChange: (now) => changes.push(now) });
  clock.listen(range.synchronise);
  return { ...clock, range, changes };
};

describe('playing a range', () => {
  it('stops at its end, on its last millisecond', () => {
    const { range, elapse, at, changes, isWaiting } = setUp();
    range.play({ start_ms: 1_001, end_ms: 3_000, loop: false });
    expect(at).to.include({ position: 1_001, playing: true });
    elapse(1_980);
    expect(at.playing).to.equal(true);
    elapse(10);
    expect(at).to.include({ position: 2_999, playing: false });
    expect(changes).to.deep.equal([{ start_ms: 1_001, end_ms: 3_000, loop: false }, null]);
    expect(range.range).to.equal(null);
    expect(isWaiting()).to.equal(false);
  });

  it('never reports a time after its end, however late the timer fires', () => {
    const { range, at, playback, listen } = setUp();
    const told: number[] = [];
    listen(() => {
      range.synchronise();
      told.push(range.bound(playback.state().position));
    });
    range.play({ start_ms: 1_000, end_ms: 2_000, loop: false });
    at.position = 2_300;
    expect(range.bound(at.position)).to.equal(1_999);
    range.synchronise();
    expect(told).to.deep.equal([1_000, 1_000, 1_999, 1_999]);
    playback.seek(5_000);
    expect(told.at(-1)).to.equal(5_000);
  });

  it('measures the time of the recording at any playback rate', () => {
    const { range, elapse, at } = setUp();
    at.rate = 2;
    range.play({ start_ms: 0, end_ms: 4_000, loop: false });
    elapse(1_990);
    expect(at.playing).to.equal(true);
    elapse(5);
    expect(at.playing).to.equal(false);
  });

  it('loops until it is released, then playback continues', () => {
    const { range, elapse, at, log, changes } = setUp();
    range.play({ start_ms: 1_000, end_ms: 2_000, loop: true });
    elapse(985);
    expect(log.at(-1)).to.equal('1985 to 1000');
    elapse(985);
    expect(log).to.have.length(3);
    elapse(500);
    range.release();
    elapse(1_500);
    expect(at).to.include({ position: 3_000, playing: true });
    expect(changes.at(-1)).to.equal(null);
  });

  it('loops if the range ends with the audio', () => {
    const { range, elapse, at } = setUp();
    range.play({ start_ms: 9_000, end_ms: 12_000, loop: true });
    elapse(985);
    expect(at).to.include({ position: 9_000, playing: true });
    Object.assign(at, { position: 10_000, ended: true, playing: false });
    range.synchronise();
    expect(at).to.include({ position: 9_000, playing: true });
  });

  it('pauses and resumes with the user', () => {
    const { range, elapse, at, playback, isWaiting } = setUp();
    range.play({ start_ms: 1_000, end_ms: 2_000, loop: true });
    elapse(500);
    playback.pause();
    expect(isWaiting()).to.equal(false);
    range.sought(1_999);
    playback.seek(1_999);
    expect(at).to.include({ position: 1_999, playing: false });
    playback.play();
    expect(at).to.include({ position: 1_000, playing: true });
  });

  it('ends when the user seeks outside it, and not inside it', () => {
    const { range, elapse, at, playback } = setUp();
    const part = { start_ms: 1_000, end_ms: 2_000 };
    range.play({ ...part, loop: true });
    for (const within of [1_000, 1_500, 1_999]) range.sought(within);
    expect(range.range).to.deep.equal({ ...part, loop: true });
    for (const elsewhere of [999, 2_000, 9_000]) {
      range.play({ ...part, loop: true });
      range.sought(elsewhere);
      expect(range.range, `after ${elsewhere}`).to.equal(null);
    }
    playback.seek(9_000);
    elapse(500);
    expect(at).to.include({ position: 9_500, playing: true });
  });

  it('plays a range without length audibly, and keeps it marked', () => {
    const { range, elapse, at, log } = setUp();
    range.play({ start_ms: 5_000, end_ms: 5_000, loop: false });
    elapse(180);
    expect(at.playing).to.equal(true);
    elapse(10);
    expect(at).to.include({ position: 5_000, playing: false });
    expect(log.at(-2)).to.equal('pause at 5185');
  });

  it('ends if the range is after the end of the audio, instead of looping', () => {
    const { range, at } = setUp();
    range.play({ start_ms: 0, end_ms: 2_000, loop: true });
    at.playing = false;
    range.play({ start_ms: 10_000, end_ms: 11_000, loop: true });
    expect(range.range).to.equal(null);
    expect(at.playing).to.equal(false);
  });

  it('clears its timer when it is stopped', () => {
    const { range, isWaiting } = setUp();
    range.play({ start_ms: 0, end_ms: 2_000, loop: true });
    expect(isWaiting()).to.equal(true);
    range.stop();
    expect(isWaiting()).to.equal(false);
  });
});
