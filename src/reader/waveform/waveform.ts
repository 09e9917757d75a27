/**
 * The waveform: bars over the whole recording, in the colours of the speakers. It is for the pointer and for sighted
 * users; keyboard and screen reader users have the player's slider. The bars are SVG paths, so that their colours follow
 * the style sheet.
 */
import { nothing, render, svg, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import { createCursor, type Cursor } from '../../transcript/cursor.js';
import type { Speaker } from '../../transcript/badges.js';
import type { Segment, Transcript } from '../../transcript/transcript.js';
import { transcriptLength } from '../../transcript/time.js';
import { html } from '../../ui/html.js';
import { speakerClass } from '../speaker-labels.js';
import { make } from '../turns/rows.js';
import { toBars, type Bar, type WaveformPeaks } from './bars.js';
import { createPreview, followPointer, toFraction } from './pointing.js';

export interface WaveformOptions {
  readonly transcript: Transcript;
  readonly speakers: readonly Speaker[];
  readonly cursor: Cursor;
  readonly strings: ReaderStrings;
  readonly onSeek: (ms: number) => void;
}

/** In ms. A shorter recording is read before anybody wonders. */
const LONG_RECORDING = 600_000;
/** In CSS pixels. */
const BAR_WIDTH = 2;
const GAP = 1;
/** Space above and below the bars, where the ticks are. */
const MARGIN = 6;
const TICK_HEIGHT = 4;
const SILENCE_HEIGHT = BAR_WIDTH;
const SHORTEST_SPEECH = 4;
/** Of the height, while the level is not known. */
const FLAT_SPEECH = 0.36;

/** The drawing. Sizes are whole device pixels, so that no edge is blurred. */
interface Grid {
  readonly width: number;
  readonly height: number;
  readonly barWidth: number;
  /** From the start of one bar to the start of the next. */
  readonly pitch: number;
  readonly count: number;
}

const toGrid = (width: number, height: number): Grid => {
  const pixels = Math.max(1, globalThis.devicePixelRatio);
  const barWidth = Math.round(BAR_WIDTH * pixels) / pixels;
  const pitch = Math.round((BAR_WIDTH + GAP) * pixels) / pixels;
  const count = Math.max(0, Math.floor((width + pitch - barWidth) / pitch));
  return { width, height, barWidth, pitch, count };
};

const barPath = (x: number, top: number, width: number, height: number): string => {
  const radius = width / 2;
  const arc = (dx: number): string => `a${radius} ${radius} 0 0 1 ${dx} 0`;
  return `M${x.toFixed(2)} ${(top + radius).toFixed(2)}${arc(width)}v${(height - width).toFixed(2)}${arc(-width)}z`;
};

/** The bar in the colour of its speaker. Where two people speak at once, each has a half of it. */
const halvesOf = ({ speaker, beside }: Bar): readonly string[] =>
  [speaker, beside].flatMap((one) => (one === null ? [] : speakerClass(one)));

const barHeight = ({ speaker, level }: Bar, available: number): number => {
  if (level === null) return speaker === null ? SILENCE_HEIGHT : available * FLAT_SPEECH;
  return Math.max(speaker === null ? SILENCE_HEIGHT : SHORTEST_SPEECH, available * level);
};

/** One path per colour. */
const toPaths = (bars: readonly Bar[], grid: Grid): ReadonlyMap<string, string> => {
  const { height, barWidth, pitch } = grid;
  const available = Math.max(SHORTEST_SPEECH, height - 2 * MARGIN);
  const paths = new Map<string, string>();
  bars.forEach((bar, at) => {
    const own = Math.max(barHeight(bar, available), barWidth);
    const names = bar.speaker === null ? ['silence'] : halvesOf(bar);
    const part = own / names.length;
    names.forEach((name, half) => {
      const path = barPath(at * pitch, (height - own) / 2 + half * part, barWidth, part);
      paths.set(name, (paths.get(name) ?? '') + path);
    });
  });
  return paths;
};

const tickPaths = (times: Iterable<number>, length: number, grid: Grid): string => {
  const { count, pitch, barWidth } = grid;
  const marked = new Set<number>();
  if (length > 0 && count > 0) {
    for (const ms of times) {
      if (ms >= 0) marked.add(Math.min(count - 1, Math.floor((ms / length) * count)));
    }
  }
  return [...marked].map((bar) => barPath(bar * pitch, 0, barWidth, TICK_HEIGHT)).join('');
};

const drawing = (name: string, { width, height }: Grid, content: unknown): TemplateResult => html`
  <svg class=${`waveform-drawing ${name}`} viewBox=${`0 0 ${width} ${height}`}>${content}</svg>
`;

export const createWaveform = (options: WaveformOptions) => {
  const { strings, onSeek } = options;
  let { transcript, speakers } = options;
  /** Null after a correction, until it is needed. Most users never point at the waveform. */
  let cursor: Cursor | null = options.cursor;
  let position = 0;
  let audioLength = 0;
  /** What the drawing covers. All times are in milliseconds. */
  let length = 0;
  let peaks: WaveformPeaks | null = null;
  let isReading = false;
  let hits: readonly number[] = [];
  let grid = toGrid(0, 0);
  let bars: ReadonlyMap<string, string> = new Map();

  const surface = make('div', 'waveform-surface', null);
  surface.dataset['drags'] = '';
  const preview = createPreview();
  const element = make('div', 'waveform', 'waveform', surface, preview.element);
  element.setAttribute('aria-hidden', 'true');

  const isNamed = (): boolean => speakers.some(({ name }) => name !== null);
  /** Where a time is on the drawing, from 0 to 1. */
  const fractionOf = (ms: number): number => (length > 0 ? toFraction(ms / length) : 0);

  /** Sets nothing that the bars inherit, because their styles would be computed again. */
  const showPosition = (): void => {
    const fraction = fractionOf(position);
    const played = surface.querySelector<SVGElement>('.waveform-played');
    played?.style.setProperty('clip-path', `inset(0 ${(100 - 100 * fraction).toFixed(3)}% 0 0)`);
    moveLine('.waveform-playhead', fraction);
  };

  const moveLine = (name: string, fraction: number): void =>
    surface.querySelector<HTMLElement>(name)?.style.setProperty('--_at', fraction.toFixed(5));

  const draw = (): void => {
    const paths = [...bars].map(
      ([name, path]) => svg`<path class=${`waveform-bars ${name}`} d=${path} />`,
    );
    render(
      html`
        ${drawing('waveform-all', grid, paths)} ${drawing('waveform-played', grid, paths)}
        ${drawing('waveform-ticks', grid, svg`<path d=${tickPaths(hits, length, grid)} />`)}
        <div class="waveform-ghost"></div>
        <div class="waveform-playhead"></div>
        ${
          isReading && peaks !== null && length >= LONG_RECORDING
            ? html`<p class="waveform-progress">
                ${strings.readingWaveform(toFraction((peaks.levels.length * peaks.bucketMs) / length))}
              </p>`
            : nothing
        }
      `,
      surface,
    );
  };

  /** Expensive. Call only if the segments, the peaks, the length or the size have changed. */
  const redraw = (): void => {
    // For a transcript without times, while the length of the audio is unknown.
    const heard = peaks === null ? 0 : peaks.levels.length * peaks.bucketMs;
    length = Math.max(audioLength, transcriptLength(transcript)) || heard;
    // What was joined or deleted is not drawn.
    const segments = transcript.segments.filter(({ text }) => text !== '');
    bars = toPaths(toBars({ segments, speakers, peaks, length, count: grid.count }), grid);
    element.classList.toggle('unnamed', !isNamed());
    draw();
    showPosition();
  };

  /** The last segment that starts at the pointer, within the width of one pixel. */
  const segmentAt = (ms: number, width: number): Segment | undefined => {
    cursor ??= createCursor(transcript.segments);
    const here = cursor.at(ms).at(-1);
    if (here !== undefined) return transcript.segments[here];
    const next = cursor.next(ms);
    if (next === null || next >= ms + width) return undefined;
    return transcript.segments[cursor.at(next).at(-1) ?? -1];
  };

  followPointer(
    surface,
    (point) => {
      surface.classList.toggle('pointed', point !== null);
      if (point === null) return preview.hide();
      const ms = point.across * length;
      moveLine('.waveform-ghost', fractionOf(ms));
      const segment = segmentAt(ms, point.pixel * length);
      const speaker = segment && speakers.find(({ name }) => name === (segment.speaker ?? null));
      const name = speaker && isNamed() ? (speaker.name ?? strings.unknownSpeaker) : '';
      preview.show(ms, point.across, segment, speaker, name);
    },
    (across) => onSeek(across * length),
  );

  const resizing = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = surface;
    if (clientWidth === grid.width && clientHeight === grid.height) return;
    grid = toGrid(clientWidth, clientHeight);
    redraw();
  });
  resizing.observe(surface);
  redraw();

  return {
    element,
    /** Shows how loud the audio is; null for only who speaks. Until `endPeaks`, says how far a long one is read. */
    setPeaks(next: WaveformPeaks | null): void {
      peaks = next;
      isReading = next !== null;
      redraw();
    },
    endPeaks(): void {
      isReading = false;
      draw();
    },
    update(changed: Transcript, people: readonly Speaker[]): void {
      [transcript, speakers, cursor] = [changed, people, null];
      redraw();
    },
    /** Moves the playhead, in milliseconds. */
    setPosition(ms: number): void {
      if (ms === position) return;
      position = ms;
      showPosition();
    },
    /** Length of the audio in milliseconds. If the transcript is longer, all of it is still shown. */
    setLength(ms: number): void {
      if (ms === audioLength) return;
      audioLength = ms;
      redraw();
    },
    /** Marks the start of each search match, in milliseconds. */
    setHits(times: readonly number[]): void {
      hits = times;
      draw();
    },
    dispose(): void {
      preview.hide();
      resizing.disconnect();
    },
  };
};
