import { fixture, html } from '@open-wc/testing';
import {
  createCursor,
  listSpeakers,
  normaliseTranscript,
  type Transcript,
} from '../../../src/transcript/index.js';
import { englishReaderStrings as strings } from '../../support/strings.js';
import { createOverview } from '../../../src/reader/overview/overview.js';
import { ReaderHost, talk } from './reader-support.js';

/** Alternating speakers, one sentence per second. */
export const talking = (count: number, speakers: number): Transcript =>
  normaliseTranscript({
    duration: count,
    segments: Array.from({ length: count }, (_, at) => ({
      speaker: `Speaker ${at % speakers}`,
      start_ms: at * 1000,
      end_ms: at * 1000 + 300 + (at % speakers),
      text: `Sentence ${at}.`,
    })),
  });

/** An overview with the styles of the reader. */
export const showOverview = async (transcript: Transcript = talk, dir: 'ltr' | 'rtl' = 'ltr') => {
  const frame = await fixture<HTMLElement>(html`<div dir=${dir}></div>`);
  const host = new ReaderHost();
  const sought: number[] = [];
  frame.append(host);
  const overview = createOverview({
    transcript,
    speakers: listSpeakers(transcript.segments),
    cursor: createCursor(transcript.segments),
    strings,
    onSeek: (ms) => sought.push(Math.round(ms)),
  });
  host.style.cssText = 'display: block; inline-size: 600px';
  const reader = document.createElement('section');
  reader.className = 'reader';
  reader.append(overview.element);
  host.renderRoot.append(reader);
  const surface = host.one('.surface');
  /** Dispatches a pointer event at fractions of the surface's width and height. */
  const point = (type: string, x: number, y: number, more: PointerEventInit = {}): void => {
    const { left, top, width, height } = surface.getBoundingClientRect();
    surface.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        pointerType: 'mouse',
        isPrimary: true,
        clientX: left + x * width,
        clientY: top + y * height,
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
  /** Position of a line on the surface, in px from its left edge. */
  const lineAt = (name: string): number => {
    const box = host.one(name).getBoundingClientRect();
    const start = dir === 'ltr' ? box.left : box.right;
    return start - surface.getBoundingClientRect().left;
  };
  return { host, overview, sought, surface, point, preview, lineAt };
};
