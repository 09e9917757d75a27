/** Reads the figures of the section “Proof” from the files of the repository, when the pages are built. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ELEMENTS } from '../../scripts/cdn.mjs';
import type { Figure } from './proof.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** The number of `test(…)` and `it(…)` in a test file. One in a loop counts once. */
export const countTests = (text: string): number =>
  text.match(/^[ \t]*(?:test|it)\(/gm)?.length ?? 0;

const testFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(root, folder), { recursive: true }))
    .filter((path) => /(?:\.test|\.spec|-tests)\.ts$/.test(path))
    .map((path) => `${folder}/${path}`);

/** Reads all figures. Throws if a source no longer has what it is read for. */
export const measure = async (): Promise<readonly Figure[]> => {
  const axe = 'test/e2e/axe.ts';
  const [wcag = ''] = [...(await read(axe)).matchAll(/'wcag(\d\d)aa'/g)]
    .map(([, version = '']) => version)
    .sort()
    .reverse();
  if (wcag === '') throw new Error(`${axe} checks no version of WCAG`);

  const spoken = 'test/browser/element/spoken/main-path.txt';
  const lines = (await read(spoken)).split('\n').filter((line) => line.trim() !== '').length;

  const { dependencies = {} } = JSON.parse(await read('package.json')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  const names = Object.keys(dependencies);

  const configuration = 'test/browser/wtr.engines.config.mjs';
  const text = await read(configuration);
  const others = ['Firefox', 'WebKit'].filter((name) => text.includes(`find${name}()`));
  const inEngines = (await testFiles('test/browser')).filter((it) => !it.includes('.chromium.'));

  const files = await testFiles('test');
  const counts = await Promise.all(files.map(async (path) => countTests(await read(path))));

  return [
    {
      title: 'Size',
      value: `≤ ${(ELEMENTS[0].most / 1000).toFixed(1)} kB`,
      meaning: 'What a page loads first, with gzip. A test fails above it.',
      source: 'test/package/size-tests.ts',
      command: 'npm test -- package',
    },
    {
      title: 'Accessibility',
      value: `WCAG ${wcag[0]}.${wcag[1]} AA`,
      meaning: 'axe finds no violation in any state: light and dark, wide and narrow.',
      source: axe,
      command: 'npm test -- e2e',
    },
    {
      title: 'Screen readers',
      value: `${lines} lines`,
      meaning: 'Everything that is said from the file to the transcript, compared word by word.',
      source: spoken,
      command: 'npm test -- browser',
    },
    {
      title: 'Dependencies',
      value: String(names.length),
      meaning: `${names.join(', ')}.`,
      source: 'package.json',
      command: 'npm ls --omit=dev',
    },
    {
      title: 'Engines',
      value: String(1 + others.length),
      meaning: `${inEngines.length} test files run in ${['Chromium', ...others].join(', ').replace(/,(?=[^,]*$)/, ' and')}.`,
      source: configuration,
      command: 'npm run verify',
    },
    {
      title: 'Tests',
      value: counts.reduce((sum, count) => sum + count, 0).toLocaleString('en'),
      meaning: `In ${files.length} files, with real browsers, servers and recordings.`,
      source: 'test/',
      command: 'npm run verify',
    },
  ];
};
