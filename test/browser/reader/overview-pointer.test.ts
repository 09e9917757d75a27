import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/index.js';
import { choose, happened, showPlayable } from './reader-support.js';
import { showOverview, talking } from './overview-support.js';

/** Compares times in ms with a tolerance of one pixel, because some browsers round pointer positions. */
const expectTimes = (sought: readonly number[], ...times: readonly number[]): void => {
  expect(sought).to.have.length(times.length);
  times.forEach((ms, at) => expect(sought[at]).to.be.closeTo(ms, 25));
};

describe('pointer on the overview', () => {
  it('shows the time, the speaker and the first words', async () => {
    const { host, point, preview, lineAt, surface } = await showOverview();
    expect(preview()).to.equal(null);
    point('pointermove', 0.25, 0.1);
    expect(preview()).to.equal('0:01 | Anna | Shall we begin?');
    point('pointermove', 0.3, 0.5);
    expect(preview()).to.equal('0:01 | Bob | Yes, please.');
    expect(lineAt('.ghost')).to.be.closeTo(0.3 * (surface.clientWidth - 1), 1);
    expect(getComputedStyle(host.one('.ghost')).visibility).to.equal('visible');
    point('pointermove', 0.75, 0.9);
    expect(preview()).to.equal('0:04 | דנה | שלום לכולם');
    expect(getComputedStyle(host.one('.preview-words')).direction).to.equal('rtl');
    point('pointermove', 0.75, 0.1);
    expect(preview()).to.equal('0:04');
    point('pointerleave', 0.75, 0.1);
    expect(preview()).to.equal(null);
    expect(getComputedStyle(host.one('.ghost')).visibility).to.equal('hidden');
  });

  it('distinguishes the speaker tracks below the ticks of a search', async () => {
    const { overview, host, preview, surface } = await showOverview();
    overview.setHits([0]);
    const { left, width } = surface.getBoundingClientRect();
    const told = host.all('.track').map((track) => {
      const { top, height } = track.getBoundingClientRect();
      const at = { clientX: left + width * 0.3, clientY: top + height - 1 };
      surface.dispatchEvent(new PointerEvent('pointermove', at));
      return preview();
    });
    expect(told).to.deep.equal([
      '0:01 | Anna | Shall we begin?',
      '0:01 | Bob | Yes, please.',
      '0:01',
    ]);
  });

  it('finds a word that is much narrower than a pixel', async () => {
    const { point, preview } = await showOverview(talking(20_000, 1));
    for (const x of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
      point('pointermove', x, 0.5);
      expect(preview(), `at ${x}`).to.match(/^[\d:]+ \| Speaker 0 \| Sentence \d+\.$/);
    }
  });

  it('shows text as plain text, truncated between two words', async () => {
    const { point, preview, host } = await showOverview(
      normaliseTranscript({
        duration: 1,
        segments: [
          { speaker: '<b>', start_ms: 0, end_ms: 1000, text: `<img src=x> ${'word '.repeat(40)}` },
        ],
      }),
    );
    point('pointermove', 0.5, 0.5);
    expect(preview()).to.match(/^0:00 \| <b> \| <img src=x> (word )+…$/);
    expect(host.all('.preview img')).to.have.length(0);
    expect((preview() ?? '').length).to.be.below(115);
  });

  it('keeps the tooltip within the width', async () => {
    const { host, point } = await showOverview();
    for (const x of [0, 0.5, 1]) {
      point('pointermove', x, 0.1);
      const box = host.byPart('speaker-tracks').getBoundingClientRect();
      const note = host.one('.preview').getBoundingClientRect();
      expect(note.left).to.be.at.least(box.left - 0.5);
      expect(note.right).to.be.at.most(box.right + 0.5);
    }
  });

  it('seeks on press, and on each move while pressed', async () => {
    const { point, sought } = await showOverview();
    point('pointermove', 0.1, 0.5);
    expect(sought).to.deep.equal([]);
    point('pointerdown', 0.5, 0.5);
    point('pointermove', 0.75, 0.5);
    point('pointermove', 2, 0.5);
    point('pointerup', 2, 0.5);
    point('pointermove', 0.1, 0.5);
    expectTimes(sought, 3_000, 4_500, 6_000);
    point('pointerdown', 0.5, 0.5, { button: 2 });
    expect(sought).to.have.length(3);
  });

  it('waits until a touch is known to be a tap or drag, not page scrolling', async () => {
    const { point, sought, preview } = await showOverview();
    const finger = { pointerType: 'touch' };
    point('pointerdown', 0.5, 0.5, finger);
    point('pointercancel', 0.5, 0.5, finger);
    expect(sought).to.deep.equal([]);
    expect(preview()).to.equal(null);
    point('pointerdown', 0.5, 0.5, finger);
    point('pointerup', 0.5, 0.5, finger);
    expectTimes(sought, 3_000);
    point('pointerdown', 0.5, 0.5, finger);
    point('pointermove', 0.25, 0.5, finger);
    point('pointerup', 0.25, 0.5, finger);
    expectTimes(sought, 3_000, 1_500);
    expect(preview()).to.equal(null);
  });

  it('is ignored after dispose()', async () => {
    const { point, sought, overview } = await showOverview();
    overview.dispose();
    point('pointerdown', 0.5, 0.5);
    expect(sought).to.deep.equal([]);
  });

  it('seeks the audio in the reader', async () => {
    const host = await showPlayable();
    await choose(host, 'More', 'Speaker tracks');
    const { left, top, width } = host.one('.surface').getBoundingClientRect();
    const sought = happened(host.audio, 'seeked');
    const at = { clientX: left + width * 0.75, clientY: top + 2 };
    host
      .one('.surface')
      .dispatchEvent(
        new PointerEvent('pointerdown', { isPrimary: true, pointerType: 'mouse', ...at }),
      );
    await sought;
    expect(host.audio.currentTime).to.be.closeTo(4.5, 0.02);
    expect(host.marked).to.deep.equal([3]);
  });
});
