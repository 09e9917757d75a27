import { expect } from '@open-wc/testing';
import { createSilenceSkipper } from '../../../src/reader/player/skip-silence.js';
import { clockedPlayback } from './clocked-playback.js';

/** Of 12 seconds. */
const segments = [
  { start_ms: 2_000, end_ms: 4_000, text: 'a' },
  { start_ms: 8_000, end_ms: 9_000, text: 'b' },
];

const setUp = () => {
  const clock = clockedPlayback(12_000);
  const active = { is: true };
  const skipper = createSilenceSkipper({
    ...clock,
    segments: () => segments,
    isActive: () => active.is,
  });
  clock.listen(skipper.synchronise);
  return { ...clock, skipper, active };
};

describe('skipping silence', () => {
  it('jumps to 250 ms before the next words, and to the end after the last', () => {
    const { playback, elapse, log, at } = setUp();
    playback.play();
    expect(log).to.deep.equal(['0 to 1750']);
    elapse(6_000);
    expect(log).to.deep.equal(['0 to 1750', '4250 to 7750', '9250 to 12000']);
    expect(at).to.include({ position: 12_000, ended: true, playing: false });
  });

  it('sets its timer for exactly the next silence, divided by the rate', () => {
    const { playback, elapse, log, at } = setUp();
    Object.assign(at, { position: 2_250, rate: 2 });
    playback.play();
    elapse(999);
    expect(log).to.deep.equal([]);
    elapse(1);
    expect(log).to.deep.equal(['4250 to 7750']);
  });

  it('plays a silence that the user seeks to, and skips the next', () => {
    const { playback, skipper, elapse, log, at } = setUp();
    at.position = 2_500;
    playback.play();
    skipper.sought(5_000);
    playback.seek(5_000);
    elapse(3_500);
    expect(at.position).to.equal(8_500);
    expect(log).to.deep.equal(['2500 to 5000']);
    elapse(1_000);
    expect(log.at(-1)).to.equal('9250 to 12000');
  });

  it('skips that silence the next time it is reached', () => {
    const { playback, skipper, elapse, log } = setUp();
    skipper.sought(5_000);
    playback.seek(5_000);
    playback.play();
    elapse(100);
    skipper.sought(3_500);
    playback.seek(3_500);
    elapse(1_000);
    expect(log.at(-1)).to.equal('4250 to 7750');
  });

  it('does nothing while off or paused, and starts as soon as it is switched on', () => {
    const { playback, skipper, elapse, log, active, isWaiting } = setUp();
    active.is = false;
    skipper.sought(5_000);
    playback.seek(5_000);
    playback.play();
    elapse(500);
    expect(isWaiting()).to.equal(false);
    active.is = true;
    skipper.begin();
    expect(log).to.deep.equal(['0 to 5000', '5500 to 7750']);
    playback.pause();
    expect(isWaiting()).to.equal(false);
  });

  it('jumps only once, even if the audio lands elsewhere', () => {
    const { playback, skipper, log, at } = setUp();
    playback.play();
    at.position = 1_700;
    skipper.synchronise();
    expect(log).to.deep.equal(['0 to 1750']);
  });

  it('clears its timer when it is stopped', () => {
    const { playback, skipper, at, isWaiting } = setUp();
    at.position = 2_500;
    playback.play();
    expect(isWaiting()).to.equal(true);
    skipper.stop();
    expect(isWaiting()).to.equal(false);
  });
});
