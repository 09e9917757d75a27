import { LitElement, nothing } from 'lit';
import { systemClock } from '../src/browser/browser-ports.js';
import { controls } from '../src/ui/controls.styles.js';
import { tokens } from '../src/ui/tokens.js';
import { startWorker } from '../src/hashing/worker-ladder.js';
import { readPeaks } from '../src/peaks/read-peaks.js';
import { readerStyles } from '../src/reader/reader-controller.js';
import { createWaveform } from '../src/reader/waveform/waveform.js';
import { englishReaderStrings as strings } from '../test/support/strings.js';
import { createCursor } from '../src/transcript/cursor.js';
import { listSpeakers } from '../src/transcript/badges.js';
import { median } from './bench.js';
import { makeTranscript } from './transcript-data.js';

export interface ReadFile {
  readonly seconds: number;
  /** When the first peaks arrived. */
  readonly firstSeconds: number;
  readonly reports: number;
  readonly buckets: number;
  readonly recordingSeconds: number;
}

/** In milliseconds. */
export interface Drawn {
  readonly draw: number;
  readonly mark: number;
  readonly markWithLayout: number;
}

/** The functions that the benchmark calls in the page. */
export interface WaveformPage {
  /** Reads the peaks of the chosen file. */
  readFile(): Promise<ReadFile>;
  /** Draws a waveform of this many segments, and marks positions. */
  draw(segments: number): Promise<Drawn>;
}

class WaveformHost extends LitElement {
  static override styles = [tokens, controls, ...readerStyles];
  override render() {
    return nothing;
  }
}
customElements.define('waveform-host', WaveformHost);

/** The page's clock is too coarse for a single mark. */
const GROUP_MARKS = 100;
const GROUPS = 21;

const page: WaveformPage = {
  readFile: async () => {
    const file = document.querySelector('input')?.files?.[0];
    if (file === undefined) throw new Error('no file was chosen');
    const started = performance.now();
    const since = (): number => (performance.now() - started) / 1000;
    let firstSeconds = 0;
    let reports = 0;
    const result = await readPeaks(file, {
      signal: new AbortController().signal,
      onPeaks: () => {
        if (reports === 0) firstSeconds = since();
        reports += 1;
      },
      startWorker: (signal) => startWorker(null, signal, systemClock.sleep),
      sleep: systemClock.sleep,
    });
    if (result.kind === 'none') throw new Error(`no peaks: ${result.reason}`);
    const { levels, bucketMs } = result.peaks;
    return {
      ...{ seconds: since(), firstSeconds, reports, buckets: levels.length },
      recordingSeconds: (levels.length * bucketMs) / 1000,
    };
  },
  draw: async (segments) => {
    const transcript = makeTranscript(segments, 'talk');
    const host = new WaveformHost();
    host.style.display = 'block';
    document.body.append(host);
    await host.updateComplete;
    const waveform = createWaveform({
      ...{ transcript, speakers: listSpeakers(transcript), strings },
      ...{ cursor: createCursor(transcript.segments), onSeek: () => undefined },
    });
    host.renderRoot.append(waveform.element);
    const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const lengthMs = segments * 5_000;
    const levels = Uint8Array.from({ length: 3_600 }, (_, at) => (at * 7_919) & 255);
    const layout = (): DOMRect => waveform.element.getBoundingClientRect();
    const timed = (work: () => void): number => {
      const started = performance.now();
      work();
      return performance.now() - started;
    };
    const draw = timed(() => {
      waveform.setPeaks({ levels, bucketMs: lengthMs / levels.length });
      layout();
    });
    let marks = 0;
    const markOnce = (): void => {
      marks += 1;
      waveform.setPosition((((marks * 37) / (2 * GROUPS * GROUP_MARKS)) % 1) * lengthMs);
    };
    const perMark = (work: () => void): number =>
      median(
        Array.from(
          { length: GROUPS },
          () =>
            timed(() => {
              for (let at = 0; at < GROUP_MARKS; at += 1) work();
            }) / GROUP_MARKS,
        ),
      );
    const mark = perMark(markOnce);
    const markWithLayout = perMark(() => {
      markOnce();
      layout();
    });
    waveform.dispose();
    host.remove();
    return { draw, mark, markWithLayout };
  },
};

Object.assign(globalThis, { waveformPage: page });
