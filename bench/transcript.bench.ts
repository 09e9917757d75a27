import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { interleave, median, rounded, type Bench, type Row } from './bench.js';
import { withChromium, type OpenPage } from './browsers.js';
import { withTempFolder } from './temp-folder.js';
import type { Shape } from './transcript-data.js';
import type { Shown, TranscriptPage, Way } from './transcript-page.js';
import { watchTasks, type LongestTask } from './upload-tasks.js';

const ROUNDS = 3;
const JUMPS = 200;

type Global = { transcriptPage: TranscriptPage };

interface Measured extends Shown {
  readonly task: LongestTask;
}

const show = async (page: Page, way: Way, count: number, shape: Shape): Promise<Measured> => {
  await page.evaluate(
    ([one, rows, turns]) =>
      (globalThis as unknown as Global).transcriptPage.prepare(one, rows, turns),
    [way, count, shape] as const,
  );
  const stop = await watchTasks(page);
  const shown = await page.evaluate(() => (globalThis as unknown as Global).transcriptPage.show());
  return { ...shown, task: await stop() };
};

const WAYS: readonly Way[] = ['plain', 'ours'];

const showing = async (open: OpenPage, count: number, shape: Shape): Promise<readonly Row[]> => {
  const inPage = (way: Way) => async (): Promise<Measured> => {
    const page = await open('/');
    const measured = await show(page, way, count, shape);
    await page.close();
    return measured;
  };
  const results = await interleave(ROUNDS, { plain: inPage('plain'), ours: inPage('ours') });
  const middle = (way: Way, figure: (one: Measured) => number): number =>
    median((results.get(way) ?? []).map(figure));
  return WAYS.map((way) => ({
    segments: count,
    turns: shape,
    rows: way,
    'first paint, ms': rounded(
      middle(way, ({ paint }) => paint),
      0,
    ),
    'plain = 1': rounded(middle(way, ({ paint }) => paint) / middle('plain', ({ paint }) => paint)),
    'all there, ms': rounded(
      middle(way, ({ complete }) => complete),
      0,
    ),
    'all there, plain = 1': rounded(
      middle(way, ({ complete }) => complete) / middle('plain', ({ complete }) => complete),
    ),
    'longest task, ms': rounded(
      middle(way, ({ task }) => task.wall),
      0,
    ),
    'CPU ms': rounded(
      middle(way, ({ task }) => task.cpu),
      0,
    ),
    'longest frame behind the first, ms': rounded(
      middle(way, ({ longestFrame }) => longestFrame),
      0,
    ),
  }));
};

const scrolling = async (open: OpenPage, count: number, shape: Shape): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const way of WAYS) {
    const page = await open('/');
    await show(page, way, count, shape);
    const stop = await watchTasks(page);
    const { worst, usual } = await page.evaluate(() =>
      (globalThis as unknown as Global).transcriptPage.scroll(),
    );
    const task = await stop();
    await page.close();
    rows.push({
      segments: count,
      turns: shape,
      rows: way,
      'usual frame, ms': rounded(usual, 0),
      'worst frame, ms': rounded(worst, 0),
      'longest task, ms': rounded(task.wall, 0),
      'CPU ms': rounded(task.cpu, 0),
    });
  }
  return rows;
};

const using = async (page: Page, count: number, shape: Shape): Promise<Row> => {
  await show(page, 'ours', count, shape);
  const mark = await page.evaluate(() => (globalThis as unknown as Global).transcriptPage.mark());
  const jump = await page.evaluate(
    (times) => (globalThis as unknown as Global).transcriptPage.jump(times),
    JUMPS,
  );
  return {
    segments: count,
    turns: shape,
    'mark: script, ms': rounded(mark.script, 3),
    'with style and layout, ms': rounded(mark.withLayout, 3),
    'the worst of 200, ms': rounded(mark.worst, 2),
    'jump: worst, px off': rounded(jump.worst),
    'frames a jump': rounded(jump.frames, 1),
  };
};

const CASES: readonly (readonly [number, Shape])[] = [
  [10_000, 'talk'],
  [50_000, 'talk'],
  [50_000, 'single'],
];

/** Compares the reader's rows with the same rows as plain HTML with `content-visibility: auto` per turn. */
const transcriptBench: Bench = async function* () {
  const tables = await withTempFolder('transcript-bench', (folder) =>
    withChromium(
      { pageFile: 'transcript-page.ts', profile: join(folder, 'profile') },
      async (open) => {
        const shown: Row[] = [];
        const scrolled: Row[] = [];
        const used: Row[] = [];
        for (const [count, shape] of CASES) {
          shown.push(...(await showing(open, count, shape)));
          scrolled.push(...(await scrolling(open, count, shape)));
          used.push(await using(await open('/'), count, shape));
        }
        return { shown, scrolled, used };
      },
    ),
  );
  yield { title: 'Showing a transcript, held against plain HTML', rows: tables.shown };
  yield { title: 'From the first row to the last in 300 frames', rows: tables.scrolled };
  yield { title: 'Using it', rows: tables.used };
};

export default transcriptBench;
