import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { mark } from '../../../src/reader/turns/rows.js';
import { headingOf, showList, speech, topIn, untilStill } from './list-support.js';
import { until } from './reader-support.js';

describe('rows of a long transcript', () => {
  it('are rendered for the first screen at once, and later all in order', async () => {
    const transcript = speech(500);
    const { list, rows, texts, turn, waiting } = await showList(transcript);
    expect(rows().length).to.be.within(40, 100);
    expect(list.scroller.ariaBusy).to.equal('true');
    const height = list.scroller.scrollHeight;
    let turns = 0;
    for (; waiting.length > 0; turns += 1) turn();
    expect(turns).to.be.greaterThan(5);
    expect(list.scroller.ariaBusy).to.equal(null);
    expect(texts()).to.deep.equal(transcript.segments.map(({ text }) => text));
    expect(rows().map(({ dataset }) => Number(dataset['index']))).to.deep.equal(
      transcript.segments.map((_, index) => index),
    );
    expect(list.scroller.scrollHeight).to.be.closeTo(height, height / 4);
  });

  it('are rendered at once if one of them is requested', async () => {
    const { list, rows } = await showList(speech(500));
    const before = rows().length;
    const row = list.elementOf(400);
    expect(row?.dataset['index']).to.equal('400');
    expect(row?.isConnected).to.equal(true);
    expect(list.textOf(400)?.firstChild?.nodeValue).to.contain('Sentence 400');
    expect(list.textOf(400)?.childNodes).to.have.length(1);
    expect(rows().length - before).to.be.within(1, 40);
    expect(list.elementOf(400)).to.equal(row);
    for (const index of [500, -1, NaN]) expect(list.elementOf(index)).to.equal(undefined);
  });

  it('are rendered where the user scrolls before the incremental rendering gets there', async () => {
    const { list, asked } = await showList(speech(2000));
    const scrolled = asked.changes;
    list.scroller.scrollTop = list.scroller.scrollHeight / 2;
    const inView = (): boolean => {
      const { first, end } = list.visible();
      return first > 500 && list.scroller.querySelector(`[data-index="${end - 1}"]`) !== null;
    };
    await until(inView);
    expect(asked.changes).to.be.greaterThan(scrolled);
  });

  it('are not rendered any more after dispose()', async () => {
    const { list, rows, turn } = await showList(speech(500));
    const before = rows().length;
    list.dispose();
    turn();
    expect(rows()).to.have.length(before);
  });

  it('report the visible range, and at most a few screens around it', async () => {
    const { list } = await showList(speech(2000), { grow: true });
    const { first, end } = list.visible();
    expect(first).to.equal(0);
    expect(end).to.be.within(20, 160);
  });

  it('are accessible, also those that are not rendered yet', async () => {
    const { list, host, rows, turn, waiting } = await showList(speech(80));
    expect(rows().length).to.be.lessThan(80);
    await expect(host).to.be.accessible();
    while (waiting.length > 0) turn();
    const more = document.createElement('button');
    more.textContent = 'More';
    list.setRowAction(more);
    list.setFollowChip(1);
    mark(list.elementOf(2), true);
    await expect(host).to.be.accessible();
  });

  for (const view of ['paragraphs', 'lines'] as const)
    it(`have estimated heights close to their real ones, at any width, ${view}`, async () => {
      const { list, host } = await showList(speech(900), { grow: true, view });
      await until(() => list.scroller.ariaBusy === null);
      host.style.display = 'block';
      for (const width of ['60rem', '30rem', '20rem']) {
        host.style.inlineSize = width;
        const blocks = ([...list.scroller.children] as HTMLElement[]).slice(12);
        const height = (): number =>
          blocks.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
        const guessed = height();
        for (const block of blocks) block.style.contentVisibility = 'visible';
        expect(guessed / height(), width).to.be.within(0.7, 1.4);
        for (const block of blocks) block.style.contentVisibility = '';
      }
    });

  it('keep the speaker name sticky while a turn is read', async () => {
    const { list } = await showList(speech(400, 12), { grow: true });
    await until(() => list.scroller.ariaBusy === null);
    const row = list.elementOf(200);
    if (!row) throw new Error('there is no row');
    list.scrollTo.element(row, 100, 'instant');
    await until(() => !list.scrollTo.underWay);
    const heading = headingOf(row);
    if (!heading) throw new Error('there is no heading');
    expect(topIn(list.scroller, heading)).to.be.within(0, 2);
    expect(topIn(list.scroller, row)).to.be.closeTo(100, 1);
  });

  it('can each be scrolled to exactly, among fifty thousand', async () => {
    const { list } = await showList(speech(50_000, 1));
    list.scroller.style.setProperty('overflow-anchor', 'none');
    // At the start of a block, whose neighbour comes into view and is lower than estimated.
    for (const index of [25_024, 48_992, 3_328, 40_000, 12_352]) {
      const row = list.elementOf(index);
      if (!row) throw new Error('there is no row');
      list.scrollTo.element(row, 150, 'instant');
      await until(() => !list.scrollTo.underWay);
      await untilStill(list.scroller);
      expect(topIn(list.scroller, row), `segment ${index}`).to.be.closeTo(150, 1);
    }
  });

  it('are empty for a transcript without segments', async () => {
    const { list } = await showList(normaliseTranscript({ text: 'Only text.', language: 'en' }));
    expect(list.scroller.textContent).to.equal('Only text.');
    expect(list.scroller.tabIndex).to.equal(0);
    expect(list.visible()).to.deep.equal({ first: 0, end: 0 });
    expect(list.elementOf(0)).to.equal(undefined);
  });

  it("can be found by the browser's find command outside the view", async () => {
    const { list } = await showList(speech(3000), { grow: true });
    await until(() => list.scroller.ariaBusy === null);
    const text = list.textOf(2500);
    expect(text?.checkVisibility()).to.equal(true);
    expect(text?.closest('[hidden], [inert], [aria-hidden="true"]')).to.equal(null);
    expect(
      getComputedStyle(text?.closest('[role="article"] > *') ?? document.body).contentVisibility,
    ).to.equal('auto');
    // `find` does not search shadow trees in every engine. If it does, it must find the words.
    const find = (window as unknown as { find(text: string): boolean }).find;
    const probe = document.createElement('div');
    probe.attachShadow({ mode: 'open' }).textContent = 'a probe in a shadow tree';
    document.body.append(probe);
    getSelection()?.removeAllRanges();
    const seesShadows = find('a probe in a shadow tree');
    probe.remove();
    getSelection()?.removeAllRanges();
    if (seesShadows) expect(find('Sentence 2500:')).to.equal(true);
    getSelection()?.removeAllRanges();
  });
});
