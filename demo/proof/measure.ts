/** Reads the figures of the section “Proof” from the files of the repository, when the pages are built. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOST_FIRST_LOAD } from '../../scripts/cdn.mjs';
import type { Figure } from './figures.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** The number of `test(…)` and `it(…)` in a test file. One in a loop counts once. */
export const countTests = (text: string): number =>
  text.match(/^[ \t]*(?:test|it)\(/gm)?.length ?? 0;

const testFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(root, folder), { recursive: true }))
    .filter((path) => /(?:\.test|\.spec|-tests)\.ts$/.test(path))
    .map((path) => `${folder}/${path}`);

const size: Figure = {
  title: 'Size',
  value: `≤ ${(MOST_FIRST_LOAD / 1000).toFixed(1)} kB`,
  meaning: 'What a page loads first, with gzip. A test fails above it.',
  source: 'test/package/size-tests.ts',
  command: 'npm test -- package',
};

const accessibility = async (): Promise<Figure> => {
  const source = 'test/e2e/axe.ts';
  const [latest = ''] = [...(await read(source)).matchAll(/'wcag(\d\d)aa'/g)]
    .map(([, version = '']) => version)
    .sort()
    .reverse();
  if (latest === '') throw new Error(`${source} checks no version of WCAG`);
  return {
    title: 'Accessibility',
    value: `WCAG ${latest[0]}.${latest[1]} AA`,
    meaning: 'axe finds no violation in any state: light and dark, wide and narrow.',
    source,
    command: 'npm test -- e2e',
  };
};

const spoken = async (): Promise<Figure> => {
  const source = 'test/browser/element/spoken/main-path.txt';
  const lines = (await read(source)).split('\n').filter((line) => line.trim() !== '').length;
  return {
    title: 'Screen readers',
    value: `${lines} lines`,
    meaning: 'Everything that is said from the file to the transcript, compared word by word.',
    source,
    command: 'npm test -- browser',
  };
};

const engines = async (): Promise<Figure> => {
  const source = 'test/browser/wtr.engines.config.mjs';
  const text = await read(source);
  const names = [
    'Chromium',
    ...['Firefox', 'WebKit'].filter((name) => text.includes(`find${name}()`)),
  ];
  const files = (await testFiles('test/browser')).filter((path) => !path.includes('.chromium.'));
  return {
    title: 'Engines',
    value: String(names.length),
    meaning: `${files.length} test files run in ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`,
    source,
    command: 'npm run verify',
  };
};

const tests = async (): Promise<Figure> => {
  const files = await testFiles('test');
  const counts = await Promise.all(files.map(async (path) => countTests(await read(path))));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    title: 'Tests',
    value: total.toLocaleString('en'),
    meaning: `In ${files.length} files, with real browsers, servers and recordings.`,
    source: 'test/',
    command: 'npm run verify',
  };
};

const dependencies = async (): Promise<Figure> => {
  const source = 'package.json';
  const { dependencies: names = {} } = JSON.parse(await read(source)) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return {
    title: 'Dependencies',
    value: String(Object.keys(names).length),
    meaning: `${Object.keys(names).join(', ')}.`,
    source,
    command: 'npm ls --omit=dev',
  };
};

export const measure = async (): Promise<readonly Figure[]> => [
  size,
  ...(await Promise.all([accessibility(), spoken(), dependencies(), engines(), tests()])),
];
