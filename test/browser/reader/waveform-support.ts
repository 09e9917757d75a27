import { fixture, html } from '@open-wc/testing';
import { createCursor } from '../../../src/transcript/cursor.js';
import { listSpeakers } from '../../../src/transcript/speakers.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import { createWaveform } from '../../../src/reader/waveform/waveform.js';
import { englishReaderStrings as strings } from '../../support/strings.js';
import { ReaderHost, talk } from './reader-support.js';

/** Shows a waveform with the styles of the reader, 600 px wide. */
const show = async (transcript: Transcript, dir: 'ltr' | 'rtl') => {
  const frame = await fixture<HTMLElement>(html`<div dir=${dir}></div>`);
  const host = new ReaderHost();
  const sought: number[] = [];
  frame.append(host);
  const waveform = createWaveform({
    transcript,
    speakers: listSpeakers(transcript.segments),
    cursor: createCursor(transcript.segments),
    strings,
    onSeek: (ms) => sought.push(Math.round(ms)),
  });
  host.style.cssText = 'display: block; inline-size: 600px';
  const reader = document.createElement('section');
  reader.className = 'reader';
  reader.append(waveform.element);
  host.renderRoot.append(reader);
  const surface = host.one('.waveform-surface');
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
  return { host, waveform, reader, sought, surface, point, preview };
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
  const { host, reader } = shown;
  host.style.inlineSize = width;
  host.style.marginBlockStart = '120px';
  reader.style.padding = '0';
  const drawn = async (): Promise<void> => {
    await laidOut();
    while (host.renderRoot.querySelector('.waveform-bars') === null) await laidOut();
  };
  if (transcript.segments.length > 0) await drawn();
  /** The path of the bars with this class, in the drawing of all bars. */
  const bars = (name: string): SVGPathElement | null =>
    host.renderRoot.querySelector<SVGPathElement>(`.waveform-all .${name}`);
  /** The height of each bar, from the start to the end of the recording. */
  const heights = (): readonly number[] =>
    [...host.renderRoot.querySelectorAll('.waveform-all path')]
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
  return { ...shown, bars, heights, laidOut };
};
