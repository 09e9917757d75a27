import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/index.js';
import { choose, happened, showPlayable } from './reader-support.js';
import { showOverview, talking } from './overview-support.js';
import { pointerTests } from './timeline-support.js';

describe('pointer on the overview', () => {
  pointerTests(showOverview, '.speaker-tracks');

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

  it('covers no control of the player with the preview', async () => {
    const host = await showPlayable();
    host.style.cssText = 'display: block; inline-size: 760px';
    await choose(host, 'More', 'Speaker tracks');
    const { left, top, width } = host.one('.surface').getBoundingClientRect();
    const at = { clientX: left + width * 0.99, clientY: top + 2 };
    host.one('.surface').dispatchEvent(new PointerEvent('pointermove', at));
    const preview = host.one('.speaker-tracks .preview');
    expect(preview.checkVisibility()).to.equal(true);
    const player = host.byPart('player').getBoundingClientRect();
    expect(preview.getBoundingClientRect().top).to.be.at.least(player.bottom);
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
