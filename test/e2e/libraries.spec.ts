/**
 * The element on pages with other people's libraries, the real ones: reached by Tab, a recording dropped, uploaded and read, a search
 * typed, the list scrolled, the transcript exported. Each page is a file of `libraries`.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test, type Page } from './test.js';
import { button, element, samplePath } from './demo.js';
import { closePages, openPartnerPage, SERVICE } from './partner-page.js';
import { servePhoenix } from './libraries/phoenix.js';

test.afterEach(closePages);

/** What the libraries leave on the page; see `libraries/tag.js`. */
interface LibraryPage {
  readonly heard: string[];
  readonly later?: () => void;
  readonly fieldValue?: () => string;
}

interface Library {
  /** The button “Open” of the page opens a dialog around the element. */
  readonly isDialog?: boolean;
  /** What the library's server does, with the recipe. */
  readonly serve?: (page: Page, html: string) => Promise<void>;
  /** A key of the page, and what the library does with it. */
  readonly key?: string;
}

const LIBRARIES: Readonly<Record<string, Library>> = {
  turbo: {},
  htmx: {},
  idiomorph: {},
  morphdom: {},
  alpine: {},
  hotkeys: { key: 's' },
  'hook-form': {},
  formik: {},
  'vee-validate': {},
  livewire: {},
  ses: {},
  sugar: {},
  liveview: { serve: servePhoenix },
  dropzone: {},
  'react-dropzone': {},
  radix: { isDialog: true },
  bootstrap: { isDialog: true },
  'jquery-ui': { isDialog: true },
  'focus-trap': { isDialog: true },
};

const bundle = async (name: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`libraries/${name}.js`, import.meta.url))],
    bundle: true,
    ignoreAnnotations: true,
    jsx: 'automatic',
    alias: { 'audio-transcribe': fileURLToPath(new URL('../../src/index.ts', import.meta.url)) },
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"development"', __VUE_PROD_DEVTOOLS__: 'false' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
};

const PLAIN = `<audio-transcribe name="recording" service-url="${SERVICE}"
  backend-url="/api/transcribe"></audio-transcribe>`;

/** The recipe of the docs. Null for libraries that have none. */
const recipeOf = (name: string): Promise<string | null> =>
  readFile(new URL(`libraries/${name}.html`, import.meta.url), 'utf8').catch(() => null);

const open = async (page: Page, name: string): Promise<void> => {
  const recipe = await recipeOf(name);
  const html = `<!doctype html><html lang="en"><title>Page</title>
    <script type="module" src="/app.js"></script>
    <main id="app">${recipe ?? ''}</main><template>${recipe ?? PLAIN}</template></html>`;
  const files = { '/app.js': await bundle(name), '/next.html': html, '/recordings': '' };
  const { url, sandbox } = await openPartnerPage(() => html, { files });
  await LIBRARIES[name]?.serve?.(page, recipe?.replace(SERVICE, sandbox.serviceUrl) ?? '');
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto(url);
};

/** The name of the control that has the focus in the element. Empty if none has. */
const focusedIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: host } = document;
    const control = host?.matches('audio-transcribe') ? host.shadowRoot?.activeElement : null;
    return control?.matches('button') ? (control.ariaLabel ?? control.textContent).trim() : '';
  });

/** Presses Tab until the focus is on a control of the element. Fails if that does not happen in a round of the page. */
const tabTo = async (page: Page): Promise<void> => {
  for (let press = 0; press < 20; press += 1) {
    if ((await focusedIn(page)) !== '') return;
    await page.keyboard.press('Tab');
  }
  expect(await focusedIn(page)).not.toBe('');
};

/** Drops or pastes a recording on the button that chooses one. */
const give = async (page: Page, way: 'drop' | 'paste', name: string): Promise<void> => {
  const bytes = [...(await readFile(samplePath(name)))];
  await button(page, /^Choose/).evaluate(
    (it, [data, by, fileName]) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(data)], fileName, { type: 'audio/mpeg' }));
      const init = { bubbles: true, composed: true, cancelable: true };
      if (by === 'paste')
        it.dispatchEvent(new ClipboardEvent(by, { ...init, clipboardData: files }));
      else
        for (const type of ['dragenter', 'dragover', by])
          it.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: files }));
    },
    [bytes, way, name] as const,
  );
};

const heardOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as LibraryPage).heard);

const list = (page: Page) =>
  element(page).getByRole('article', { name: 'Transcript', exact: true });

for (const [name, { isDialog = false, key }] of Object.entries(LIBRARIES)) {
  test(`${name}: Tab, drop, upload, read, type, wheel and export`, async ({ page }) => {
    await open(page, name);
    if (isDialog) await page.getByRole('button', { name: 'Open' }).click();
    await expect(button(page, /Choose/)).toBeVisible();
    if (key !== undefined) {
      await page.keyboard.press(key);
      await expect.poll(() => heardOn(page)).toEqual([key]);
      await page.evaluate(() => (globalThis as unknown as LibraryPage).heard.splice(0));
    }
    await tabTo(page);

    await give(page, 'drop', 'conversation.mp3');
    await expect(element(page)).toHaveAttribute('state', 'ready');
    await page.evaluate(() => (globalThis as unknown as LibraryPage).later?.());
    await expect(element(page)).toHaveAttribute('state', 'ready');
    await expect(list(page)).toContainText('Speech was found here');

    await button(page, 'Search the transcript').click();
    await page.keyboard.type('sensor/');
    await expect(element(page).locator('[part~="search-field"]')).toHaveValue('sensor/');
    // The first press removes the text.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(element(page).locator('[part~="search-field"]')).toHaveCount(0);
    // The dialog of the page is still there.
    await expect(list(page)).toBeVisible();

    await page.setViewportSize({ width: 800, height: 360 });
    await list(page).hover();
    await page.mouse.wheel(0, 120);
    await expect.poll(() => list(page).evaluate((it) => it.scrollTop)).toBeGreaterThan(0);

    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    await element(page)
      .getByRole('button', { name: /^Download/ })
      .click();
    expect((await download).suggestedFilename()).toBe('conversation.txt');

    const left = await page.evaluate(() => {
      const { heard, fieldValue } = globalThis as unknown as LibraryPage;
      return { heard, value: fieldValue?.() };
    });
    const id = await element(page).evaluate((it: HTMLElement & { value: string }) => it.value);
    expect(left).toEqual({ heard: [], value: left.value === undefined ? undefined : id });
  });

  test(`${name}: paste`, async ({ page }) => {
    await open(page, name);
    if (isDialog) await page.getByRole('button', { name: 'Open' }).click();
    await give(page, 'paste', 'conversation.mp3');
    await expect(element(page)).toHaveAttribute('state', 'ready');
    expect(await heardOn(page)).toEqual([]);
  });
}
