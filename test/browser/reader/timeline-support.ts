/** What the tests of the waveform and of the overview share. */
import { expect, fixture, html } from '@open-wc/testing';
import { createCursor, listSpeakers, type Transcript } from '../../../src/transcript/index.js';
import type { TimelineOptions, TimelineView } from '../../../src/reader/overview/timeline.js';
import { englishReaderStrings as strings } from '../../support/strings.js';
import { ReaderHost } from './reader-support.js';

/** Shows a timeline with the styles of the reader, 600 px wide. */
export const showTimeline = async <View extends TimelineView>(
  transcript: Transcript,
  create: (options: TimelineOptions) => View,
  { surface: name, dir = 'ltr' }: { readonly surface: string; readonly dir?: 'ltr' | 'rtl' },
) => {
  const frame = await fixture<HTMLElement>(html`<div dir=${dir}></div>`);
  const host = new ReaderHost();
  const sought: number[] = [];
  frame.append(host);
  const view = create({
    transcript,
    speakers: listSpeakers(transcript.segments),
    cursor: createCursor(transcript.segments),
    strings,
    onSeek: (ms) => sought.push(Math.round(ms)),
  });
  host.style.cssText = 'display: block; inline-size: 600px';
  const reader = document.createElement('section');
  reader.className = 'reader';
  reader.append(view.element);
  host.renderRoot.append(reader);
  const surface = host.one(name);
  /** Dispatches a pointer event at fractions of the surface's width and height. */
  const point = (type: string, x: number, y = 0.5, more: PointerEventInit = {}): void => {
    const { left, top, width, height } = surface.getBoundingClientRect();
    surface.dispatchEvent(
      new PointerEvent(type, {
        ...{ pointerId: 1, pointerType: 'mouse', isPrimary: true },
        ...{ clientX: left + x * width, clientY: top + y * height },
        ...more,
      }),
    );
  };
  const preview = (): string | null => {
    const note = host.one('.preview');
    return note.hidden
      ? null
      : [...note.querySelectorAll<HTMLElement>('.preview-time, .preview-name, .preview-words')]
          .filter((one) => !one.hidden && one.textContent !== '')
          .map((one) => one.textContent)
          .join(' | ');
  };
  return { host, view, reader, sought, surface, point, preview };
};

/** Compares times in ms with a tolerance of one pixel, because some browsers round pointer positions. */
const expectTimes = (sought: readonly number[], ...times: readonly number[]): void => {
  expect(sought).to.have.length(times.length);
  times.forEach((ms, at) => expect(sought[at]).to.be.closeTo(ms, 25));
};

type Shown = Awaited<ReturnType<typeof showTimeline>>;

/** The tests of pointer input that hold for both. `show` shows `talk`; `frame` is what the preview stays within. */
export const pointerTests = (
  show: () => Promise<Pick<Shown, 'host' | 'view' | 'sought' | 'surface' | 'point' | 'preview'>>,
  frame: string,
): void => {
  it('keeps the preview within the width', async () => {
    const { host, point } = await show();
    for (const x of [0, 0.5, 1]) {
      point('pointermove', x, 0.1);
      const box = host.one(frame).getBoundingClientRect();
      const note = host.one('.preview').getBoundingClientRect();
      expect(note.left).to.be.at.least(box.left - 0.5);
      expect(note.right).to.be.at.most(box.right + 0.5);
    }
  });

  it('mouse: seeks on press, and on each move while pressed', async () => {
    const { point, sought } = await show();
    point('pointermove', 0.1);
    expect(sought).to.deep.equal([]);
    point('pointerdown', 0.5);
    point('pointermove', 0.75);
    point('pointermove', 2);
    point('pointerup', 2);
    point('pointermove', 0.1);
    expectTimes(sought, 3_000, 4_500, 6_000);
    point('pointerdown', 0.5, 0.5, { button: 2 });
    expect(sought).to.have.length(3);
  });

  it('finger: seeks by a tap and by a drag across', async () => {
    const { point, sought, preview } = await show();
    const finger = { pointerType: 'touch' };
    point('pointerdown', 0.5, 0.5, finger);
    expect(sought).to.deep.equal([]);
    point('pointermove', 0.502, 0.55, finger);
    point('pointerup', 0.5, 0.5, finger);
    expectTimes(sought, 3_000);
    point('pointerdown', 0.5, 0.5, finger);
    point('pointermove', 0.25, 0.6, finger);
    point('pointermove', 0.2, 3, finger);
    point('pointerup', 0.2, 3, finger);
    expectTimes(sought, 3_000, 1_500, 1_200);
    expect(preview()).to.equal(null);
  });

  it('finger that starts to scroll the page: never seeks', async () => {
    const { point, sought, preview, surface } = await show();
    expect(getComputedStyle(surface).touchAction).to.equal('pan-y');
    const finger = { pointerType: 'touch' };
    // Browsers send a move or two before they take the finger for scrolling.
    point('pointerdown', 0.5, 0.5, finger);
    point('pointermove', 0.503, 0.75, finger);
    point('pointermove', 0.51, 1.2, finger);
    point('pointercancel', 0.51, 1.2, finger);
    point('pointerdown', 0.5, 0.5, finger);
    point('pointermove', 0.5, 1.5, finger);
    point('pointermove', 0.9, 1.5, finger);
    point('pointerup', 0.9, 1.5, finger);
    expect(sought).to.deep.equal([]);
    expect(preview()).to.equal(null);
  });

  it('after dispose(): does nothing', async () => {
    const { point, sought, view } = await show();
    view.dispose();
    point('pointerdown', 0.5);
    expect(sought).to.deep.equal([]);
  });
};
