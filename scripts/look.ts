/**
 * `npm run look`: screenshots of every state in `.cache/look`, made with the real demo in a real browser: at 260, 320,
 * 390, 768 and 1280 px, in light and dark, in forced colours, right to left, compact, in six languages, and with a long
 * file name.
 *
 * Names choose states, and options choose widths and modes: `npm run look -- paused --width=320 --mode=dark,rtl`. With
 * `--readme`, also docs/picture.png. `--against=FOLDER` compares them with the pictures of an earlier run on the same machine,
 * which was copied to that folder: changed ones are named, and are side by side in `.cache/look/changed.html`.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { noRecognizer, type Fault } from '../demo/sandbox/index.js';
import { startDemo } from '../demo/start-demo.js';
import { clipOf } from '../test/support/states/clip.js';
import { createStates, element } from '../test/support/states/index.js';
import { findChrome } from './find-browser.mjs';

const folder = fileURLToPath(new URL('../.cache/look/', import.meta.url));
const picture = fileURLToPath(new URL('../docs/picture.png', import.meta.url));

const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-look-'));
const demo = await startDemo({
  // The words do not matter, and recognising them would take minutes.
  sandbox: { directory, chunkSize: () => 64 * 1024, recognizer: noRecognizer() },
});
const misbehave = (...faults: readonly Fault[]): void => demo.backend.sandbox?.faults.set(faults);
/** Functions that bring the page into each state. */
type Reach = (page: Page) => Promise<void>;

const inDemo =
  (reachState: Reach): Reach =>
  async (page) => {
    await page.goto(`${demo.url}?tab=own`);
    await page.locator('.sample').first().waitFor();
    await reachState(page);
  };

const qaConsole: Reach = async (page) => {
  misbehave({ name: 'slow-answer', at: 'query' });
  await page.goto(new URL('demo/qa.html', demo.url).href);
  await page.locator('[data-sample="voicemail.wav"]').click();
  await page.locator('audio-transcribe[state="ready"]').waitFor();
};

const salesPage: Reach = async (page) => {
  await page.goto(demo.url);
  await page.locator('audio-transcribe[state="ready"]').waitFor();
};

const underTheHood: Reach = async (page) => {
  await page.goto(`${demo.url}?tab=own`);
  await page.getByRole('button', { name: 'Under the hood' }).click();
  await page.locator('[data-sample="interview.m4a"]').press('Enter');
  await page.locator('audio-transcribe[state="ready"]').waitFor();
  await page.locator('.hood-rows').getByText('transcriptions').last().waitFor();
};

const states: Readonly<Record<string, Reach>> = {
  ...Object.fromEntries(
    Object.entries(createStates(misbehave)).map(([name, reach]) => [name, inDemo(reach)]),
  ),
  'qa-console': qaConsole,
  'sales-page': salesPage,
  'under-the-hood': underTheHood,
};

/** States of a page, not of the element: their pictures show all of it. */
const WHOLE_PAGES: ReadonlySet<string> = new Set(['qa-console', 'sales-page', 'under-the-hood']);

/** How a page looks different. All but `long` are shown one after another on the same page. */
const MODES: Readonly<Record<string, Parameters<Page['emulateMedia']>[0]>> = {
  light: {},
  dark: { colorScheme: 'dark' },
  contrast: { contrast: 'more' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
  rtl: {},
  compact: {},
  // Languages with long words, without spaces, and from right to left.
  de: {},
  fr: {},
  ru: {},
  ja: {},
  ar: {},
  he: {},
  long: {},
};

const LANGUAGES: ReadonlySet<string> = new Set(['de', 'fr', 'ru', 'ja', 'ar', 'he']);
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['rtl', 'ar', 'he']);

const showMode = async (page: Page, mode: string): Promise<void> => {
  const usual = { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' } as const;
  await page.emulateMedia({ ...usual, ...MODES[mode] });
  const lang = LANGUAGES.has(mode) ? mode : 'en';
  await page.evaluate(
    ([isRtl, language]) => {
      const { documentElement: root } = document;
      root.lang = language;
      // One state is right-to-left in every mode.
      root.dataset['dir'] ??= root.dir;
      root.dir = isRtl ? 'rtl' : root.dataset['dir'];
    },
    [RIGHT_TO_LEFT.has(mode), lang] as const,
  );
  await element(page).evaluateAll((elements, isCompact) => {
    for (const one of elements) one.toggleAttribute('compact', isCompact);
  }, mode === 'compact');
  // A language arrives and transitions end, but not the endless animation of a bar.
  await page.waitForTimeout(500);
};

/** Before the page's own scripts, for the mode `long`: every file has a long name. */
const renameFiles = (): void => {
  const { get } = Object.getOwnPropertyDescriptor(File.prototype, 'name') ?? {};
  Object.defineProperty(File.prototype, 'name', {
    get(this: File) {
      const name = get?.call(this) as string;
      const words = 'Hearing of the committee on the new harbour, second day, '.repeat(2);
      return `${words}${name}`;
    },
  });
};

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '260,320,390,768,1280' },
    mode: { type: 'string', default: Object.keys(MODES).join(',') },
    readme: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
const widths = options.width.split(',').map(Number);
const modes = options.mode.split(',');
/** The states named on the command line, or all. */
const asked = Object.entries(states).filter(([name]) => names.length === 0 || names.includes(name));
/** Long names must be there before a state is reached. */
const groups = [modes.filter((mode) => mode !== 'long'), modes.filter((mode) => mode === 'long')];

/** File names of pictures that differ from the earlier ones, or are new. */
const changed: string[] = [];

const compare = async (file: string, now: Buffer): Promise<void> => {
  if (options.against === undefined) return;
  const before = await readFile(join(options.against, file)).catch(() => null);
  if (before === null || !before.equals(now)) changed.push(file);
};

const reportChanges = async (before: string): Promise<void> => {
  const earlier = pathToFileURL(`${resolve(before)}/`).href;
  const rows = changed.map(
    (file) =>
      `<h2>${file}</h2><img src="${earlier}${file}" alt="before"> <img src="${file}" alt="now">`,
  );
  await writeFile(join(folder, 'changed.html'), `<!doctype html>\n${rows.join('\n')}\n`);
  console.log([`${changed.length} pictures changed: changed.html`, ...changed].join('\n'));
  if (changed.length > 0) process.exitCode = 1;
};

const browser = await chromium.launch(await findChrome());
await mkdir(folder, { recursive: true });
try {
  for (const width of widths) {
    for (const [name, reach] of asked) {
      for (const group of groups.filter(({ length }) => length > 0)) {
        misbehave();
        // High enough for the whole element, because hidden parts are not drawn.
        const page = await browser.newPage({ viewport: { width, height: 1400 } });
        // tsx wraps functions with a helper that the page does not have.
        await page.addInitScript('globalThis.__name = (it) => it');
        if (group.includes('long')) await page.addInitScript(renameFiles);
        page.on('pageerror', (error) => console.error(name, error.message));
        try {
          await reach(page);
        } catch (error) {
          // The others are still worth a look.
          console.error(`${name} at ${width} px was not reached: ${(error as Error).message}`);
          process.exitCode = 1;
          await page.close();
          continue;
        }
        // The button of the page floats above the element.
        if (!WHOLE_PAGES.has(name)) await page.addStyleTag({ content: '.hood { display: none }' });
        for (const mode of group) {
          await showMode(page, mode);
          const clip = WHOLE_PAGES.has(name) ? undefined : await clipOf(page);
          const file = `${name}-${width}-${mode}.png`;
          const image = await page.screenshot({
            path: join(folder, file),
            fullPage: true,
            animations: 'disabled',
            ...(clip === undefined ? {} : { clip }),
          });
          await compare(file, image);
          if (name === 'diarized' && width === 1280 && mode === 'light' && options.readme) {
            await element(page).screenshot({ path: picture });
          }
        }
        await page.close();
      }
    }
  }
  console.log(`Pictures of ${asked.length} states are in .cache/look.`);
  if (options.against !== undefined) await reportChanges(options.against);
} finally {
  await browser.close();
  await demo.close();
  await rm(directory, { recursive: true, force: true });
}
