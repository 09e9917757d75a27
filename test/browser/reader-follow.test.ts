import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../src/transcript/index.js';
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

/** Waits, frame by frame, for at most two seconds' worth of them. */
const eventually = async (condition: () => boolean): Promise<boolean> => {
  for (let frames = 0; frames < 120 && !condition(); frames += 1)
    await new Promise(requestAnimationFrame);
  return condition();
};

describe('following', () => {
  it('brings a far segment into view though most heights are guessed, and guessed wrong', async () => {
    const host = await showReader({ transcript: long });
    host.style.inlineSize = '20rem';
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
});
