import { fixture, html } from '@open-wc/testing';
import { createCursor } from '../../../src/transcript/cursor.js';
import { listSpeakers } from '../../../src/transcript/badges.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import { createWaveform } from '../../../src/reader/waveform/waveform.js';
import { englishReaderStrings as strings } from '../../support/strings.js';
import { ReaderHost, talk } from './reader-support.js';

/** From the start of one bar to the start of the next, in pixels. */
const PITCH = 3;

/** Shows a waveform with the styles of the reader, 600 px wide. */
const show = async (transcript: Transcript, dir: 'ltr' | 'rtl') => {
  const frame = await fixture<HTMLElement>(html`<div dir=${dir}></div>`);
  const host = new ReaderHost();
  const sought: number[] = [];
  frame.append(host);
  const waveform = createWaveform({
    transcript,
    speakers: listSpeakers(transcript),
    cursor: createCursor(transcript.segments),
    strings,
    onSeek: (ms) => sought.push(Math.round(ms)),
  });
  host.style.cssText = 'display: block; inline-size: 600px';
  const reader = document.createElement('section');
  reader.className = 'reader';
  reader.append(waveform.element);
  host.renderRoot.append(reader);
  const surface = waveform.element.firstElementChild as HTMLElement;
  const note = waveform.element.lastElementChild as HTMLElement;
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
  /** The time, the name and the words in the preview; null if it is hidden. */
  const preview = (): string | null => {
    return note.hidden
      ? null
      : [...note.querySelectorAll<HTMLElement>('span, bdi, p:last-child')]
          .filter((one) => !one.hidden && one.textContent !== '')
          .map((one) => one.textContent)
          .join(' | ');
  };
  return { host, waveform, reader, sought, surface, note, point, preview };
};

/** Resolves after the browser has laid out and has told the observers of sizes. */
const laidOut = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** A waveform with the styles of the reader, in a container of this width. */
export const showWaveform = async (
  transcript: Transcript = talk,
  { dir = 'ltr', width = '600px' }: { readonly dir?: 'ltr' | 'rtl'; readonly width?: string } = {},
) => {
  const shown = await show(transcript, dir);
  const { host, reader, surface } = shown;
  const drawing = (at: number): SVGSVGElement => {
    const found = surface.querySelectorAll('svg')[at];
    if (!found) throw new Error('The waveform is not drawn.');
    return found;
  };
  const line = (at: number): HTMLElement => {
    const found = surface.querySelectorAll('div')[at];
    if (!found) throw new Error('The waveform has no line.');
    return found;
  };
  /** What the waveform draws: all bars, those that are played, and the search hits. */
  const drawings = {
    get all() {
      return drawing(0);
    },
    get played() {
      return drawing(1);
    },
    get hits() {
      return drawing(2);
    },
  };
  /** The lines at the pointer and at the position. */
  const lines = {
    get pointer() {
      return line(0);
    },
    get position() {
      return line(1);
    },
  };
  /** One path per colour, in the drawing of all bars. */
  const paths = (): SVGPathElement[] => [...drawings.all.querySelectorAll('path')];
  host.style.inlineSize = width;
  host.style.marginBlockStart = '120px';
  reader.style.padding = '0';
  const drawn = async (): Promise<void> => {
    await laidOut();
    while (paths().length === 0) await laidOut();
  };
  if (transcript.segments.length > 0) await drawn();
  /** The path of the bar at this fraction of the recording. */
  const barAt = (fraction: number): SVGPathElement => {
    const at = fraction * surface.clientWidth;
    const found = paths().find((path) =>
      [...(path.getAttribute('d') ?? '').matchAll(/M([\d.]+) /g)].some(
        ([, x]) => Number(x) <= at && at < Number(x) + PITCH,
      ),
    );
    if (!found) throw new Error(`There is no bar at ${fraction}.`);
    return found;
  };
  /** The height of each bar, from the start to the end of the recording. */
  const heights = (): readonly number[] =>
    paths()
      .flatMap((path) => [
        ...(path.getAttribute('d') ?? '').matchAll(/M([\d.]+) [\d.]+.*?v([\d.]+)/g),
      ])
      .map(([, x, height]) => ({ x: Number(x), height: Number(height) + 2 }))
      .sort((one, other) => one.x - other.x)
      // Two people who talk at once have half a bar each.
      .reduce<{ x: number; height: number }[]>((bars, { x, height }) => {
        const last = bars.at(-1);
        if (last?.x === x) last.height += height;
        else bars.push({ x, height });
        return bars;
      }, [])
      .map(({ height }) => height);
  return { ...shown, paths, barAt, drawings, lines, heights, laidOut };
};
