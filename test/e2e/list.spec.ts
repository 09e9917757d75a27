/** Several files with `multiple`: a list that survives broken files, a lost network, reloads and other tabs. */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page, type Route } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import {
  button,
  demoForTests,
  element,
  openDemo,
  piece,
  piecesNoted,
  row,
  samplePath,
  SAMPLES,
  states,
} from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const MIME: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
};

interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A sample under another name. */
const recording = async (name: string, sample = 'interview.m4a'): Promise<Upload> => ({
  name,
  mimeType: MIME[sample.slice(-3)] ?? '',
  buffer: await readFile(samplePath(sample)),
});

const broken: Upload = {
  name: 'notes.mp3',
  mimeType: 'audio/mpeg',
  buffer: Buffer.from('no recording'),
};

/** Passes this many parts to the storage host, and holds the others until they are released. */
const holdParts = async (page: Page, count: number) => {
  const { storageUrl } = demo().sandbox;
  const held: Route[] = [];
  let passed = 0;
  let isHolding = true;
  const isStorage = (url: URL): boolean => url.origin === storageUrl;
  await page.route(isStorage, async (route) => {
    const isPart = route.request().method() === 'PUT';
    if (isHolding && isPart && ++passed > count) held.push(route);
    else await route.continue();
  });
  const end = async (end: (route: Route) => Promise<void>): Promise<void> => {
    await Promise.all(held.splice(0).map((route) => end(route).catch(() => undefined)));
  };
  return {
    loseNetwork: async () => {
      await page.context().setOffline(true);
      await end((route) => route.abort());
    },
    /** Sends the held parts never, so that a reload finds them unsent. */
    reload: async () => {
      // `unroute` would send them.
      isHolding = false;
      await page.reload();
    },
    release: async () => {
      await page.unroute(isStorage);
      await page.context().setOffline(false);
      await end((route) => route.continue());
    },
  };
};

/** The button that adds files, in an empty list and in one with rows. */
const ADD = /^(Choose|Add) files$/;

const openList = async (page: Page): Promise<void> => {
  await openDemo(page, demo().url, '&multiple=');
  await expect(button(page, ADD)).toBeVisible();
};

const choose = async (page: Page, files: readonly Upload[] | readonly string[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await button(page, ADD).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(files);
};

/** Number of recordings that are stored in the browser; deletes them all if asked to. */
const storedRecordings = (page: Page, isDeleted = false): Promise<number> =>
  page.evaluate(
    (clears) =>
      new Promise<number>((resolve) => {
        const asked = indexedDB.open('audio-transcribe');
        asked.onsuccess = () => {
          const transaction = asked.result.transaction('files', 'readwrite');
          const store = transaction.objectStore('files');
          const counted = store.count();
          if (clears) store.clear();
          transaction.oncomplete = () => {
            asked.result.close();
            resolve(counted.result);
          };
        };
      }),
    isDeleted,
  );

test('five files: a broken one is refused, the others survive a lost network and are read meanwhile', async ({
  page,
}) => {
  await openList(page);
  const { loseNetwork, release } = await holdParts(page, 5);
  // The first file has three parts, so the second one is held.
  const files = await Promise.all(['1.m4a', '2.m4a', '4.m4a', '5.m4a'].map((it) => recording(it)));
  await choose(page, [...files.slice(0, 2), broken, ...files.slice(2)]);
  await expect.poll(() => states(page)).toContain('1.m4a ready, 2.m4a uploading, notes.mp3 failed');
  await expect(row(page, 'notes.mp3')).toContainText('Choose an MP3, M4A or WAV file.');
  await expect(element(page)).toContainText('1 of 5 ready');

  // With the keyboard only: opens the first transcript while the second file is uploaded.
  await row(page, '1.m4a').getByRole('button', { name: /^Open/ }).focus();
  await page.keyboard.press('Enter');
  await expect(piece(page, 'transcript')).toBeVisible();
  await expect(button(page, 'All recordings')).toBeFocused();
  await loseNetwork();
  await page.keyboard.press('Enter');
  await expect(row(page, '1.m4a').getByRole('button', { name: /^Open/ })).toBeFocused();
  await expect(row(page, '2.m4a')).toContainText('offline');
  await release();
  await expect(element(page)).toContainText('4 of 5 ready');

  // Focus goes from “Remove” to what puts the row back.
  await row(page, 'notes.mp3')
    .getByRole('button', { name: /^Remove/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(row(page, 'notes.mp3').getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect(element(page)).toContainText('4 of 4 ready');
});

test('a reload in the middle keeps the list, and continues without asking', async ({ page }) => {
  const { sandbox } = demo();
  await openList(page);
  const { reload } = await holdParts(page, 4);
  await choose(page, await Promise.all(['1.m4a', '2.m4a', '3.m4a'].map((it) => recording(it))));
  await expect.poll(() => states(page)).toBe('1.m4a ready, 2.m4a uploading, 3.m4a waiting');
  await piecesNoted(page, 1);
  const logStart = sandbox.log.length;
  await reload();
  await expect.poll(() => states(page)).toMatch(/^1\.m4a ready, 2\.m4a \w+, 3\.m4a \w+$/);
  await expect(element(page)).toContainText('3 of 3 ready');
  // One part of the second file was stored before the reload.
  const sent = sandbox.log.slice(logStart).filter(({ method }) => method === 'PUT');
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(5);
  const submitted = sandbox.log
    .slice(logStart)
    .filter(({ method, kind }) => method === 'POST' && kind === 'submit');
  expect(submitted).toHaveLength(2);

  // The transcript of the first was fetched before the reload; it is fetched again when it is opened.
  await row(page, '1.m4a').getByRole('button', { name: /^Open/ }).click();
  await expect(piece(page, 'transcript')).toBeVisible();
  await expect(piece(page, 'title')).toHaveText('1');

  // A new visit starts with an empty list.
  await page.goto('about:blank');
  await openList(page);
  await expect(piece(page, 'item')).toHaveCount(0);
});

test('files that cannot be read again are chosen all at once, and each finds its place', async ({
  page,
}) => {
  await openList(page);
  const { release } = await holdParts(page, 2);
  const paths = SAMPLES.map(samplePath);
  await choose(page, paths);
  await expect.poll(() => states(page)).toMatch(/uploading.*waiting.*waiting/);
  // As if the files had been too large to store.
  await expect.poll(() => storedRecordings(page)).toBe(3);
  await storedRecordings(page, true);
  await page.reload();
  await expect.poll(() => states(page)).toMatch(/interrupted.*interrupted.*interrupted/);
  await expect(element(page)).toContainText('choose or drop all missing files at once');
  await expect(button(page, /^Choose the file again/)).toHaveCount(3);
  await release();
  await choose(page, [...paths].reverse());
  await expect(element(page)).toContainText('3 of 3 ready');
  await expect(piece(page, 'item')).toHaveCount(3);
});

test('a recording of another tab is shown as such, and continues here on request', async ({
  page: first,
  context,
}) => {
  const second = await context.newPage();
  await Promise.all([openList(first), openList(second)]);
  await holdParts(first, 1);
  await choose(first, [await recording('1.m4a')]);
  await expect(row(second, '1.m4a')).toContainText('In progress in another tab');
  expect(await element(second).evaluate((it) => it.getAttribute('state'))).toBe(null);
  await row(second, '1.m4a')
    .getByRole('button', { name: /^(Continue|Choose)/ })
    .click();
  await expect.poll(() => states(second)).toBe('1.m4a ready');
  await expect(piece(first, 'item')).toHaveCount(0);
});

test('a tab that the page opens has a list of its own, and the list of the page stays', async ({
  page,
  context,
}) => {
  await openList(page);
  await choose(page, [await recording('1.m4a')]);
  await expect.poll(() => states(page)).toBe('1.m4a ready');
  // `window.open` copies `sessionStorage`.
  const opening = context.waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  const opened = await opening;
  await expect(button(opened, 'Choose files')).toBeVisible();
  await choose(opened, [await recording('2.m4a')]);
  await expect.poll(() => states(opened)).toBe('2.m4a ready');
  await page.reload();
  await expect.poll(() => states(page)).toBe('1.m4a ready');
  await opened.reload();
  await expect.poll(() => states(opened)).toBe('2.m4a ready');
});

test('a dropped folder adds its recordings, and says what it skipped', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'audio-transcribe-folder-'));
  await mkdir(join(folder, 'second day'));
  await copyFile(samplePath('interview.m4a'), join(folder, 'first.m4a'));
  await copyFile(samplePath('voicemail.wav'), join(folder, 'second day', 'second.wav'));
  await writeFile(join(folder, 'cover.jpg'), 'a picture');
  await openList(page);
  const box = await piece(page, 'drop-zone').boundingBox();
  const drag = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await drag.send('Input.dispatchDragEvent', {
      ...{ type, x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 },
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    });
  await expect(piece(page, 'item')).toHaveCount(2);
  await expect(row(page, 'second.wav')).toBeVisible();
  await expect(element(page)).toContainText('1 file in the folder isn’t a recording');
  await rm(folder, { recursive: true });
});

for (const width of [320, 390])
  test(`a phone of ${width} px shows the list without scrolling sideways`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openList(page);
    const { release } = await holdParts(page, 1);
    const long = 'Hearing of the committee on the new harbour, second day, before noon.m4a';
    await choose(page, [await recording(long), broken, await recording('2.m4a')]);
    await expect.poll(() => states(page)).toMatch(/uploading.*failed.*waiting/);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const buttons = await element(page)
      .getByRole('list', { name: 'Recordings' })
      .getByRole('button')
      .all();
    for (const target of buttons) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await release();
  });
