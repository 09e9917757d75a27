import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  followPlace,
  isMovedByOthers,
  nearestPlace,
} from '../../../src/reader/turns/scroll-geometry.js';

const view = { height: 600, top: 52, bottom: 540 };

describe('where what plays is put', () => {
  it('stays in the upper part of the view, below the name that sticks there', () => {
    assert.equal(followPlace(view, { top: 52, height: 40 }), null);
    assert.equal(followPlace(view, { top: 400, height: 40 }), null);
    assert.equal(followPlace(view, { top: 51, height: 40 }), 150);
    assert.equal(followPlace(view, { top: 430, height: 40 }), 150);
  });

  it('goes below the name where the view is low', () => {
    assert.equal(followPlace({ height: 120, top: 52, bottom: 120 }, { top: 300, height: 30 }), 52);
  });

  it('goes where all of it is seen, if it can be, else its beginning', () => {
    assert.equal(followPlace(view, { top: 900, height: 450 }), 90);
    assert.equal(followPlace(view, { top: 900, height: 488 }), 52);
    assert.equal(followPlace(view, { top: 900, height: 2000 }), 52);
  });

  it('has no place in a view without a height', () => {
    assert.equal(followPlace({ height: 0, top: 0, bottom: 0 }, { top: 9, height: 9 }), null);
  });
});

describe('the nearest place', () => {
  it('is where it is, while that can be seen as a whole', () => {
    assert.equal(nearestPlace(view, { top: 52, height: 488 }), null);
  });

  it('is just below the name or just above the lower edge', () => {
    assert.equal(nearestPlace(view, { top: 20, height: 40 }), 52);
    assert.equal(nearestPlace(view, { top: 700, height: 40 }), 500);
  });

  it('shows the beginning of what is higher than the view', () => {
    assert.equal(nearestPlace(view, { top: 60, height: 2000 }), 52);
  });
});

describe('a scroll that was not ours', () => {
  const before = { scrollTop: 1000, top: 150 };

  it('moved what is seen', () => {
    assert.equal(isMovedByOthers(before, { scrollTop: 1400, top: -250 }), true);
    // The browser kept a height in place above while somebody scrolled.
    assert.equal(isMovedByOthers(before, { scrollTop: 1437, top: -250 }), true);
  });

  it('did not, where the browser only made up for a height above', () => {
    assert.equal(isMovedByOthers(before, { scrollTop: 1437, top: 150 }), false);
    assert.equal(isMovedByOthers(before, { scrollTop: 1437.4, top: 150.6 }), false);
  });

  it('did not, where a height changed and nothing scrolled', () => {
    assert.equal(isMovedByOthers(before, { scrollTop: 1000, top: 210 }), false);
  });
});
