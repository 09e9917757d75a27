import { expect } from '@open-wc/testing';
import { createCursor, listSpeakers, normaliseTranscript } from '../../../src/transcript/index.js';
import { englishReaderStrings as strings } from '../../support/strings.js';
import { createOverview } from '../../../src/reader/overview/overview.js';
import { choose, showPlayable, showReader, talk, type ReaderHost } from './reader-support.js';
import { showOverview, talking } from './overview-support.js';

const paths = (host: ReaderHost): (string | null)[] =>
  [...host.renderRoot.querySelectorAll('.track path')].map((path) => path.getAttribute('d'));

describe('speaker tracks', () => {
  it('show when each speaker talks, one below another, with gaps for silences', async () => {
    const { host } = await showOverview();
    expect(paths(host)).to.deep.equal([
      'M0 0H667V1H0z',
      'M500 0H1000V1H500z',
      'M1333 0H1667V1H1333z',
    ]);
  });

  it('describe in text how much each speaker talks', async () => {
    const { host } = await showOverview();
    const labels = host
      .all('.track-label')
      .map((label) => [...label.children].map(({ textContent }) => textContent?.trim()));
    expect(labels).to.deep.equal([
      ['A', 'Anna', '45%', '2 seconds'],
      ['B', 'Bob', '33%', '1 second'],
      ['ד', 'דנה', '22%', '1 second'],
    ]);
    expect(host.byPart('speaker-tracks').getAttribute('aria-label')).to.equal(
      'Talk time by speaker',
    );
    for (const drawing of [...host.all('svg'), host.one('.surface'), host.one('.preview')])
      expect(drawing.getAttribute('aria-hidden')).to.equal('true');
  });

  it('are a single track without speaker names, and none without segments', async () => {
    const { host, preview, point } = await showOverview(
      normaliseTranscript({ duration: 4, segments: [{ start_ms: 0, end_ms: 2000, text: 'Hi.' }] }),
    );
    expect(paths(host)).to.deep.equal(['M0 0H1000V1H0z']);
    expect(host.all('.badge, .name, .share')).to.have.length(0);
    expect(host.one('.track-label').textContent).to.contain('Speech');
    expect(host.one('.track').getBoundingClientRect().width).to.equal(
      host.byPart('speaker-tracks').getBoundingClientRect().width,
    );
    point('pointermove', 0.25, 0.5);
    expect(preview()).to.equal('0:01 | Hi.');
    const empty = await showOverview(normaliseTranscript({ text: 'Only text.' }));
    expect(empty.host.byPart('speaker-tracks').hidden).to.equal(true);
  });

  it('scroll if there are many, by keyboard too', async () => {
    const { host, surface } = await showOverview(talking(960, 60));
    const scroller = host.one('.tracks-scroller');
    expect(host.all('.track')).to.have.length(60);
    expect(scroller.clientHeight).to.be.below(260);
    expect(scroller.scrollHeight).to.be.above(1200);
    expect(surface.clientHeight).to.be.above(1200);
    expect(scroller.tabIndex).to.equal(0);
    // The most talkative speakers come first.
    expect(host.all('.name')[0]?.textContent).to.equal('Speaker 59');
    await expect(host).to.be.accessible();
  });

  it('follow corrections of text and names', async () => {
    const { host, overview, point, preview } = await showOverview();
    const corrected = normaliseTranscript({
      duration: 6,
      segments: [{ speaker: 'Eve', start_ms: 3000, end_ms: 6000, text: 'Corrected.' }],
    });
    point('pointermove', 0.1, 0.1);
    expect(preview()).to.equal('0:00 | Anna | Good morning.');
    overview.update(corrected, listSpeakers(corrected.segments));
    expect(paths(host)).to.deep.equal(['M1000 0H2000V1H1000z']);
    expect(host.all('.name').map(({ textContent }) => textContent)).to.deep.equal(['Eve']);
    point('pointermove', 0.6, 0.5);
    expect(preview()).to.equal('0:03 | Eve | Corrected.');
  });

  it('are drawn in milliseconds, also for a whole day', async () => {
    const transcript = talking(50_000, 12);
    const speakers = listSpeakers(transcript.segments);
    const cursor = createCursor(transcript.segments);
    const onSeek = (): void => undefined;
    const started = performance.now();
    const overview = createOverview({ transcript, speakers, cursor, strings, onSeek });
    for (let ms = 1; ms <= 1_000; ms += 1) overview.setPosition(ms);
    const spent = performance.now() - started;
    expect(overview.element.querySelectorAll('.track path')).to.have.length(12);
    // Takes about 10 ms. If every move of the playhead read every segment, it would take 2 seconds.
    expect(spent).to.be.below(1_000);
  });
});

describe('playhead', () => {
  it('is at the position of the audio, and always inside', async () => {
    const { overview, lineAt, surface } = await showOverview();
    const width = surface.clientWidth;
    for (const [ms, fraction] of [
      [0, 0],
      [3_000, 0.5],
      [6_000, 1],
      [9_000, 1],
    ] as const) {
      overview.setPosition(ms);
      expect(lineAt('.playhead')).to.be.closeTo(fraction * (width - 2), 0.5);
    }
  });

  it('follows the audio without rendering', async () => {
    const host = await showPlayable();
    await choose(host, 'More', 'Speaker tracks');
    let changes = 0;
    const observer = new MutationObserver((records) => (changes += records.length));
    observer.observe(host.one('.tracks-scroller'), {
      childList: true,
      characterData: true,
      attributeFilter: ['d', 'class'],
      subtree: true,
    });
    const before = host.one('.playhead').getBoundingClientRect().left;
    host.reader.seek(3_000);
    changes += observer.takeRecords().length;
    expect(host.one('.playhead').getBoundingClientRect().left).to.be.above(before + 50);
    expect(changes).to.equal(0);
    observer.disconnect();
  });

  it('uses the length of the audio once known, or that of the transcript if it is longer', async () => {
    const { host, overview, lineAt, surface } = await showOverview();
    overview.setPosition(3_000);
    overview.setLength(12_000);
    expect(paths(host)[0]).to.equal('M0 0H334V1H0z');
    expect(lineAt('.playhead')).to.be.closeTo((surface.clientWidth - 2) / 4, 0.5);
    overview.setLength(4_000);
    expect(paths(host)[0]).to.equal('M0 0H667V1H0z');
    expect(lineAt('.playhead')).to.be.closeTo((surface.clientWidth - 2) / 2, 0.5);
  });
});

describe('search hits on the overview', () => {
  it('are ticks above the speaker tracks, one per position, and disappear with the search', async () => {
    const { host, overview } = await showOverview();
    const isShown = (): boolean => host.one('.ticks').getClientRects().length > 0;
    expect(isShown()).to.equal(false);
    overview.setHits([0, 1, 3_000]);
    expect(host.one('.ticks path').getAttribute('d')).to.equal('M0.5 0V1M1000.5 0V1');
    const { width, height } = host.one('.ticks').getBoundingClientRect();
    expect(width).to.equal(host.one('.track').getBoundingClientRect().width);
    expect(height).to.be.at.least(8);
    overview.setHits([6_000]);
    expect(host.one('.ticks path').getAttribute('d')).to.equal('M1999.5 0V1');
    await expect(host).to.be.accessible();
    overview.setLength(12_000);
    expect(host.one('.ticks path').getAttribute('d')).to.equal('M1000.5 0V1');
    overview.setHits([]);
    expect(isShown()).to.equal(false);
  });
});

describe('overview accessibility', () => {
  it('is mirrored if the page is right-to-left', async () => {
    const { overview, lineAt, surface, point, sought, preview, host } = await showOverview(
      talk,
      'rtl',
    );
    overview.setPosition(1_500);
    expect(lineAt('.playhead')).to.be.closeTo(
      surface.clientWidth - 0.25 * (surface.clientWidth - 2),
      0.5,
    );
    point('pointermove', 0.75, 0.1);
    expect(preview()).to.equal('0:01 | Anna | Shall we begin?');
    point('pointerdown', 0.75, 0.1);
    expect(sought).to.have.length(1);
    expect(sought[0]).to.be.closeTo(1_500, 25);
    expect(new DOMMatrix(getComputedStyle(host.one('.track')).transform).a).to.equal(-1);
    const label = host.one('.track-label').getBoundingClientRect();
    expect(label.left).to.be.above(surface.getBoundingClientRect().left);
    for (const x of [0, 1]) {
      point('pointermove', x, 0.1);
      const box = host.byPart('speaker-tracks').getBoundingClientRect();
      const note = host.one('.preview').getBoundingClientRect();
      expect(note.left).to.be.at.least(box.left - 0.5);
      expect(note.right).to.be.at.most(box.right + 0.5);
    }
  });

  it('shows speech and silence in two system colours in forced-colors mode', async () => {
    const { host } = await showOverview();
    const colours = (): Set<string> =>
      new Set(host.all('.track').map((track) => getComputedStyle(track).fill));
    expect(colours().size).to.equal(3);
    // The test browsers cannot force colours, so the test applies the rules directly.
    const root = host.renderRoot as ShadowRoot;
    const forced = new CSSStyleSheet();
    forced.replaceSync(
      root.adoptedStyleSheets
        .flatMap((sheet) => [...sheet.cssRules])
        .filter((rule) => rule instanceof CSSMediaRule)
        .filter(({ media }) => media.mediaText.includes('forced-colors'))
        .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
        .join('\n'),
    );
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, forced];
    expect(colours().size).to.equal(1);
    expect([...colours()]).not.to.include(getComputedStyle(host.one('.track')).backgroundColor);
    expect(getComputedStyle(host.one('.track')).borderTopWidth).to.equal('1px');
  });

  it('fits into 320 pixels, with truncated names and complete percentages', async () => {
    const host = await showReader({
      transcript: normaliseTranscript({
        duration: 10,
        segments: [
          { speaker: 'Annamaria van der Berg-Oosterhuis', start_ms: 0, end_ms: 900, text: 'a' },
          { speaker: 'Bob', start_ms: 1000, end_ms: 9000, text: 'b' },
        ],
      }),
    });
    host.style.cssText = 'display: block; inline-size: 320px';
    await choose(host, 'More', 'Speaker tracks');
    const lanes = host.byPart('speaker-tracks');
    expect(lanes.scrollWidth).to.be.at.most(lanes.clientWidth);
    expect(host.one('.track').getBoundingClientRect().width).to.be.above(90);
    const end = host.one('.track-label .name-end');
    expect(end.textContent).to.equal('Oosterhuis');
    const text = document.createRange();
    text.selectNodeContents(end);
    const { right } = end.getBoundingClientRect();
    expect(text.getBoundingClientRect().right, 'the end of the name').to.be.closeTo(right, 1);
    expect(right).to.be.at.most(host.one('.share').getBoundingClientRect().left);
    const [share] = host.all('.share');
    expect(share?.scrollWidth).to.be.at.most(share?.clientWidth ?? 0);
  });
});
