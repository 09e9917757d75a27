import type { Transcript } from '../../../src/transcript/index.js';
import { createWaveform } from '../../../src/reader/waveform/waveform.js';
import { talk } from './reader-support.js';
import { showTimeline } from './timeline-support.js';

/** Resolves after the browser has laid out and has told the observers of sizes. */
const laidOut = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** A waveform with the styles of the reader, in a container of this width. */
export const showWaveform = async (
  transcript: Transcript = talk,
  { dir = 'ltr', width = '600px' }: { readonly dir?: 'ltr' | 'rtl'; readonly width?: string } = {},
) => {
  const shown = await showTimeline(transcript, createWaveform, {
    surface: '.waveform-surface',
    dir,
  });
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
      .map(({ height }) => height);
  return { ...shown, waveform: shown.view, bars, heights, laidOut };
};
