import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/index.js';
import { eventually, frames, topIn } from './list-support.js';
import { showReader, type ReaderHost } from './reader-support.js';

const long = normaliseTranscript({
  segments: Array.from({ length: 2000 }, (_, at) => ({
    speaker: `Speaker ${at % 7}`,
    start_ms: at * 1000,
    end_ms: at * 1000 + 900,
    text: `Sentence ${at}: ${'and so on, '.repeat(at % 30)}until the end.`,
  })),
});

const isInView = (host: ReaderHost, index: number): boolean => {
  const box = host.one('.scroller').getBoundingClientRect();
  const line = host.one(`[data-index="${index}"]`).getBoundingClientRect();
  return line.top >= box.top && line.bottom <= box.bottom;
};

const isFollowing = (host: ReaderHost): boolean =>
  host.one('[part~="follow-button"]').hasAttribute('hidden');

/** A reader at rest, which plays a segment. */
const showPlaying = async (index: number): Promise<ReaderHost> => {
  const host = await showReader({ transcript: long });
  host.reader.seek(index * 1000 + 1);
  await eventually(() => isInView(host, index));
  await frames(12);
  return host;
};

describe('following', () => {
  it('brings a far segment into view though most heights are guessed, and guessed wrong', async () => {
    const host = await showReader({ transcript: long });
    Object.assign(host.style, { display: 'block', inlineSize: '20rem' });
    // Where the browser anchors the scroll position itself, it would hide a jump that missed.
    host.one('.scroller').style.setProperty('overflow-anchor', 'none');
    for (const index of [1500, 20, 1999, 700]) {
      host.reader.seek(index * 1000 + 1);
      expect(await eventually(() => isInView(host, index)), `segment ${index}`).to.equal(true);
    }
  });

  it('stops when the person scrolls, and begins again on request', async () => {
    const host = await showReader({ transcript: long });
    const chip = host.one('[part~="follow-button"]');
    const scroller = host.one('.scroller');
    host.reader.seek(1_000_000);
    expect(await eventually(() => isInView(host, 1000))).to.equal(true);
    expect(chip.hidden).to.equal(true);
    scroller.dispatchEvent(new WheelEvent('wheel'));
    scroller.scrollTop = 0;
    expect(chip.hidden).to.equal(false);
    expect(isInView(host, 1000)).to.equal(false);
    chip.click();
    expect(chip.hidden).to.equal(true);
    expect(await eventually(() => isInView(host, 1000))).to.equal(true);
  });

  it('scrolls its own container and never the page', async () => {
    const host = await showReader({ transcript: long });
    const before = document.documentElement.scrollTop;
    host.reader.seek(1_900_000);
    expect(await eventually(() => isInView(host, 1900))).to.equal(true);
    expect(document.documentElement.scrollTop).to.equal(before);
  });

  it('puts a far segment exactly where it belongs', async () => {
    const host = await showReader({ transcript: long });
    Object.assign(host.style, { display: 'block', inlineSize: '20rem' });
    const scroller = host.one('.scroller');
    scroller.style.setProperty('overflow-anchor', 'none');
    // Short ones at the beginning of a block, whose neighbour comes into view and is not as high as guessed.
    for (const index of [1440, 32, 1920, 512]) {
      const place = scroller.clientHeight / 4;
      host.reader.seek(index * 1000 + 1);
      const row = host.one(`[data-index="${index}"]`);
      expect(await eventually(() => Math.abs(topIn(scroller, row) - place) <= 1)).to.equal(true);
      await frames(10);
      expect(topIn(scroller, row), `segment ${index}`).to.be.closeTo(place, 1);
    }
  });

  it('glides to what comes next, and takes neither that nor a change of heights for the person', async () => {
    const host = await showPlaying(1000);
    const scroller = host.one('.scroller');
    for (let index = 1001; index < 1030; index += 1) {
      host.reader.seek(index * 1000 + 1);
      await frames(3);
    }
    expect(await eventually(() => isInView(host, 1029))).to.equal(true);
    await frames(20);
    // Out of sight, as when a block turns out to be higher than it was guessed.
    host
      .one('[data-index="1015"]')
      .closest<HTMLElement>('.block')
      ?.style.setProperty('padding-block-start', '300px');
    await frames(5);
    scroller.style.setProperty('inline-size', '60%');
    await frames(5);
    expect(isFollowing(host)).to.equal(true);
    expect(await eventually(() => isInView(host, 1029))).to.equal(true);
  });

  it('stops when anything else scrolls: find, a link to a text, an assistive technology', async () => {
    const host = await showPlaying(1000);
    const scroller = host.one('.scroller');
    scroller.scrollTop += 120;
    expect(await eventually(() => !isFollowing(host))).to.equal(true);
    const top = scroller.scrollTop;
    await frames(20);
    expect(scroller.scrollTop).to.equal(top);
  });

  it('stops while text in the transcript is selected, not for a selection elsewhere', async () => {
    const host = await showPlaying(1000);
    const elsewhere = document.createElement('p');
    elsewhere.textContent = 'Elsewhere';
    document.body.append(elsewhere);
    getSelection()?.selectAllChildren(elsewhere);
    await frames(3);
    expect(isFollowing(host)).to.equal(true);
    elsewhere.remove();
    const text = host.one('[data-index="1000"] [part~="segment-text"]').firstChild;
    if (!text) throw new Error('there is no text');
    getSelection()?.setBaseAndExtent(text, 2, text, 6);
    expect(await eventually(() => !isFollowing(host))).to.equal(true);
    getSelection()?.removeAllRanges();
  });

  it("stops at the keys of the browser's find, which it leaves alone", async () => {
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
      host.one('[part~="follow-button"]').click();
      expect(isFollowing(host)).to.equal(true);
    }
    // Far below what the window shows.
    host.style.display = 'block';
    host.style.marginBlockStart = '200vh';
    await frames(1);
    press('F3');
    expect(isFollowing(host)).to.equal(true);
    host.style.marginBlockStart = '';
  });

  it('is not stopped by keys while it is out of the page, and is again once it is back', async () => {
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

  it('does not take zooming for scrolling', async () => {
    const host = await showPlaying(1000);
    host.one('.scroller').dispatchEvent(new WheelEvent('wheel', { ctrlKey: true }));
    expect(isFollowing(host)).to.equal(true);
  });
});
