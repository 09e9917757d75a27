import { css, LitElement } from 'lit';
import { createCursor } from '../src/transcript/cursor.js';
import type { Transcript } from '../src/transcript/transcript.js';
import { createPlaybackMarker } from '../src/reader/turns/follow.js';
import type { ReaderContent, ReaderSource } from '../src/reader/reader-content.js';
import { laterCode } from '../src/reader/later-parts.js';
import { ReaderController, readerStyles } from '../src/reader/reader-controller.js';
import { controls } from '../src/ui/controls.styles.js';
import { tokens } from '../src/ui/tokens.js';
import { makeTranscript, plainMarkup, seeded, type Shape } from './transcript-data.js';

export type Way = 'ours' | 'plain';

/** All times in ms. */
export interface Shown {
  readonly paint: number;
  readonly complete: number;
  /** Between two frames, from the first paint until everything is rendered. */
  readonly longestFrame: number;
}

/** The functions that the benchmark calls in the page; each page shows one transcript. */
export interface TranscriptPage {
  /** Creates the transcript and the plain HTML before any measurement. */
  prepare(way: Way, count: number, shape: Shape): Promise<void>;
  show(): Promise<Shown>;
  /** From the first row to the last: the times between frames, in ms. */
  scroll(): Promise<{ worst: number; usual: number }>;
  /** Marks random visible segments as playing: ms of script, and with style and layout. */
  mark(): { script: number; withLayout: number; worst: number };
  /** The maximum distance in px of a segment from its target position, over random jumps. */
  jump(times: number): Promise<{ worst: number; frames: number }>;
}

const frame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Resolves with the time at which the next frame has been presented. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });

class OurHost extends LitElement implements ReaderSource {
  static override styles = [tokens, controls, ...readerStyles, ...laterCode.laterStyles];
  content: ReaderContent | null = null;
  #listener = (): void => undefined;
  readonly reader = new ReaderController(this, {
    source: this,
    laterCode,
    addStyles: () => undefined,
  });
  override render() {
    return this.reader.render();
  }

  subscribe(listener: () => void): void {
    this.#listener = listener;
  }

  show(shown: Transcript): void {
    this.content = {
      ...{ original: shown, transcript: shown, edits: [], drafts: [], editing: null },
      ...{ title: '', played: { audio: null }, sought: null },
    };
    this.#listener();
  }

  seek(ms: number): void {
    if (this.content) this.content = { ...this.content, sought: { ms, end: null } };
    this.#listener();
  }
}
customElements.define('our-host', OurHost);

/** The same styles, with `content-visibility` for each turn. */
class PlainHost extends LitElement {
  static override styles = [
    ...OurHost.styles,
    css`
      .turn {
        content-visibility: auto;
        contain-intrinsic-block-size: auto 14em;
      }
    `,
  ];
  show(markup: string): void {
    const root = this.renderRoot as ShadowRoot;
    root.innerHTML = `<div class="reader"><div class="transcript" style="--_digits:8"><div class="scroller" tabindex="0">${markup}</div></div></div>`;
  }
}
customElements.define('plain-host', PlainHost);

let transcript: Transcript;
let markup = '';
let host: OurHost | PlainHost;

const scroller = (): HTMLElement => {
  const found = host.renderRoot.querySelector<HTMLElement>('.scroller');
  if (!found) throw new Error('nothing is shown');
  return found;
};

const rowOf = (index: number): HTMLElement | null =>
  scroller().querySelector<HTMLElement>(`[data-index="${index}"]`);

/** Records frames until it is stopped; returns the times between them. */
const watchFrames = (): (() => readonly number[]) => {
  const gaps: number[] = [];
  let last: number | null = null;
  let id = 0;
  const next = (now: number): void => {
    if (last !== null) gaps.push(now - last);
    last = now;
    id = requestAnimationFrame(next);
  };
  id = requestAnimationFrame(next);
  return () => {
    cancelAnimationFrame(id);
    return gaps;
  };
};

const page: TranscriptPage = {
  async prepare(way, count, shape) {
    transcript = makeTranscript(count, shape);
    markup = way === 'plain' ? plainMarkup(transcript) : '';
    host = document.createElement(way === 'ours' ? 'our-host' : 'plain-host') as typeof host;
    document.body.append(host);
    await host.updateComplete;
    await painted();
  },

  async show() {
    const started = performance.now();
    if (host instanceof OurHost) host.show(transcript);
    else host.show(markup);
    await host.updateComplete;
    // A long transcript is drawn a few tasks later.
    while (host.renderRoot.querySelector('.scroller') === null) await frame();
    await painted();
    const paint = performance.now() - started;
    const stop = watchFrames();
    while (scroller().ariaBusy === 'true') await frame();
    await painted();
    const complete = performance.now() - started;
    const gaps = stop();
    const rows = scroller().querySelectorAll('.segment').length;
    const { length } = transcript.segments;
    if (rows !== length) throw new Error(`${rows} rows are there, not ${length}`);
    return { paint, complete, longestFrame: Math.max(0, ...gaps) };
  },

  async scroll() {
    const FRAMES = 300;
    const target = scroller();
    const stop = watchFrames();
    for (let at = 1; at <= FRAMES; at += 1) {
      target.scrollTop = (target.scrollHeight * at) / FRAMES;
      await frame();
    }
    const gaps = [...stop()].sort((one, other) => one - other);
    return { worst: gaps.at(-1) ?? 0, usual: gaps[Math.floor(gaps.length / 2)] ?? 0 };
  },

  mark() {
    const TIMES = 200;
    const target = scroller();
    target.scrollTop = target.scrollHeight / 2;
    void target.offsetHeight;
    const { top, bottom } = target.getBoundingClientRect();
    const middle = Math.floor(transcript.segments.length / 2);
    const rows = new Map(
      [...target.querySelectorAll<HTMLElement>('.segment')]
        .slice(middle - 400, middle + 400)
        .filter((row) => {
          const box = row.getBoundingClientRect();
          return box.top >= top && box.bottom <= bottom;
        })
        .map((row) => [Number(row.dataset['index']), row]),
    );
    if (rows.size === 0) throw new Error('no row is in view');
    const shown = [...rows.keys()];
    const playback = { position: 0, pace: 0, started: true };
    const cursor = createCursor(transcript.segments);
    const marker = createPlaybackMarker({
      cursor: () => cursor,
      playback: () => playback,
      elementOf: (index) => rows.get(index),
      onChange: () => undefined,
    });
    const script: number[] = [];
    const whole: number[] = [];
    for (let at = 0; at < TIMES; at += 1) {
      playback.position = (shown[at % shown.length] ?? 0) * 5_000 + 1;
      const started = performance.now();
      marker.synchronise();
      script.push(performance.now() - started);
      void target.offsetHeight;
      void getComputedStyle(rows.get(shown[at % shown.length] ?? 0) ?? target).backgroundColor;
      whole.push(performance.now() - started);
    }
    // The page's clock has a resolution of 0.1 ms, so only the mean is more precise.
    const mean = (figures: readonly number[]): number =>
      figures.reduce((sum, one) => sum + one, 0) / TIMES;
    return {
      script: mean(script),
      withLayout: mean(whole),
      worst: Math.max(...whole),
    };
  },

  async jump(times) {
    if (!(host instanceof OurHost)) throw new Error('only ours jumps');
    const random = seeded(7);
    const target = scroller();
    let worst = 0;
    let frames = 0;
    for (let at = 0; at < times; at += 1) {
      const index = Math.floor(random() * transcript.segments.length);
      host.seek(index * 5_000 + 1);
      const row = rowOf(index);
      const place = (): number =>
        (row?.getBoundingClientRect().top ?? NaN) - target.getBoundingClientRect().top;
      let still = 0;
      for (let before = NaN; still < 6; frames += 1) {
        await frame();
        still = place() === before ? still + 1 : 0;
        before = place();
      }
      const isAtEdge =
        target.scrollTop < 1 || target.scrollTop + target.clientHeight > target.scrollHeight - 1;
      if (!isAtEdge) worst = Math.max(worst, Math.abs(place() - target.clientHeight / 4));
    }
    return { worst, frames: frames / times };
  },
};

Object.assign(globalThis, { transcriptPage: page });
