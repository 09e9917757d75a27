import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wavHeader } from '../src/convert/pcm.js';
import { median, rounded, type Bench, type Row } from './bench.js';
import { withChromium, type OpenPage } from './browsers.js';
import { MEBIBYTE, seededBytes, writeRepeated } from './files.js';
import { withTempFolder } from './temp-folder.js';
import { watchHeap } from './upload-heap.js';
import { watchTasks } from './upload-tasks.js';
import type { WaveformPage } from './waveform-page.js';

const ROUNDS = 3;
const HOUR = 3_600;

type Global = { waveformPage: WaveformPage };

/** The audio after the ID3 tag and the first frame, which contains the number of frames. */
const SAMPLE_FRAMES = 20 + 208;
/** The conversation of 45 s, repeated. */
const REPEATED = 80;

const writeMp3 = async (path: string): Promise<void> => {
  const sample = await readFile(new URL('../demo/samples/conversation.mp3', import.meta.url));
  const once = sample.subarray(SAMPLE_FRAMES);
  await writeFile(path, Buffer.concat(Array.from({ length: REPEATED }, () => once)));
};

/** 16-bit stereo at 44.1 kHz. The size in the header is 0, which means all that follows. */
const writeWave = async (path: string): Promise<void> => {
  const header = wavHeader(44_100, 0, 2);
  const bytes = Buffer.concat([header, seededBytes(16 * MEBIBYTE - header.length)]);
  await writeRepeated(path, HOUR * 44_100 * 4, bytes);
};

const readHour = async (open: OpenPage, name: string, file: string): Promise<Row> => {
  const rows = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await open('/', file);
    const run = () =>
      page.evaluate(() => (globalThis as unknown as Global).waveformPage.readFile());
    // The trace and the heap are measured in the last round only, as they take time themselves.
    if (round < ROUNDS - 1) {
      rows.push({ read: await run(), task: null, heap: null });
    } else {
      const [stopTasks, stopHeap] = [await watchTasks(page), await watchHeap(page)];
      const read = await run();
      rows.push({ read, task: await stopTasks(), heap: await stopHeap() });
    }
    await page.close();
  }
  const { read, task, heap } = rows.at(-1) ?? {};
  const quick = rows.slice(0, -1).map(({ read: { seconds } }) => seconds);
  return {
    recording: name,
    'length, s': rounded(read?.recordingSeconds ?? 0, 0),
    'seconds, best': rounded(Math.min(...quick), 1),
    'seconds, watched': rounded(read?.seconds ?? 0, 1),
    'first peaks, s': rounded(median(rows.map((row) => row.read.firstSeconds))),
    reports: read?.reports ?? 0,
    buckets: read?.buckets ?? 0,
    'longest task of the page, ms': rounded(task?.wall ?? 0, 0),
    'CPU ms': rounded(task?.cpu ?? 0, 0),
    'page, peak − start, MiB': rounded((heap?.pagePeak ?? 0) / MEBIBYTE, 1),
    'worker, peak, MiB': rounded((heap?.workersPeak ?? 0) / MEBIBYTE, 1),
  };
};

const drawing = async (open: OpenPage, segments: number): Promise<Row> => {
  const page = await open('/');
  const { draw, mark, markWithLayout } = await page.evaluate(
    (count) => (globalThis as unknown as Global).waveformPage.draw(count),
    segments,
  );
  await page.close();
  return {
    segments,
    'draw, ms': rounded(draw, 1),
    'mark: script, ms': rounded(mark, 3),
    'with style and layout, ms': rounded(markWithLayout, 3),
  };
};

/** Reads the peaks of an hour of audio, and draws a waveform. */
const waveformBench: Bench = async function* () {
  const { hours, drawn } = await withTempFolder('waveform-bench', async (folder) => {
    const [mp3, wave] = [join(folder, 'hour.mp3'), join(folder, 'hour.wav')];
    await Promise.all([writeMp3(mp3), writeWave(wave)]);
    return withChromium(
      { pageFile: 'waveform-page.ts', profile: join(folder, 'profile') },
      async (open) => ({
        hours: [
          await readHour(open, 'mp3, 64 kbit/s', mp3),
          await readHour(open, 'WAV, 44.1 kHz, stereo', wave),
        ],
        drawn: [await drawing(open, 1_000), await drawing(open, 50_000)],
      }),
    );
  });
  yield { title: 'From an hour of audio to its peaks', rows: hours };
  yield { title: 'The waveform on the page', rows: drawn };
};

export default waveformBench;
