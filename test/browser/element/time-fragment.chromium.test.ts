import { expect } from '@open-wc/testing';
import { parseTimeFragment, withTimeFragment } from '../../../src/shown/deep-links.js';
import fc from '../../support/fast-check.js';

const at = (hash: string): number | null => parseTimeFragment(hash)?.ms ?? null;

describe('time in a URL fragment', () => {
  it('is parsed in every form of a normal play time', () => {
    for (const [hash, ms] of [
      ['#t=83.5', 83_500],
      ['#t=npt:10', 10_000],
      ['#t=10,20', 10_000],
      ['#t=,20', 0],
      ['#t=1:23', 83_000],
      ['#t=1:02:03.25', 3_723_250],
      ['#t=120:00', 7_200_000],
      ['#page=2&t=7', 7_000],
      ['#/talks/9?t=7', 7_000],
      ['t=0', 0],
    ] as const)
      expect(at(hash), hash).to.equal(ms);
  });

  it('is null if there is none', () => {
    for (const hash of ['', '#', '#t=', '#t=abc', '#t=-5', '#t=,', '#contents', '#t=1e5', '#/t=5'])
      expect(at(hash), hash).to.equal(null);
    expect(at(`#t=${'9'.repeat(400)}`)).to.equal(null);
  });

  it('may be a passage, whose end is ignored if it does not come after its start', () => {
    for (const [hash, end] of [
      ['#t=10,20', 20_000],
      ['#t=npt:10,1:20.5', 80_500],
      ['#t=,20', 20_000],
      ['#t=10', null],
      ['#t=10,', null],
      ['#t=10,10', null],
      ['#t=10,5', null],
      ['#t=10,x', null],
    ] as const)
      expect(parseTimeFragment(hash)?.end, hash).to.equal(end);
  });

  it('names the player if there are several', () => {
    expect(parseTimeFragment('#t=5&player=second')).to.deep.include({
      ms: 5_000,
      player: 'second',
    });
    expect(parseTimeFragment('#t=5&player=')?.player).to.equal(null);
  });

  it('keeps other parameters of the fragment, and replaces a plain anchor', () => {
    const fragment = { ms: 1_500, end: null, player: null };
    expect(withTimeFragment('', fragment)).to.equal('#t=1.5');
    expect(withTimeFragment('#contents', fragment)).to.equal('#t=1.5');
    expect(withTimeFragment('#page=2&t=9&player=x', fragment)).to.equal('#page=2&t=1.5');
    expect(withTimeFragment('#/talks/9', fragment)).to.equal('#/talks/9?t=1.5');
    expect(withTimeFragment('#/talks/9?t=3&q=a', fragment)).to.equal('#/talks/9?t=1.5&q=a');
  });

  it('is parsed back to the same time', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1e9 }),
        fc.option(fc.integer({ min: 1, max: 1e6 })),
        fc.option(fc.string({ minLength: 1 })),
        fc.constantFrom('', '#a=b', '#/x/y', '#!z?k=v', '#contents'),
        (ms, length, player, hash) => {
          const fragment = { ms, end: length === null ? null : ms + length, player };
          expect(parseTimeFragment(withTimeFragment(hash, fragment))).to.deep.equal(fragment);
        },
      ),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (hash) => void parseTimeFragment(hash)));
  });
});
