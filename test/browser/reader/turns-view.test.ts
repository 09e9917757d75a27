import { expect } from '@open-wc/testing';
import { startHistory } from '../../../src/transcript/edits/edit-history.js';
import { normaliseTranscript, type Segment } from '../../../src/transcript/transcript.js';
import { tokens } from '../../../src/ui/tokens.js';
import { mark } from '../../../src/reader/turns/rows.js';
import { listStyles } from '../../../src/reader/turns/turns.styles.js';
import { headingOf, showList, speech, topIn } from './list-support.js';
import { GO_BUTTON, PARAGRAPH, showReader, until } from './reader-support.js';

const transcriptOf = (
  segments: readonly (Partial<Segment> & { readonly text: string })[],
): ReturnType<typeof normaliseTranscript> =>
  normaliseTranscript({
    language: 'en',
    segments: segments.map((segment, at) => ({
      start_ms: at * 1000,
      end_ms: at * 1000 + 900,
      ...segment,
    })),
  });

const paragraphs = (within: Element): string[] =>
  [...within.querySelectorAll(PARAGRAPH)].map(({ textContent }) => textContent);

/** A button that is not the time of a segment. */
const OTHER_BUTTON = 'button:not([part~="segment-time"])';

/** The button of a segment that shows no time. */
const STOP = `${GO_BUTTON}:not([part~="segment-time"])`;

const clocks = (within: Element): (string | null)[] =>
  [...within.querySelectorAll('[part~="segment-time"]')].map(({ textContent }) => textContent);

describe('turns as paragraphs', () => {
  it('flow in one text, with the time once per turn', async () => {
    const { list } = await showList(
      transcriptOf([
        { speaker: 'S1', text: 'Good morning.' },
        { speaker: 'S1', text: 'How can I help?' },
        { speaker: 'S2', text: '你好。' },
        { speaker: 'S2', text: '我的包裹。' },
      ]),
    );
    expect(paragraphs(list.scroller)).to.deep.equal([
      'Good morning. How can I help?',
      '你好。我的包裹。',
    ]);
    expect(clocks(list.scroller)).to.deep.equal(['0:00', '0:02']);
    expect(list.elementOf(1)?.getClientRects()).to.have.length(1);
    expect(topIn(list.scroller, list.elementOf(1) as Element)).to.equal(
      topIn(list.scroller, list.elementOf(0) as Element),
    );
    expect(list.textOf(1)?.childNodes).to.have.length(1);
  });

  it('are split if they are long, under the same heading, each with its time', async () => {
    const { list } = await showList(
      transcriptOf(
        Array.from({ length: 12 }, (_, at) => ({
          ...{ speaker: 'S1', start_ms: at * 10_000, end_ms: at * 10_000 + 9_000 },
          text: `Sentence ${at}.`,
        })),
      ),
    );
    expect(list.scroller.querySelectorAll('h3')).to.have.length(1);
    expect(paragraphs(list.scroller)).to.have.length(2);
    expect(clocks(list.scroller)).to.deep.equal(['0:00', '1:00']);
  });

  it('have controls only in headings and at one segment', async () => {
    const { list } = await showList(speech(30, 5));
    list.complete();
    expect(list.scroller.querySelectorAll(`${PARAGRAPH} ${OTHER_BUTTON}`)).to.have.length(0);
    list.focus(12);
    expect(list.scroller.querySelectorAll(`${PARAGRAPH} ${OTHER_BUTTON}`)).to.have.length(1);
    const stop = list.scroller.querySelector(STOP);
    expect(stop?.getAttribute('aria-label')).to.equal('Play from 0:12');
    const id = stop?.getAttribute('aria-describedby') ?? '';
    expect(list.scroller.querySelectorAll(`#${id}`)).to.have.length(1);
    expect(list.scroller.querySelector(`#${id}`)).to.equal(list.textOf(12));
  });

  it('do not change size when a segment plays', async () => {
    const { list } = await showList(speech(30, 5));
    const block = list.elementOf(7)?.closest(PARAGRAPH);
    const size = (): string => JSON.stringify(block?.getBoundingClientRect());
    const before = size();
    for (const index of [6, 7]) mark(list.elementOf(index), true);
    expect(size()).to.equal(before);
    for (const index of [6, 7])
      expect(getComputedStyle(list.elementOf(index) as Element).textDecorationLine).to.equal(
        'underline',
      );
  });

  it('isolate segments in another direction', async () => {
    const { list } = await showList(
      transcriptOf([
        { speaker: 'S1', text: 'First, some English (indeed).' },
        { speaker: 'S1', text: 'שלום לכולם!', language: 'he' },
        { speaker: 'S1', text: '123' },
        { speaker: 'S2', text: 'עברית תחילה.' },
        { speaker: 'S2', text: 'Then English?' },
      ]),
    );
    const directions = [0, 1, 2, 3, 4].map((at) => list.textOf(at)?.getAttribute('dir') ?? '');
    expect(directions).to.deep.equal(['', 'rtl', '', '', 'ltr']);
    expect(getComputedStyle(list.textOf(1) as Element).unicodeBidi).to.match(/isolate/);
    expect(list.textOf(1)?.lang).to.equal('he');
    expect(
      [...list.scroller.querySelectorAll<HTMLElement>(PARAGRAPH)].map(({ dir }) => dir),
    ).to.deep.equal(['ltr', 'rtl']);
  });

  it('are read forwards beside a line that turns its direction, also if it is split', async () => {
    const transcript = normaliseTranscript({
      segments: [{ text: '\u202ebackwards \u2067and more' }, { text: 'first last' }],
    });
    const split = { kind: 'split-segment', segment: 0, at: 12 } as const;
    for (const shown of [transcript, startHistory(transcript, [split]).current]) {
      const { list } = await showList(shown);
      const node = list.textOf(shown.segments.length - 1)?.firstChild;
      if (!node) throw new Error('The line has no text.');
      const placeOf = (start: number, end: number): number => {
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, end);
        return range.getBoundingClientRect().left;
      };
      // WebKit has no boxes before the list is drawn.
      while (placeOf(0, 5) === 0) await new Promise(requestAnimationFrame);
      expect(placeOf(0, 5)).to.be.below(placeOf(6, 10));
    }
  });

  it('have a correct space and direction after a correction', async () => {
    const before = transcriptOf([
      { speaker: 'S1', text: 'One.' },
      { speaker: 'S1', text: '二。' },
      { speaker: 'S1', text: '三。' },
    ]);
    const { list, update } = await showList(before);
    const corrected = (text: string) => ({
      ...before,
      segments: before.segments.map((one, at) => (at === 1 ? { ...one, text } : one)),
    });
    expect(paragraphs(list.scroller)).to.deep.equal(['One. 二。三。']);
    update(corrected('Two.'));
    expect(paragraphs(list.scroller)).to.deep.equal(['One. Two. 三。']);
    update(corrected('שתיים.'));
    expect(list.textOf(1)?.dir).to.equal('rtl');
    update(corrected('二。'));
    expect(paragraphs(list.scroller)).to.deep.equal(['One. 二。三。']);
    expect(list.textOf(1)?.hasAttribute('dir')).to.equal(false);
  });

  it('lose no words in right-to-left pages, and stand on the right', async () => {
    const host = await showReader({
      transcript: transcriptOf([{ speaker: 'דנה', text: 'בוקר טוב.' }, { text: 'Hello.' }]),
    });
    host.dir = 'rtl';
    host.style.display = 'block';
    const scroller = host.one('[role="article"]').getBoundingClientRect();
    const badge = host.one('h3 [part~="speaker-badge"]').getBoundingClientRect();
    expect(scroller.right - badge.right).to.be.within(0, 12);
    const [text] = host.text(0).getClientRects();
    expect(scroller.right - (text?.right ?? 0)).to.be.within(0, 12);
  });
});

describe('view of the list', () => {
  it('has a line with its own time for each segment, on request', async () => {
    const { list, asked } = await showList(speech(10, 5), { view: 'lines' });
    expect(clocks(list.scroller)).to.have.length(10);
    expect(list.scroller.querySelectorAll('[role="list"] > li')).to.have.length(10);
    list.elementOf(3)?.querySelector<HTMLElement>('[part~="segment-time"]')?.click();
    list.textOf(4)?.click();
    expect(asked.segments).to.deep.equal([3, 4]);
  });

  it('keeps the place, the focus and the playing marks when it changes', async () => {
    const { list, store, root, rows } = await showList(speech(600), { grow: true });
    await until(() => list.scroller.ariaBusy === null);
    list.scroller.style.setProperty('overflow-anchor', 'none');
    const row = list.elementOf(301);
    if (!row) throw new Error('there is no row');
    list.scrollTo.element(row, 60, 'instant');
    await until(() => !list.scrollTo.underWay);
    list.focus(301);
    mark(list.elementOf(301), true);
    for (const view of ['lines', 'paragraphs'] as const) {
      store.dispatch({ type: 'preferred', preferences: { view } });
      await until(() => !list.scrollTo.underWay && list.scroller.ariaBusy === null);
      const now = list.elementOf(301) as HTMLElement;
      const { height } = list.scroller.getBoundingClientRect();
      expect(topIn(list.scroller, now), view).to.be.within(0, height / 2);
      expect(root.activeElement?.getAttribute('aria-label'), view).to.equal('Play from 5:01');
      expect(now.part.contains('segment-playing'), view).to.equal(true);
      expect(now.getAttribute('aria-current'), view).to.equal('true');
      expect(rows()).to.have.length(600);
      expect(list.scroller.querySelectorAll('[aria-current]')).to.have.length(1);
    }
  });
});

describe('heading of a turn', () => {
  it('has a button that renames the speaker, only while editing is possible', async () => {
    const { list, allowEditing, asked } = await showList(
      transcriptOf([
        { speaker: 'spk_0', text: 'One.' },
        { speaker: 'Bob', text: 'Two.' },
      ]),
    );
    const buttons = [...list.scroller.querySelectorAll<HTMLElement>('h3 + button')];
    expect(buttons.map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Rename Speaker 1',
      'Rename Bob',
    ]);
    expect(buttons.some((button) => button.checkVisibility())).to.equal(false);
    buttons[1]?.click();
    expect(asked.speakers).to.deep.equal([]);
    allowEditing();
    expect(buttons.every((button) => button.checkVisibility())).to.equal(true);
    buttons[1]?.click();
    expect(asked.speakers).to.deep.equal([1]);
    expect(list.scroller.querySelector('h3')?.textContent).to.equal('1Speaker 1');
  });

  it('has its button in the tab order only where Tab enters the list', async () => {
    const { list, allowEditing } = await showList(speech(12, 3));
    allowEditing();
    const tabbable = (): string[] =>
      [...list.scroller.querySelectorAll<HTMLElement>('button')]
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ ariaLabel }) => ariaLabel ?? '');
    expect(tabbable()).to.deep.equal(['Rename Speaker 0', 'Play from 0:00']);
    list.focus(4);
    expect(tabbable()).to.deep.equal(['Rename Speaker 1', 'Play from 0:04']);
  });

  it('plays the turn when its time is clicked', async () => {
    const { list, asked } = await showList(speech(12, 3));
    list.scroller.querySelectorAll<HTMLElement>('h3 ~ [part~="segment-time"]')[2]?.click();
    expect(asked.segments).to.deep.equal([6]);
  });

  it('keeps the end of a long name visible', async () => {
    const name = 'Annamaria Wilhelmina van der Berg-Oosterhuis of the northern parcel depot';
    const { list, host } = await showList(transcriptOf([{ speaker: name, text: 'One.' }]));
    host.style.display = 'block';
    host.style.inlineSize = '20rem';
    const shown = list.scroller.querySelector<HTMLElement>('[part~="speaker-name"]');
    expect(shown?.textContent).to.equal(name);
    expect(shown?.title).to.equal(name);
    const [start, end] = shown?.querySelectorAll('span') ?? [];
    expect(end?.scrollWidth).to.equal(end?.offsetWidth);
    expect(start?.scrollWidth).to.be.greaterThan(start?.offsetWidth ?? 0);
    const heading = headingOf(list.elementOf(0));
    expect(heading?.scrollWidth).to.be.at.most(heading?.clientWidth ?? 0);
  });

  it('says "Go to" in place of "Play from" without audio', async () => {
    const { list } = await showList(speech(6, 3), { hasAudio: false });
    const labels = [...list.scroller.querySelectorAll(GO_BUTTON)].map(({ ariaLabel }) => ariaLabel);
    expect(labels).to.deep.equal(['Go to 0:00', 'Go to 0:03']);
    list.focus(4);
    expect(list.scroller.querySelector(STOP)?.getAttribute('aria-label')).to.equal('Go to 0:04');
  });
});

/** The list with the styles for a medium, in every engine, whatever it can emulate. */
const showFor = async (condition: string) => {
  const shown = await showReader({ transcript: speech(40) });
  const text = [tokens, ...listStyles].map(({ cssText }) => cssText).join(' ');
  expect(text).to.contain(`@media (${condition})`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text.replaceAll(`@media (${condition})`, '@media all'));
  const root = shown.renderRoot as ShadowRoot;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  shown.seek(1500);
  shown.seek(4001);
  return shown;
};

describe('list for people who need', () => {
  it('forced colours: a line below the playing segment', async () => {
    const host = await showFor('forced-colors: active');
    const { textDecorationLine, textDecorationThickness } = getComputedStyle(
      host.byPart('segment-playing'),
    );
    expect([textDecorationLine, textDecorationThickness]).to.deep.equal(['underline', '3px']);
  });

  it('more contrast: a line in the colour of the text, and times that are not muted', async () => {
    const host = await showFor('prefers-contrast: more');
    const { color, textDecorationColor } = getComputedStyle(host.byPart('segment-playing'));
    expect(textDecorationColor).to.equal(color);
    expect(getComputedStyle(host.one('[part~="segment-time"]')).color).to.equal(color);
  });

  it('400 % zoom: nothing that sticks', async () => {
    const host = await showFor('max-height: 20rem');
    host.one('[role="article"]').dispatchEvent(new WheelEvent('wheel'));
    const sticky = host
      .all('[part~="transcript"], [part~="transcript"] *')
      .filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position));
    expect(sticky).to.deep.equal([]);
    const chip = host.control(/^Back to/);
    expect(chip.hidden).to.equal(false);
    expect(chip.getBoundingClientRect().top).to.be.at.least(
      host.one('[role="article"]').getBoundingClientRect().bottom - 0.01,
    );
  });

  it('less motion: nothing in the list that moves by itself', async () => {
    const host = await showReader({ transcript: speech(40) });
    host.seek(4001);
    const moving = host.all('[role="article"] *').filter((one) => {
      const { transitionDuration, animationName } = getComputedStyle(one);
      return parseFloat(transitionDuration) > 0 || animationName !== 'none';
    });
    expect(moving).to.deep.equal([]);
  });
});
