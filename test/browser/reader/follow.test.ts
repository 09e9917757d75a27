import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { frames, topIn, untilStill } from './list-support.js';
import {
  happened,
  press,
  showEditable,
  showPlayable,
  showReader,
  until,
  type ReaderHost,
} from './reader-support.js';

const long = normaliseTranscript({
  segments: Array.from({ length: 2000 }, (_, at) => ({
    speaker: `Speaker ${at % 7}`,
    start_ms: at * 1000,
    end_ms: at * 1000 + 900,
    text: `Sentence ${at}: ${'and so on, '.repeat(at % 30)}until the end.`,
  })),
});

const isInView = (host: ReaderHost, index: number): boolean => {
  const box = host.one('[role="article"]').getBoundingClientRect();
  const line = host.one(`[data-index="${index}"]`).getBoundingClientRect();
  return line.top >= box.top && line.bottom <= box.bottom;
};

const isFollowing = (host: ReaderHost): boolean => host.control(/^Back to/).hasAttribute('hidden');

/** Shows a reader that plays a segment, once scrolling has stopped. */
const showPlaying = async (index: number): Promise<ReaderHost> => {
  const host = await showReader({ transcript: long });
  host.seek(index * 1000 + 1);
  await until(() => isInView(host, index));
  await untilStill(host.one('[role="article"]'));
  return host;
};

describe('selecting all', () => {
  it('makes the lines first that are still to be made, so that all are copied', async () => {
    const host = await showReader({ transcript: long });
    const lines = () => host.all('[data-index]').length;
    host.one('[role="article"]').scrollIntoView();
    expect(lines()).to.be.lessThan(2000);
    press(document.body, 'a');
    expect(lines()).to.be.lessThan(2000);
    press(document.body, 'a', { ctrlKey: true });
    expect(lines()).to.equal(2000);
  });
});

describe('following playback', () => {
  afterEach(() => scrollTo(0, 0));

  it('stops when the user scrolls, and starts again on request', async () => {
    const host = await showReader({ transcript: long });
    const chip = host.control(/^Back to/);
    const scroller = host.one('[role="article"]');
    host.seek(1_000_000);
    await until(() => isInView(host, 1000));
    expect(chip.hidden).to.equal(true);
    scroller.dispatchEvent(new WheelEvent('wheel'));
    scroller.scrollTop = 0;
    expect(chip.hidden).to.equal(false);
    expect(isInView(host, 1000)).to.equal(false);
    chip.click();
    expect(chip.hidden).to.equal(true);
    await until(() => isInView(host, 1000));
  });

  it('scrolls its own container and never the page', async () => {
    const host = await showReader({ transcript: long });
    const before = document.documentElement.scrollTop;
    host.seek(1_900_000);
    await until(() => isInView(host, 1900));
    expect(document.documentElement.scrollTop).to.equal(before);
  });

  it('scrolls a distant segment to exactly the right position', async () => {
    const host = await showReader({ transcript: long });
    Object.assign(host.style, { display: 'block', inlineSize: '20rem' });
    host.one('[role="article"]').scrollIntoView();
    const scroller = host.one('[role="article"]');
    scroller.style.setProperty('overflow-anchor', 'none');
    // Short segments at the start of a block, whose neighbour comes into view and is lower than estimated.
    for (const index of [1440, 32, 1920, 512]) {
      const place = scroller.clientHeight / 4;
      host.seek(index * 1000 + 1);
      const row = host.one(`[data-index="${index}"]`);
      await until(() => Math.abs(topIn(scroller, row) - place) <= 1);
      await untilStill(scroller);
      expect(topIn(scroller, row), `segment ${index}`).to.be.closeTo(place, 1);
    }
  });

  it('scrolls smoothly to the next segment, and treats neither that nor a height change as user scrolling', async () => {
    const host = await showPlaying(1000);
    const scroller = host.one('[role="article"]');
    for (let index = 1001; index < 1030; index += 1) {
      host.seek(index * 1000 + 1);
      await frames(3);
    }
    await until(() => isInView(host, 1029));
    await untilStill(scroller);
    // Outside the view, as when a block turns out to be higher than estimated.
    host
      .one('[data-index="1015"]')
      .closest<HTMLElement>('[role="article"] > *')
      ?.style.setProperty('padding-block-start', '300px');
    await untilStill(scroller);
    scroller.style.setProperty('inline-size', '60%');
    await untilStill(scroller);
    expect(isFollowing(host)).to.equal(true);
    await until(() => isInView(host, 1029));
  });

  it('stops when anything else scrolls: find in page, a text fragment link, assistive technology', async () => {
    const host = await showPlaying(1000);
    const scroller = host.one('[role="article"]');
    scroller.scrollTop += 120;
    await until(() => !isFollowing(host));
    const top = scroller.scrollTop;
    await frames(20);
    expect(scroller.scrollTop).to.equal(top);
  });

  it('stops while text in the transcript is selected, but not for a selection elsewhere', async () => {
    const host = await showPlaying(1000);
    const elsewhere = document.createElement('p');
    elsewhere.textContent = 'Elsewhere';
    document.body.append(elsewhere);
    const selected = happened(document, 'selectionchange');
    getSelection()?.selectAllChildren(elsewhere);
    await selected;
    expect(isFollowing(host)).to.equal(true);
    elsewhere.remove();
    const text = host.text(1000).firstChild;
    if (!text) throw new Error('there is no text');
    getSelection()?.setBaseAndExtent(text, 2, text, 6);
    await until(() => !isFollowing(host));
    getSelection()?.removeAllRanges();
  });

  it("stops on the keys of the browser's find command, and does not cancel them", async () => {
    const press = (key: string, init: KeyboardEventInit = {}): boolean =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
      );
    const host = await showPlaying(1000);
    press('f');
    press('Control', { ctrlKey: true });
    expect(isFollowing(host)).to.equal(true);
    const keys: [string, KeyboardEventInit?][] = [
      ['f', { ctrlKey: true }],
      ['F', { metaKey: true }],
      ['g', { ctrlKey: true }],
      ['F3'],
    ];
    for (const [key, init] of keys) {
      expect(press(key, init), key).to.equal(true);
      expect(isFollowing(host), key).to.equal(false);
      host.control(/^Back to/).click();
      expect(isFollowing(host)).to.equal(true);
    }
    // Far below the visible part.
    host.style.display = 'block';
    host.style.marginBlockStart = '200vh';
    await frames(1);
    press('F3');
    expect(isFollowing(host)).to.equal(true);
    host.style.marginBlockStart = '';
  });

  it('ignores keys while it is out of the document, and reacts again once it is back', async () => {
    const host = await showPlaying(1000);
    const parent = host.parentElement;
    host.remove();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F3', bubbles: true }));
    parent?.append(host);
    expect(isFollowing(host)).to.equal(true);
    await frames(1);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F3', bubbles: true }));
    expect(isFollowing(host)).to.equal(false);
  });

  it('does not treat zooming as scrolling', async () => {
    const host = await showPlaying(1000);
    host.one('[role="article"]').dispatchEvent(new WheelEvent('wheel', { ctrlKey: true }));
    expect(isFollowing(host)).to.equal(true);
  });

  it('shows the line before a silence without marking it', async () => {
    const host = await showReader({ transcript: long });
    host.seek(1_500_950);
    await until(() => isInView(host, 1500));
    expect(host.marked).to.deep.equal([]);
    expect(isFollowing(host)).to.equal(true);
    host.seek(20_950);
    await until(() => isInView(host, 20));
  });

  it('offers the way back to the playing line, with its time and direction, in the window', async () => {
    const host = await showPlaying(1000);
    const scroller = host.one('[role="article"]');
    const chip = host.control(/^Back to/);
    scroller.dispatchEvent(new WheelEvent('wheel'));
    scroller.scrollTop = 0;
    await until(() => !chip.classList.contains('up'));
    expect(chip.textContent.trim()).to.equal('Back to 16:40');
    scroller.scrollTop = scroller.scrollHeight;
    await until(() => chip.classList.contains('up'));
    // Higher than the window.
    host.style.setProperty('--at-transcript-height', '300vh');
    await frames(3);
    const { top, bottom } = chip.getBoundingClientRect();
    const list = scroller.getBoundingClientRect();
    expect(list.bottom).to.be.greaterThan(innerHeight);
    expect(top).to.be.at.least(list.top);
    if (list.top < innerHeight - 100) expect(bottom).to.be.at.most(innerHeight);
    scroller.scrollIntoView();
    await frames(3);
    expect(chip.getBoundingClientRect().bottom).to.be.within(innerHeight / 2, innerHeight);
  });

  it('hides the way back while a line is edited, whose buttons it would cover', async () => {
    const host = await showEditable(long);
    host.seek(1_000_000);
    await until(() => isInView(host, 1000));
    host.one('[role="article"]').dispatchEvent(new WheelEvent('wheel'));
    expect(isFollowing(host)).to.equal(false);
    host.text(1000).dispatchEvent(new MouseEvent('dblclick', { bubbles: true, composed: true }));
    expect(host.control(/^Back to/).hidden).to.equal(true);
    press(host.one('textarea'), 'Escape');
    expect(host.control(/^Back to/).hidden).to.equal(false);
  });

  it('updates the way back while it plays on', async () => {
    const host = await showPlayable();
    host.seek(500);
    host.one('[role="article"]').style.blockSize = '3rem';
    host.one('[role="article"]').dispatchEvent(new WheelEvent('wheel'));
    const chip = host.control(/^Back to/);
    expect(chip.textContent.trim()).to.equal('Back to 0:00');
    host.audio.currentTime = 4.5;
    await until(() => chip.textContent.trim() === 'Back to 0:04');
  });
});
