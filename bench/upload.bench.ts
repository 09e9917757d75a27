import type { Page } from '@playwright/test';
import { interleave, median, rounded, type Bench, type Row, type Table } from './bench.js';
import { MEBIBYTE } from './files.js';
import { watchHeap, type HeapGrowth } from './upload-heap.js';
import type { HostSettings } from './upload-host.js';
import type { Contestant } from './upload-page.js';
import { watchTasks, type LongestTask } from './upload-tasks.js';
import { withStage, type LocalRecording, type Stage, type UploadResult } from './upload-runner.js';

const CLEAN = { etags: 'md5', bandwidth: null, faults: 'none' } as const;
/** Bandwidth of the throttled link, in bytes per second. */
const LINK = 50e6;

type Settings = Omit<HostSettings, 'recording'>;
/** The uploads to compare: the client, and the host's settings. */
type Field = Readonly<Record<string, readonly [Contestant, Settings]>>;
type Results = ReadonlyMap<string, readonly UploadResult[]>;

const compete = (
  stage: Stage,
  recording: LocalRecording,
  rounds: number,
  field: Field,
): Promise<Results> =>
  interleave(
    rounds,
    Object.fromEntries(
      Object.entries(field).map(([name, [contestant, settings]]) => [
        name,
        () => stage.upload(contestant, recording, settings),
      ]),
    ),
  );

const secondsOf = (results: Results, name: string): number =>
  median((results.get(name) ?? []).map(({ seconds }) => seconds));

/** Maximum difference between the fastest and the slowest round, in percent of the median. */
const spreadOf = (runs: readonly UploadResult[]): string => {
  const seconds = runs.map((run) => run.seconds);
  const spread = (Math.max(...seconds) - Math.min(...seconds)) / median(seconds);
  return `${Math.round(spread * 100)} %`;
};

const longTasksOf = (runs: readonly UploadResult[]): Row => {
  const tasks = runs.flatMap(({ longTasks }) => longTasks);
  return { 'tasks over 50 ms': tasks.length, 'longest, ms': Math.round(Math.max(0, ...tasks)) };
};

/** a. Limited by the processor. */
const onLoopback = async (stage: Stage): Promise<Table> => {
  const recording = await stage.recording(512 * MEBIBYTE, 'random');
  const opaque = { ...CLEAN, etags: 'opaque' } as const;
  const field: Field = {
    raw: ['raw', CLEAN],
    Uppy: ['Uppy', CLEAN],
    ours: ['ours', CLEAN],
    'ours, no-storage': ['ours, no-storage', CLEAN],
    'raw, opaque ETags': ['raw', opaque],
    'ours, opaque ETags': ['ours', opaque],
  };
  const results = await compete(stage, recording, 5, field);
  return {
    title: 'a. Loopback, 512 MiB: time ≤ 1.35 × raw',
    rows: [...results].map(([upload, runs]) => {
      const seconds = secondsOf(results, upload);
      const raw = secondsOf(results, field[upload]?.[1] === opaque ? 'raw, opaque ETags' : 'raw');
      return {
        upload,
        seconds: rounded(seconds),
        'MiB/s': Math.round(recording.size / MEBIBYTE / seconds),
        'time, raw = 1': rounded(seconds / raw),
        spread: spreadOf(runs),
        'host, CPU s': rounded(median(runs.map(({ counts }) => counts.cpuSeconds))),
        ...longTasksOf(runs),
      };
    }),
  };
};

/** b and e. Limited by a link of 50 MB/s. */
const overLink = async (stage: Stage, browser: string): Promise<Table> => {
  const recording = await stage.recording(256 * MEBIBYTE, 'random');
  const link = { ...CLEAN, bandwidth: LINK };
  const results = await compete(stage, recording, 5, {
    raw: ['raw', link],
    Uppy: ['Uppy', link],
    ours: ['ours', link],
    'ours, no-storage': ['ours, no-storage', link],
  });
  return {
    title: `A link of 50 MB/s, 256 MiB, ${browser}: time ≤ 1.03 × raw`,
    rows: [...results].map(([upload, runs]) => ({
      upload,
      seconds: rounded(secondsOf(results, upload)),
      'MB/s': rounded(recording.size / 1e6 / secondsOf(results, upload), 1),
      'time, raw = 1': rounded(secondsOf(results, upload) / secondsOf(results, 'raw'), 3),
      spread: spreadOf(runs),
    })),
  };
};

/** c. The cost of faults, over the same link. */
const withFaults = async (stage: Stage): Promise<Table> => {
  const recording = await stage.recording(384 * MEBIBYTE, 'random');
  const link = { ...CLEAN, bandwidth: LINK };
  const faulty = { ...link, faults: 'some' } as const;
  const results = await compete(stage, recording, 3, {
    Uppy: ['Uppy', link],
    ours: ['ours', link],
    'Uppy, faults': ['Uppy', faulty],
    'ours, faults': ['ours', faulty],
  });
  return {
    title:
      'c. 5 % resets in the body and 5 % 503s, a link of 50 MB/s, 384 MiB: goodput ≥ 0.9 × clean',
    rows: [...results].map(([upload, runs]) => {
      const clean = secondsOf(results, upload.replace(', faults', ''));
      const seconds = secondsOf(results, upload);
      const middle = (count: (run: UploadResult) => number): number => median(runs.map(count));
      const sent = middle(({ counts }) => counts.receivedBytes);
      return {
        upload,
        seconds: rounded(seconds),
        'goodput, clean = 1': rounded(clean / seconds),
        'the link alone allows': rounded(recording.size / sent),
        spread: spreadOf(runs),
        resets: middle(({ counts }) => counts.resets),
        '503s': middle(({ counts }) => counts.refusals),
        'sent twice, MiB': rounded((sent - recording.size) / MEBIBYTE, 1),
      };
    }),
  };
};

/** d. Memory and main-thread time of the page. Tracing takes time too, so no durations are compared here. */
const ofThePage = async (stage: Stage): Promise<Table> => {
  const large = await stage.recording(4096 * MEBIBYTE, 'sparse');
  const usual = await stage.recording(512 * MEBIBYTE, 'random');
  const rows: Row[] = [];
  for (const [upload, recording, etags] of [
    ['raw', large, 'opaque'],
    ['ours', large, 'opaque'],
    ['ours', usual, 'md5'],
  ] as const) {
    let watched: readonly [HeapGrowth, LongestTask] | undefined;
    const watch = async (page: Page): Promise<() => Promise<void>> => {
      const heap = await watchHeap(page);
      const tasks = await watchTasks(page);
      return async () => {
        const longest = await tasks();
        watched = [await heap(), longest];
      };
    };
    const run = await stage.upload(upload, recording, { ...CLEAN, etags }, { watch });
    if (watched === undefined) throw new Error('nobody watched');
    const [{ pagePeak, pageKept, workersPeak, workerSamples }, longest] = watched;
    rows.push({
      upload,
      MiB: recording.size / MEBIBYTE,
      seconds: rounded(run.seconds, 1),
      'page, peak − start, MiB': rounded(pagePeak / MEBIBYTE, 1),
      'page, kept, MiB': rounded(pageKept / MEBIBYTE, 1),
      'worker, peak, MiB': workerSamples === 0 ? '' : rounded(workersPeak / MEBIBYTE, 1),
      ...longTasksOf([run]),
      'longest, CPU ms': Math.round(longest.cpu),
    });
  }
  return { title: 'd. The page: heap ≤ 32 MiB, no task over 50 ms', rows };
};

const QUESTIONS: Readonly<Record<string, () => Promise<Table>>> = {
  a: () => withStage(onLoopback),
  b: () => withStage((stage) => overLink(stage, 'Chromium')),
  c: () => withStage(withFaults),
  d: () => withStage(ofThePage),
  e: () => withStage((stage) => overLink(stage, 'Firefox'), 'Firefox'),
};

/** Compares the element's upload with a minimal one and with Uppy's, in one browser, to one host. */
const uploadBench: Bench = async function* (questions) {
  const asked = questions.length === 0 ? Object.keys(QUESTIONS) : questions;
  const unknown = asked.filter((question) => !(question in QUESTIONS));
  if (unknown.length > 0) {
    throw new Error(
      `There is no question ${unknown.join(', ')}: ask some of ${Object.keys(QUESTIONS).join(', ')}.`,
    );
  }
  for (const question of asked) {
    const answer = QUESTIONS[question];
    if (answer !== undefined) yield await answer();
  }
};

export default uploadBench;
