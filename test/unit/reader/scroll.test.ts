import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followPlace, isMovedByOthers, nearestPlace } from '../../../src/reader/turns/scroll.js';

const view = { height: 600, top: 52, bottom: 540 };

describe('scroll position of the current row', () => {
  it('is in the upper part of the view, below the sticky name', () => {
    assert.equal(followPlace(view, { top: 52, height: 40 }), null);
    assert.equal(followPlace(view, { top: 400, height: 40 }), null);
    assert.equal(followPlace(view, { top: 51, height: 40 }), 150);
    assert.equal(followPlace(view, { top: 430, height: 40 }), 150);
  });

  it('is below the name if the view is low', () => {
    assert.equal(followPlace({ height: 120, top: 52, bottom: 120 }, { top: 300, height: 30 }), 52);
  });

  it('shows the whole row if it fits, or else its start', () => {
    assert.equal(followPlace(view, { top: 900, height: 450 }), 90);
    assert.equal(followPlace(view, { top: 900, height: 488 }), 52);
    assert.equal(followPlace(view, { top: 900, height: 2000 }), 52);
  });

  it('does not exist in a view without a height', () => {
    assert.equal(followPlace({ height: 0, top: 0, bottom: 0 }, { top: 9, height: 9 }), null);
  });
});

describe('nearest scroll position', () => {
  it('is unchanged while the whole row is visible', () => {
    assert.equal(nearestPlace(view, { top: 52, height: 488 }), null);
  });

  it('is just below the name or just above the lower edge', () => {
    assert.equal(nearestPlace(view, { top: 20, height: 40 }), 52);
    assert.equal(nearestPlace(view, { top: 700, height: 40 }), 500);
  });

  it('shows the start of a row that is higher than the view', () => {
    assert.equal(nearestPlace(view, { top: 60, height: 2000 }), 52);
  });
});

describe('detecting a user scroll', () => {
  const before = { scrollTop: 1000, top: 150 };

  it('true if the visible content moved', () => {
    assert.equal(isMovedByOthers(before, { scrollTop: 1400, top: -250 }), true);
    // The browser compensated for a height change above while the user scrolled.
    assert.equal(isMovedByOthers(before, { scrollTop: 1437, top: -250 }), true);
  });

  it('false if the browser only compensated for a height change above', () => {
    assert.equal(isMovedByOthers(before, { scrollTop: 1437, top: 150 }), false);
    assert.equal(isMovedByOthers(before, { scrollTop: 1437.4, top: 150.6 }), false);
  });

  it('false if a height changed and nothing scrolled', () => {
    assert.equal(isMovedByOthers(before, { scrollTop: 1000, top: 210 }), false);
  });
});
