import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { interleave, median, rounded, type Bench, type Row } from './bench.js';
import { withChromium, type OpenPage } from './chromium.js';
import { withTempFolder } from './temp-folder.js';
import type { Shape } from './transcript-data.js';
import type { Shown, TranscriptPage, Way } from './transcript-page.js';

const ROUNDS = 1;
const JUMPS = 200;

interface Measured extends Shown {
  readonly worstFrame: number;
  readonly usualFrame: number;
}

type Global = { transcriptPage: TranscriptPage };

const measure = async (
  open: OpenPage,
  way: Way,
  count: number,
  shape: Shape,
): Promise<Measured> => {
  const page = await open('/');
  const shown = await page.evaluate(
    ([one, rows, turns]) => (globalThis as unknown as Global).transcriptPage.show(one, rows, turns),
    [way, count, shape] as const,
  );
  const { worst, usual } = await page.evaluate(() =>
    (globalThis as unknown as Global).transcriptPage.scroll(),
  );
  await page.close();
  return { ...shown, worstFrame: worst, usualFrame: usual };
};

const figures = (measured: readonly Measured[]): Measured => {
  const of = (key: keyof Measured): readonly number[] => measured.map((one) => one[key]);
  return {
    paint: median(of('paint')),
    complete: median(of('complete')),
    longestTask: Math.max(...of('longestTask')),
    longestFrame: Math.max(...of('longestFrame')),
    worstFrame: median(of('worstFrame')),
    usualFrame: median(of('usualFrame')),
  };
};

const compare = async (open: OpenPage, count: number, shape: Shape): Promise<readonly Row[]> => {
  const results = await interleave(ROUNDS, {
    plain: () => measure(open, 'plain', count, shape),
    ours: () => measure(open, 'ours', count, shape),
  });
  const plain = figures(results.get('plain') ?? []);
  return [...results].map(([name, measured]) => {
    const own = figures(measured);
    return {
      segments: count,
      turns: shape,
      rows: name,
      'first paint, ms': rounded(own.paint, 0),
      'plain = 1': rounded(own.paint / plain.paint),
      'all there, ms': rounded(own.complete, 0),
      'all there, plain = 1': rounded(own.complete / plain.complete),
      'longest task, ms': rounded(own.longestTask, 0),
      'longest frame while growing, ms': rounded(own.longestFrame, 0),
      'scrolling: worst frame, ms': rounded(own.worstFrame, 0),
      'usual frame, ms': rounded(own.usualFrame, 0),
    };
  });
};

const using = async (page: Page, count: number, shape: Shape): Promise<Row> => {
  await page.evaluate(
    ([rows, turns]) => (globalThis as unknown as Global).transcriptPage.show('ours', rows, turns),
    [count, shape] as const,
  );
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

/** The reader's rows beside the same rows as plain HTML with `content-visibility: auto` per turn. */
const transcriptBench: Bench = async function* () {
  const tables = await withTempFolder('transcript-bench', (folder) =>
    withChromium(
      { pageFile: 'transcript-page.ts', profile: join(folder, 'profile') },
      async (open) => {
        const shown: Row[] = [];
        for (const [count, shape] of CASES) shown.push(...(await compare(open, count, shape)));
        const used: Row[] = [];
        for (const [count, shape] of CASES) used.push(await using(await open('/'), count, shape));
        return { shown, used };
      },
    ),
  );
  yield { title: 'Showing a transcript, held against plain HTML', rows: tables.shown };
  yield { title: 'Using it', rows: tables.used };
};

export default transcriptBench;
