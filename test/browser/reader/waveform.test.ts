import { expect } from '@open-wc/testing';
import { createWaveform } from '../../../src/reader/waveform/waveform.js';
import { createCursor } from '../../../src/transcript/cursor.js';
import { listSpeakers } from '../../../src/transcript/badges.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { englishReaderStrings as strings } from '../../support/strings.js';
import { talk } from './reader-support.js';
import { showWaveform } from './waveform-support.js';

/** Levels of 100 ms over the six seconds of `talk`. */
const peaksOf = (level: (at: number) => number, count = 60) => ({
  levels: Uint8Array.from({ length: count }, (_, at) => level(at)),
  bucketMs: 100,
});

describe('waveform', () => {
  it('has bars of 2 px with gaps of 1 px, over its whole width', async () => {
    const { heights, host } = await showWaveform();
    expect(heights()).to.have.length(Math.floor((600 + 1) / 3));
    expect(host.one('[part~="waveform"]').getBoundingClientRect().height).to.equal(48);
    expect(host.one('[part~="waveform"]').getBoundingClientRect().width).to.equal(600);
  });

  it('without peaks: has flat bars in the colours of the speakers, and dots in silences', async () => {
    const { paths, heights } = await showWaveform();
    const shown = heights();
    expect(new Set(shown.map(Math.round)).size).to.equal(2);
    expect(Math.max(...shown)).to.be.within(10, 20);
    expect(Math.min(...shown)).to.be.closeTo(2, 0.1);
    // Three speakers and silence.
    const colours = paths().map((path) => getComputedStyle(path).fill);
    expect(colours).to.have.length(4);
    expect(new Set(colours).size).to.equal(4);
  });

  it('with peaks: loud speech has high bars, and silence low ones', async () => {
    const { waveform, heights } = await showWaveform();
    waveform.setPeaks(peaksOf((at) => (at < 30 ? 200 : 20)));
    const shown = heights();
    const half = shown.length / 2;
    expect(Math.max(...shown)).to.be.closeTo(36, 0.1);
    expect(Math.min(...shown.slice(0, half - 1))).to.be.closeTo(36, 0.1);
    expect(Math.max(...shown.slice(half + 1))).to.be.below(12);
    waveform.setPeaks(null);
    expect(Math.max(...heights())).to.be.below(20);
  });

  it('while the audio is read: is flat where it is not known yet', async () => {
    const { waveform, heights } = await showWaveform();
    const flat = heights();
    waveform.setPeaks(peaksOf(() => 255, 30));
    const half = heights();
    expect(half.slice(0, 95).every((height) => height > 35)).to.equal(true);
    expect(half.slice(105)).to.deep.equal(flat.slice(105));
  });

  it('of a long recording: says how far the audio is read, until the end', async () => {
    const long = { ...talk, duration: 3_600 };
    const { waveform, surface } = await showWaveform(long);
    const said = (): string | undefined => surface.querySelector('p')?.textContent.trim();
    waveform.setLength(3_600_000);
    waveform.setPeaks({ levels: new Uint8Array(1_800), bucketMs: 1_000 });
    expect(said()).to.equal('Loading waveform: 50%');
    waveform.endPeaks();
    expect(said()).to.equal(undefined);
  });

  it('of a short recording: does not say how far the audio is read', async () => {
    const { waveform, surface } = await showWaveform();
    waveform.setPeaks(peaksOf(() => 255, 30));
    expect(surface.querySelectorAll('p')).to.have.length(0);
  });

  it('fills its container from 60 px, and follows its size', async () => {
    const { host, heights, laidOut } = await showWaveform(talk, { width: '320px' });
    expect(heights()).to.have.length(107);
    host.style.inlineSize = '900px';
    await laidOut();
    expect(heights()).to.have.length(300);
    host.style.inlineSize = '50px';
    await laidOut();
    expect(host.one('[part~="waveform"]').getBoundingClientRect().width).to.equal(60);
    expect(heights()).to.have.length(20);
  });

  it('another height: is filled', async () => {
    const { host, waveform, heights, laidOut } = await showWaveform();
    waveform.setPeaks(peaksOf(() => 255));
    host.one('[part~="waveform"]').style.setProperty('--_waveform-height', '32px');
    await laidOut();
    expect(host.one('[part~="waveform"]').getBoundingClientRect().height).to.equal(32);
    expect(Math.max(...heights())).to.be.closeTo(20, 0.1);
  });

  it('colours: follow the page, without drawing again', async () => {
    const { host, barAt } = await showWaveform();
    const path = barAt(0.1);
    const fill = (): string => getComputedStyle(path).fill;
    host.style.colorScheme = 'light';
    const light = fill();
    host.style.colorScheme = 'dark';
    expect(fill()).to.not.equal(light);
    host.style.setProperty('--at-speaker-1', 'rgb(1, 2, 3)');
    expect(fill()).to.equal('rgb(1, 2, 3)');
    expect(barAt(0.1)).to.equal(path);
  });

  it('transcript without speaker names: has the accent colour', async () => {
    const { host, barAt } = await showWaveform(
      normaliseTranscript({ duration: 4, segments: [{ start_ms: 0, end_ms: 2000, text: 'Hi.' }] }),
    );
    host.style.setProperty('--at-accent', 'rgb(1, 2, 3)');
    const probe = document.createElement('p');
    probe.style.color = 'var(--_accent-text)';
    host.renderRoot.append(probe);
    const accent = getComputedStyle(probe).color;
    probe.remove();
    expect(getComputedStyle(barAt(0.1)).fill).to.equal(accent);
    expect(getComputedStyle(barAt(0.9)).fill, 'silence').to.not.equal(accent);
  });

  it('corrections: are drawn', async () => {
    const { waveform, paths, barAt, point, preview } = await showWaveform();
    const fillAt = (fraction: number): string => getComputedStyle(barAt(fraction)).fill;
    const [first, silence] = [fillAt(0.1), fillAt(0.6)];
    const corrected = normaliseTranscript({
      duration: 6,
      segments: [{ speaker: 'Eve', start_ms: 3000, end_ms: 6000, text: 'Corrected.' }],
    });
    waveform.update(corrected, listSpeakers(corrected));
    expect(paths()).to.have.length(2);
    expect([fillAt(0.1), fillAt(0.6)]).to.deep.equal([silence, first]);
    point('pointermove', 0.6);
    expect(preview()).to.equal('0:03 | Eve | Corrected.');
    point('pointermove', 0.2);
    expect(preview()).to.equal('0:01');
  });

  it('only a text, without times: shows how loud the audio is', async () => {
    const { waveform, paths, laidOut, heights } = await showWaveform(
      normaliseTranscript({ text: 'Only text.' }),
    );
    expect(paths()).to.have.length(0);
    waveform.setPeaks(peaksOf((at) => at * 4));
    await laidOut();
    expect(heights()).to.have.length(200);
    waveform.setLength(12_000);
    expect(Math.max(...heights().slice(101))).to.be.closeTo(2, 0.1);
  });

  it('is hidden from screen readers, and takes no focus', async () => {
    const { host } = await showWaveform();
    const element = host.one('[part~="waveform"]');
    expect(element.getAttribute('aria-hidden')).to.equal('true');
    expect(element.querySelectorAll('[tabindex], button, a, input')).to.have.length(0);
    await expect(host).to.be.accessible();
  });

  it('is not printed', async () => {
    const { host, waveform } = await showWaveform();
    const rules = (host.renderRoot as ShadowRoot).adoptedStyleSheets
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSMediaRule)
      .filter(({ media }) => media.mediaText === 'print')
      .flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => rule instanceof CSSStyleRule)
      .filter(({ selectorText }) => waveform.element.matches(selectorText));
    expect(rules.some(({ style }) => style.display === 'none')).to.equal(true);
  });

  it('forced colours: has two system colours, for what is played and what is not', async () => {
    const { host, waveform, drawings } = await showWaveform();
    waveform.setPosition(3_000);
    const root = host.renderRoot as ShadowRoot;
    const forced = new CSSStyleSheet();
    // The test browsers cannot force colours, so the test applies the rules directly.
    forced.replaceSync(
      root.adoptedStyleSheets
        .flatMap((sheet) => [...sheet.cssRules])
        .filter((rule) => rule instanceof CSSMediaRule)
        .filter(({ media }) => media.mediaText.includes('forced-colors'))
        .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
        .join('\n'),
    );
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, forced];
    const fills = (drawing: SVGSVGElement): string[] => [
      ...new Set([...drawing.querySelectorAll('path')].map((path) => getComputedStyle(path).fill)),
    ];
    expect(fills(drawings.all)).to.have.length(1);
    expect(fills(drawings.played)).to.have.length(1);
    expect(fills(drawings.all)).to.not.deep.equal(fills(drawings.played));
  });
});

const clipOf = ({ played }: { readonly played: Element }): string =>
  getComputedStyle(played).clipPath;

describe('position on the waveform', () => {
  it('is marked by a line, and by stronger colours up to it', async () => {
    const { waveform, surface, drawings, lines } = await showWaveform();
    const { left, width } = surface.getBoundingClientRect();
    for (const [ms, fraction] of [
      [0, 0],
      [3_000, 0.5],
      [6_000, 1],
      [9_000, 1],
    ] as const) {
      waveform.setPosition(ms);
      const line = lines.position.getBoundingClientRect().left - left;
      expect(line).to.be.closeTo(fraction * (width - 2), 0.5);
      const [, hidden] = /^inset\(0\S* ([\d.]+)%/.exec(clipOf(drawings)) ?? [];
      expect(Number(hidden)).to.be.closeTo(100 - 100 * fraction, 0.01);
    }
  });

  it('moves without drawing', async () => {
    const { waveform, surface, laidOut } = await showWaveform();
    let changes = 0;
    const observer = new MutationObserver((records) => (changes += records.length));
    observer.observe(surface, {
      ...{ childList: true, characterData: true, subtree: true },
      attributeFilter: ['d', 'class', 'viewBox'],
    });
    waveform.setPosition(1_000);
    waveform.setPosition(2_000);
    await laidOut();
    expect(changes).to.equal(0);
    observer.disconnect();
  });

  it('uses the length of the audio, or that of the transcript if it is longer', async () => {
    const { waveform, drawings } = await showWaveform();
    waveform.setPosition(3_000);
    waveform.setLength(12_000);
    expect(clipOf(drawings)).to.contain(' 75%');
    waveform.setLength(4_000);
    expect(clipOf(drawings)).to.contain(' 50%');
  });
});

describe('search hits on the waveform', () => {
  it('are ticks above the bars, one per bar, and disappear with the search', async () => {
    const { waveform, drawings } = await showWaveform();
    const ticks = (): number =>
      (drawings.hits.querySelector('path')?.getAttribute('d') ?? '').split('M').length - 1;
    expect(ticks()).to.equal(0);
    waveform.setHits([0, 1, 3_000]);
    expect(ticks()).to.equal(2);
    waveform.setHits([6_000]);
    expect(ticks()).to.equal(1);
    waveform.setHits([]);
    expect(ticks()).to.equal(0);
  });
});

it('waveform that is never shown: costs nothing but its data', () => {
  const waveform = createWaveform({
    ...{ transcript: talk, speakers: listSpeakers(talk), strings },
    ...{ cursor: createCursor(talk.segments), onSeek: () => undefined },
  });
  expect(waveform.element.querySelectorAll('svg:not(:last-of-type) path')).to.have.length(0);
  waveform.setPosition(5);
  waveform.dispose();
});
