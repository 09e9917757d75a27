import { expect } from '@open-wc/testing';
import { talk } from './reader-support.js';
import { showWaveform } from './waveform-support.js';
import { pointerTests } from './timeline-support.js';

describe('pointer on the waveform', () => {
  pointerTests(showWaveform, '.waveform');

  it('previews the time, the speaker and the first words', async () => {
    const { point, preview, host, surface } = await showWaveform();
    expect(preview()).to.equal(null);
    point('pointermove', 0.3);
    // Anna and Bob talk at once: Bob began later.
    expect(preview()).to.equal('0:01 | Bob | Yes, please.');
    const ghost = host.one('.waveform-ghost');
    expect(getComputedStyle(ghost).visibility).to.equal('visible');
    const { left, width } = surface.getBoundingClientRect();
    expect(ghost.getBoundingClientRect().left - left).to.be.closeTo(0.3 * (width - 2), 1);
    point('pointermove', 0.75);
    expect(preview()).to.equal('0:04 | דנה | שלום לכולם');
    point('pointermove', 0.6);
    expect(preview()).to.equal('0:03');
    point('pointerleave', 0.6);
    expect(preview()).to.equal(null);
    expect(getComputedStyle(ghost).visibility).to.equal('hidden');
  });

  it('right-to-left page: time runs from the right', async () => {
    const { point, sought, preview, waveform, host, surface } = await showWaveform(talk, {
      dir: 'rtl',
    });
    waveform.setPosition(1_500);
    const { right, width } = surface.getBoundingClientRect();
    const line = host.one('.waveform-playhead').getBoundingClientRect().right;
    expect(right - line).to.be.closeTo(0.25 * (width - 2), 0.5);
    point('pointermove', 0.95);
    expect(preview()).to.equal('0:00 | Anna | Good morning.');
    point('pointerdown', 0.75);
    expect(sought[0]).to.be.closeTo(1_500, 15);
    for (const drawing of ['.waveform-all', '.waveform-played', '.waveform-ticks']) {
      expect(new DOMMatrix(getComputedStyle(host.one(drawing)).transform).a).to.equal(-1);
    }
  });

  it('after dispose(): does not follow its size', async () => {
    const { waveform, host, heights, laidOut } = await showWaveform();
    const before = heights().length;
    waveform.dispose();
    host.style.inlineSize = '300px';
    await laidOut();
    expect(heights()).to.have.length(before);
  });
});
