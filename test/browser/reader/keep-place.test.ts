import { expect } from '@open-wc/testing';
import { frames, showList, speech, topIn } from './list-support.js';
import { until } from './reader-support.js';

const LINES = 1_700;

/** In pixels. A sticky name may cover this much of the list. */
const COVERED = 52;

/** The first line that is in view. */
const firstInView = ({
  scroller,
  elementOf,
}: Awaited<ReturnType<typeof setUp>>['list']): number => {
  for (let index = 0; index < LINES; index += 1) {
    const row = elementOf(index);
    if (row && topIn(scroller, row) + row.offsetHeight > COVERED) return index;
  }
  return -1;
};

const setUp = async () => {
  const shown = await showList(speech(LINES), { grow: true });
  const { host, list } = shown;
  host.style.cssText = 'display: block; inline-size: 700px';
  await until(() => list.scroller.ariaBusy === null);
  list.bringIntoView(900);
  await until(() => !list.scrollTo.underWay);
  return shown;
};

describe('the place in 1,700 lines', () => {
  it('is kept when the width changes, there and back', async () => {
    const { host, list } = await setUp();
    const index = firstInView(list);
    expect(index).to.be.within(880, 900);
    const row = list.elementOf(index) ?? host;
    const top = topIn(list.scroller, row);
    for (const width of [390, 320, 700]) {
      const settled = new Promise<void>((resolve) => list.scrollTo.onSettle(resolve));
      host.style.inlineSize = `${width}px`;
      await settled;
      expect(topIn(list.scroller, row), `${width} px`).to.be.closeTo(top, 2);
    }
  });

  it('is kept when a name is changed, and all headings show the new name', async () => {
    const transcript = speech(LINES);
    const { list, update, root } = await setUp();
    const row = list.elementOf(firstInView(list)) as Element;
    const top = topIn(list.scroller, row);
    const names = (): string[] =>
      [...root.querySelectorAll('[part~="speaker-name"]')].map((name) => name.textContent);
    const before = names().filter((name) => name === 'Speaker 1').length;
    update({
      ...transcript,
      segments: transcript.segments.map((segment) =>
        segment.speaker === 'Speaker 1'
          ? { ...segment, speaker: 'Professor Eva Winkelmann-Schmidt of the harbour committee' }
          : segment,
      ),
    });
    expect(topIn(list.scroller, row)).to.be.closeTo(top, 1);
    const { first, end } = list.visible();
    for (let index = first; index < end; index += 1) {
      const turn = list.elementOf(index)?.closest('[part~="turn"]');
      expect(turn?.querySelector('[part~="speaker-name"]')?.textContent).not.to.equal('Speaker 1');
    }
    // The place is kept in the next frame.
    await frames(1);
    await until(() => list.scroller.ariaBusy === null && !list.scrollTo.underWay);
    expect(topIn(list.scroller, row)).to.be.closeTo(top, 1);
    expect(names()).not.to.include('Speaker 1');
    expect(names().filter((name) => name.includes('Winkelmann'))).to.have.lengthOf(before);
  });
});
