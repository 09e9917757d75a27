/** The demo with its built pages, as `vite preview` serves it, for one test file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type BrowserContext, type Locator, type Page } from './test.js';
import { startDemo, type Demo } from '../../demo/start-demo.js';
import type { Sandbox, SandboxOptions } from '../../demo/sandbox/index.js';
import { button } from '../support/states/page.js';
import { PAGES } from './global-setup.js';

export { holdQueries } from '../support/states/page.js';
export { button };

/** Part size in bytes: small, so that small recordings are sent in several parts. */
export const CHUNK_SIZE = 64 * 1024;

export const SAMPLES = ['conversation.mp3', 'interview.m4a', 'voicemail.wav'];

export const samplePath = (name: string): string =>
  fileURLToPath(new URL(`../../demo/samples/${name}`, import.meta.url));

/**
 * Starts the demo before the tests of a file and stops it after them. It uses the default recogniser unless another
 * is given: `noRecognizer()` for tests that do not read the words.
 */
export const demoForTests = (
  options: Partial<SandboxOptions> = {},
): (() => { url: string; sandbox: Sandbox }) => {
  let directory: string;
  let demo: Demo;
  test.beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-e2e-'));
    demo = await startDemo({
      pages: PAGES,
      sandbox: { directory, chunkSize: () => CHUNK_SIZE, ...options },
    });
  });
  test.afterAll(async () => {
    await demo.close();
    await rm(directory, { recursive: true, force: true });
  });
  return () => {
    const { url, backend } = demo;
    if (!backend.sandbox) throw new Error('the demo runs without its sandbox');
    return { url, sandbox: backend.sandbox };
  };
};

export const element = (page: Page): Locator => page.locator('audio-transcribe');

/** Chooses files of the disk through the button with this name. */
export const pick = async (
  page: Page,
  name: string | RegExp,
  paths: string | readonly string[],
): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await button(page, name).click();
  await (await chooser).setFiles(paths);
};

/** Opens the page, with more for its query such as `&multiple`, and records the id of its upload. */
export const openDemo = async (page: Page, url: string, query = ''): Promise<void> => {
  await page.goto(`${url}?tab=own${query}`);
  await expect(page.locator('.sample')).toHaveCount(SAMPLES.length);
  await page.evaluate(recordUpload);
};

const recordUpload = (): void =>
  document.addEventListener('transcribe-uploaded', ({ file }) => {
    document.documentElement.dataset['fileId'] = file.FileId;
  });

/** Reloads the page, on which uploads continue by themselves. */
export const reload = async (page: Page): Promise<void> => {
  await page.addInitScript(recordUpload);
  await page.reload();
};

/** Passes this many parts of the page, or of all pages, to the storage host, and holds the others until they are released. */
export const holdPieces = async (
  page: Pick<Page, 'route'> | Pick<BrowserContext, 'route'>,
  sandbox: Sandbox,
  count: number,
): Promise<() => void> => {
  let pieces = 0;
  let held = true;
  await page.route(
    (url) => url.origin === sandbox.storageUrl,
    (route) =>
      held && route.request().method() === 'PUT' && ++pieces > count ? undefined : route.continue(),
  );
  return () => {
    held = false;
  };
};

/** Number of parts that the element has stored in the browser, from which a reload resumes. */
const notedPieces = async (): Promise<number> => {
  // Opening a database that the element has not made yet would make an empty one.
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === 'audio-transcribe')) return 0;
  return new Promise((resolve) => {
    const asked = indexedDB.open('audio-transcribe');
    asked.onsuccess = () => {
      const jobs = asked.result.transaction('jobs').objectStore('jobs').getAll();
      jobs.onsuccess = () => {
        asked.result.close();
        const counts = (jobs.result as { etags: unknown[] }[]).map(({ etags }) => etags.length);
        resolve(Math.max(0, ...counts));
      };
    };
  });
};

/** Resolves once this many parts are uploaded and recorded in the browser. */
export const piecesNoted = (page: Page, count: number): Promise<void> =>
  expect.poll(() => page.evaluate(notedPieces)).toBeGreaterThanOrEqual(count);

/** Returns a function that tells of each lock that the browser has granted whether it is held. */
export const watchWakeLocks = async (page: Page): Promise<() => Promise<readonly boolean[]>> => {
  await page.addInitScript(() => {
    const locks: WakeLockSentinel[] = [];
    Object.assign(globalThis, { locks });
    const real = WakeLock.prototype.request;
    WakeLock.prototype.request = async function (type) {
      const sentinel = await real.call(this, type);
      locks.push(sentinel);
      return sentinel;
    };
  });
  return () =>
    page.evaluate(() => {
      const { locks = [] } = globalThis as { locks?: WakeLockSentinel[] };
      return locks.map(({ released }) => !released);
    });
};

/** The element with this part. */
export const piece = (page: Page, part: string): Locator =>
  element(page).locator(`[part~="${part}"]`);

export const fileIdOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset['fileId'] ?? '');

/** The row of a recording in the list of `multiple`. */
export const row = (page: Page, name: string): Locator =>
  piece(page, 'item').filter({ hasText: name });

/** The recordings of the list, such as `1.m4a ready, 2.m4a uploading`. */
export const states = (page: Page): Promise<string> =>
  element(page).evaluate((it: HTMLElementTagNameMap['audio-transcribe']) =>
    it.items.map(({ name, state }) => `${name} ${state}`).join(', '),
  );
