import { expect } from '@open-wc/testing';
import { talk } from './reader-support.js';
import { showWaveform } from './waveform-support.js';

/** Compares times in ms with a tolerance of one pixel, because some browsers round pointer positions. */
const expectTimes = (sought: readonly number[], ...times: readonly number[]): void => {
  expect(sought).to.have.length(times.length);
  times.forEach((ms, at) => expect(sought[at]).to.be.closeTo(ms, 25));
};

describe('pointer on the waveform', () => {
  it('keeps the preview within the width', async () => {
    const { waveform, note: preview, point } = await showWaveform();
    for (const x of [0, 0.5, 1]) {
      point('pointermove', x, 0.1);
      const box = waveform.element.getBoundingClientRect();
      const note = preview.getBoundingClientRect();
      expect(note.left).to.be.at.least(box.left - 0.5);
      expect(note.right).to.be.at.most(box.right + 0.5);
    }
  });

  it('mouse: seeks on press, and on each move while pressed', async () => {
    const { point, sought } = await showWaveform();
    point('pointermove', 0.1);
    expect(sought).to.deep.equal([]);
    point('pointerdown', 0.5);
    point('pointermove', 0.75);
    point('pointermove', 2);
    point('pointerup', 2);
    point('pointermove', 0.1);
    expectTimes(sought, 3_000, 4_500, 6_000);
    point('pointerdown', 0.5, 0.5, { button: 2 });
    expect(sought).to.have.length(3);
  });

  it('finger: seeks by a tap and by a drag across', async () => {
    const { point, sought, preview } = await showWaveform();
    const finger = { pointerType: 'touch' };
    point('pointerdown', 0.5, 0.5, finger);
    expect(sought).to.deep.equal([]);
    point('pointermove', 0.502, 0.55, finger);
    point('pointerup', 0.5, 0.5, finger);
    expectTimes(sought, 3_000);
    point('pointerdown', 0.5, 0.5, finger);
    point('pointermove', 0.25, 0.6, finger);
    point('pointermove', 0.2, 3, finger);
    point('pointerup', 0.2, 3, finger);
    expectTimes(sought, 3_000, 1_500, 1_200);
    expect(preview()).to.equal(null);
  });

  it('finger that starts to scroll the page: never seeks', async () => {
    const { point, sought, preview, surface } = await showWaveform();
    expect(getComputedStyle(surface).touchAction).to.equal('pan-y');
    const finger = { pointerType: 'touch' };
    // Browsers send a move or two before they take the finger for scrolling.
    point('pointerdown', 0.5, 0.5, finger);
    point('pointermove', 0.503, 0.75, finger);
    point('pointermove', 0.51, 1.2, finger);
    point('pointercancel', 0.51, 1.2, finger);
    point('pointerdown', 0.5, 0.5, finger);
    point('pointermove', 0.5, 1.5, finger);
    point('pointermove', 0.9, 1.5, finger);
    point('pointerup', 0.9, 1.5, finger);
    expect(sought).to.deep.equal([]);
    expect(preview()).to.equal(null);
  });

  it('previews the time, the speaker and the first words, until Escape', async () => {
    const { point, preview, lines, surface } = await showWaveform();
    expect(preview()).to.equal(null);
    point('pointermove', 0.3);
    // Anna and Bob talk at once: Bob began later.
    expect(preview()).to.equal('0:01 | Bob | Yes, please.');
    const ghost = lines.pointer;
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
    point('pointermove', 0.3);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(preview(), 'after Escape').to.equal(null);
    point('pointermove', 0.75);
    expect(preview(), 'after Escape and a move').to.equal('0:04 | דנה | שלום לכולם');
  });

  it('right-to-left page: time runs from the right', async () => {
    const shown = await showWaveform(talk, { dir: 'rtl' });
    const { point, sought, preview, waveform, surface, drawings, lines } = shown;
    waveform.setPosition(1_500);
    const { right, width } = surface.getBoundingClientRect();
    const line = lines.position.getBoundingClientRect().right;
    expect(right - line).to.be.closeTo(0.25 * (width - 2), 0.5);
    point('pointermove', 0.95);
    expect(preview()).to.equal('0:00 | Anna | Good morning.');
    point('pointerdown', 0.75);
    expect(sought[0]).to.be.closeTo(1_500, 15);
    for (const drawing of [drawings.all, drawings.played, drawings.hits])
      expect(new DOMMatrix(getComputedStyle(drawing).transform).a).to.equal(-1);
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
