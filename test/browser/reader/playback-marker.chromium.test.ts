import { expect } from '@open-wc/testing';
import { createCursor } from '../../../src/transcript/cursor.js';
import { createPlaybackMarker } from '../../../src/reader/turns/follow.js';
import { talk } from './reader-support.js';

/** Playback and timers that run on the test's own clock. */
const setUp = () => {
  const playback = { position: 0, pace: 0, started: true };
  const waits: number[] = [];
  const changes: (readonly number[])[] = [];
  let pending: (() => void) | null = null;
  const elements = talk.segments.map(() => document.createElement('li'));
  const cursor = createCursor(talk.segments);
  const marker = createPlaybackMarker({
    cursor: () => cursor,
    playback: () => playback,
    elementOf: (index) => elements[index],
    onChange: (playing) => changes.push(playing),
    timers: {
      schedule: (callback, ms) => {
        waits.push(ms);
        pending = callback;
        return () => {
          pending = null;
        };
      },
    },
  });
  return {
    playback,
    marker,
    waits,
    changes,
    elements,
    isWaiting: () => pending !== null,
    elapse: (ms: number) => {
      playback.position += ms * playback.pace;
      const callback = pending;
      pending = null;
      callback?.();
    },
  };
};

describe('playback marker', () => {
  it('sets its timer for exactly the next boundary, divided by the rate', () => {
    const { playback, marker, waits, elapse, changes } = setUp();
    playback.pace = 2;
    marker.synchronise();
    elapse(500);
    elapse(250);
    elapse(250);
    expect(waits).to.deep.equal([500, 250, 250, 500]);
    expect(changes).to.deep.equal([[0], [1], [1, 2], [2]]);
  });

  it('sets no timer while paused or after the end', () => {
    const { playback, marker, isWaiting } = setUp();
    marker.synchronise();
    expect(isWaiting()).to.equal(false);
    playback.pace = 1;
    marker.synchronise();
    expect(isWaiting()).to.equal(true);
    playback.pace = 0;
    marker.synchronise();
    expect(isWaiting()).to.equal(false);
    Object.assign(playback, { pace: 1, position: 5500 });
    marker.synchronise();
    expect(isWaiting()).to.equal(false);
  });

  it('marks nothing before playback has started', () => {
    const { playback, marker, changes } = setUp();
    playback.started = false;
    marker.synchronise();
    expect(changes).to.deep.equal([]);
  });

  it('reports each change once, and keeps the marks of segments that continue', () => {
    const { playback, marker, changes, elements } = setUp();
    playback.position = 1200;
    marker.synchronise();
    playback.position = 1300;
    marker.synchronise();
    expect(changes).to.deep.equal([[1]]);
    playback.position = 1600;
    marker.synchronise();
    expect(elements.map((one) => one.getAttribute('aria-current'))).to.deep.equal([
      null,
      'true',
      'true',
      null,
    ]);
  });

  it('clears its timer when it is stopped', () => {
    const { playback, marker, isWaiting } = setUp();
    playback.pace = 1;
    marker.synchronise();
    marker.stop();
    expect(isWaiting()).to.equal(false);
  });
});
