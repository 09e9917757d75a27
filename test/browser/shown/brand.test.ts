/** What a brand reaches: with `--at-radius: 0`, nothing in the transcript is round. */
import { expect } from '@open-wc/testing';
import { wave } from '../reader/reader-support.js';
import { data, find, make, shows, until } from './shown-support.js';

describe('a radius of 0', () => {
  for (const radius of ['0px', '0'])
    it(`written as ${radius} makes all corners square`, async () => {
      const element = await make({ transcript: data, audioUrl: wave(11) });
      await shows(element, 'Hello.');
      const isRound = (one: Element): boolean =>
        ['TopLeft', 'TopRight', 'BottomLeft', 'BottomRight'].some(
          (corner) =>
            getComputedStyle(one)[`border${corner}Radius` as 'borderTopLeftRadius'] !== '0px',
        );
      const round = (): string[] =>
        [...element.renderRoot.querySelectorAll('*')].filter(isRound).map((one) => one.outerHTML);
      await until(() => find(element, 'play-button') !== null);
      expect(round().length).to.be.above(4);
      element.style.setProperty('--at-radius', radius);
      expect(round()).to.deep.equal([]);
    });
});
