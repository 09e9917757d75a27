/** What a browser, a crash or another tab does to what a tab has stored. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page, type Route } from './test.js';
import { findChrome } from '../../scripts/find-browser.mjs';
import { waveHead } from '../support/wave-bytes.js';
import { closePages, openPartnerPage } from './partner-page.js';
import { holdPieces, piecesNoted, samplePath } from './demo.js';

test.afterEach(closePages);

test.describe('a crash loses one file of the database', () => {
  let profile: string;
  test.beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'audio-transcribe-profile-'));
  });
  test.afterEach(() => rm(profile, { recursive: true, force: true }));

  const launch = async (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, { ...(await findChrome()) });

  test('its upload is offered with the file to choose again, and another one to continue', async () => {
    const { url, sandbox } = await openPartnerPage(
      (attributes) => `<!doctype html><script type="module" src="/app.js"></script>
        <audio-transcribe id="one" ${attributes} user-key="anna"></audio-transcribe>
        <audio-transcribe id="two" ${attributes} user-key="anna"></audio-transcribe>`,
    );
    const names = { one: 'conversation.mp3', two: 'voicemail.wav' };
    const first = await launch();
    const page = await first.newPage();
    await page.goto(url);
    await holdPieces(page, sandbox, 4);
    await page.locator('#one input[type=file]').setInputFiles(samplePath(names.one));
    await piecesNoted(page, 1);
    await expect.poll(() => storedFiles(page)).toBe(1);
    await page.locator('#two input[type=file]').setInputFiles(samplePath(names.two));
    await expect.poll(() => storedFiles(page)).toBe(2);
    await first.close();

    await loseFirstFile(profile);

    const second = await launch();
    const uncaught: string[] = [];
    second.on('weberror', (event) => uncaught.push(event.error().message));
    const again = await second.newPage();
    await again.goto(url);
    const offer = (id: string) => again.locator(`#${id} [part~="offer"]`);
    await expect(offer('one')).toContainText(names.one);
    await expect(offer('two')).toContainText(names.two);
    await expect(offer('two').getByRole('button', { name: /^Continue/ })).toBeVisible();
    await offer('two')
      .getByRole('button', { name: /^Continue/ })
      .click();
    await expect(again.locator('#two')).toHaveAttribute('state', 'ready');
    await offer('one')
      .getByRole('button', { name: /^(Continue|Choose)/ })
      .click();
    const chooser = again.waitForEvent('filechooser');
    await offer('one')
      .getByRole('button', { name: /^Choose/ })
      .click();
    await (await chooser).setFiles(samplePath(names.one));
    await expect(again.locator('#one')).toHaveAttribute('state', 'ready');
    expect(uncaught).toEqual([]);
    await second.close();
  });
});

/** Number of files that the element has stored in the database. */
const storedFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const asked = indexedDB.open('audio-transcribe');
        asked.onsuccess = () => {
          const keys = asked.result.transaction('files').objectStore('files').getAllKeys();
          keys.onsuccess = () => {
            asked.result.close();
            resolve(keys.result.length);
          };
        };
      }),
  );

/** Deletes the file of the value that was stored first. */
const loseFirstFile = async (profile: string): Promise<void> => {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const [first = ''] = entries
    .filter((entry) => entry.isFile() && entry.parentPath.includes('.indexeddb.blob'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  await rm(first);
};

/** A WAV file in which somebody seems to speak for a second of every four. */
const interview = (seconds: number): Buffer => {
  const sampleRate = 16_000;
  const samples = new Int16Array(seconds * sampleRate);
  for (let at = 0; at < samples.length; at++)
    samples[at] =
      at % (4 * sampleRate) < sampleRate ? 8_000 * Math.sin(at / 8) * Math.sin(at / 900) : 0;
  return Buffer.concat([waveHead({ sampleRate }, samples.byteLength), Buffer.from(samples.buffer)]);
};

test('a file that is deleted after the upload: a line near its end is played, and it is said', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'audio-transcribe-deleted-'));
  const file = join(folder, 'hearing.wav');
  // Longer than what a browser has read by then.
  await writeFile(file, interview(900));
  const { url } = await openPartnerPage(
    (attributes) => `<!doctype html><script type="module" src="/app.js"></script>
      <audio-transcribe ${attributes} no-storage></audio-transcribe>`,
  );
  await page.goto(url);
  const element = page.locator('audio-transcribe');
  await element.locator('input[type=file]').setInputFiles(file);
  await expect(element).toHaveAttribute('state', 'ready');
  await rm(folder, { recursive: true });
  await element.locator('[part~="segment"]').last().click();
  await expect(element).toContainText('The audio can’t be played.');
  await expect(element.getByRole('button', { name: 'Choose the audio file' })).toBeVisible();
});

test('a tab that the browser freezes during an upload goes on when it is shown again', async ({
  page,
}) => {
  const { url, sandbox } = await openPartnerPage(
    (attributes) => `<!doctype html><script type="module" src="/app.js"></script>
      <audio-transcribe ${attributes}></audio-transcribe>`,
  );
  await page.goto(url);
  const element = page.locator('audio-transcribe');
  const held: Route[] = [];
  let isHeld = true;
  await page.route(
    ({ origin }) => origin === sandbox.storageUrl,
    (route) => (isHeld ? void held.push(route) : route.continue()),
  );
  await element.locator('input[type=file]').setInputFiles(samplePath('conversation.mp3'));
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  isHeld = false;
  for (const route of held) await route.continue();
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(element).toHaveAttribute('state', 'ready');
  expect(sandbox.log.filter(({ violation }) => violation !== undefined)).toEqual([]);
});
