/** A drop that brings a folder, a link, or nothing: each has an answer, and none leaves the page. */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test, type Page } from './test.js';
import { closePages, openPartnerPage } from './partner-page.js';
import { samplePath } from './demo.js';

test.afterEach(closePages);

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audio-transcribe-folder-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

interface Dragged {
  readonly items?: readonly { readonly mimeType: string; readonly data: string }[];
  readonly files?: readonly string[];
}

/** Drops on the element, as from another program. */
const drop = async (page: Page, { items = [], files = [] }: Dragged): Promise<void> => {
  const box = await page.locator('audio-transcribe').boundingBox();
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      ...{ type, x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 30 },
      data: { items: [...items], files: [...files], dragOperationsMask: 1 },
    });
};

const zone = (page: Page) => page.locator('audio-transcribe').locator('[part~="drop-zone"]');

const open = async (page: Page, more = ''): Promise<void> => {
  const { url } = await openPartnerPage(
    (attributes) => `<!doctype html><title>Partner</title>
      <script type="module" src="/app.js"></script>
      <audio-transcribe ${attributes} ${more}></audio-transcribe>`,
  );
  await page.goto(url);
  await expect(zone(page)).toBeVisible();
};

const shown = (page: Page) => page.locator('audio-transcribe');
const notice = (page: Page) => shown(page).locator('[part~="error-message"]');

test('a folder with one recording is transcribed', async ({ page }) => {
  await mkdir(join(folder, 'second day'));
  await copyFile(samplePath('voicemail.wav'), join(folder, 'second day', 'talk.wav'));
  await writeFile(join(folder, 'cover.jpg'), 'a picture');
  await open(page);
  await drop(page, { files: [folder] });
  await expect(shown(page)).toHaveAttribute('state', 'ready');
  await expect(shown(page)).toContainText('talk');
});

test('a folder with two recordings: one is transcribed, and a sentence says which', async ({
  page,
}) => {
  await copyFile(samplePath('voicemail.wav'), join(folder, '1.wav'));
  await copyFile(samplePath('interview.m4a'), join(folder, '2.m4a'));
  await open(page, 'manual-start');
  await drop(page, { files: [folder] });
  await expect(notice(page)).toHaveText('Only one recording at a time: only “1.wav” was added.');
  await expect(shown(page)).toContainText('1.wav');
});

for (const more of ['', 'multiple'])
  test(`a folder without recordings is named ${more}`, async ({ page }) => {
    await writeFile(join(folder, 'cover.jpg'), 'a picture');
    await open(page, more);
    await drop(page, { files: [folder] });
    await expect(notice(page)).toHaveText(
      `There is no recording in the folder “${basename(folder)}”.`,
    );
    await expect(zone(page)).toBeVisible();
    // The next file takes its place.
    await drop(page, { files: [samplePath('voicemail.wav')] });
    await expect(shown(page)).toHaveAttribute('state', 'ready');
    await expect(shown(page)).not.toContainText('There is no recording');
  });

for (const more of ['', 'multiple'])
  test(`a folder that the browser may not read is not called empty ${more}`, async ({ page }) => {
    await copyFile(samplePath('voicemail.wav'), join(folder, 'talk.wav'));
    await open(page, more);
    // Here, the browser may read everything.
    await page.evaluate(() => {
      const { webkitGetAsEntry } = DataTransferItem.prototype;
      DataTransferItem.prototype.webkitGetAsEntry = function () {
        const readEntries: FileSystemDirectoryReader['readEntries'] = (_, failed) =>
          failed?.(new DOMException('', 'NotReadableError'));
        return Object.assign(webkitGetAsEntry.call(this) ?? {}, {
          createReader: () => ({ readEntries }),
        }) as FileSystemDirectoryEntry;
      };
    });
    await drop(page, { files: [folder] });
    await expect(shown(page)).toContainText('The file cannot be read');
  });

test('a link, such as that of an attachment, is answered, and the page stays', async ({ page }) => {
  await open(page);
  const address = page.url();
  await drop(page, { items: [{ mimeType: 'text/uri-list', data: 'https://mail.example/1.mp3' }] });
  await expect(notice(page)).toHaveText(
    'This is a link and not a file. Save the recording on this device first, then choose it there.',
  );
  expect(page.url()).toBe(address);
});

test('files that do not arrive, as from some mail programs, are told', async ({ page }) => {
  await open(page);
  // No program here offers files and then gives none.
  await shown(page).evaluate((element) => {
    const dataTransfer = new DataTransfer();
    Object.defineProperty(dataTransfer, 'types', { value: ['Files'] });
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  });
  await expect(notice(page)).toHaveText(
    'No file arrived. Save the recording on this device first, then choose it there.',
  );
});

test('dragged text belongs to the page', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    addEventListener('drop', (event) => {
      document.title = event.defaultPrevented ? 'taken' : 'left';
    });
    addEventListener('dragover', (event) => event.preventDefault());
  });
  await drop(page, { items: [{ mimeType: 'text/plain', data: 'some words' }] });
  await expect(page).toHaveTitle('left');
  await expect(notice(page)).toHaveCount(0);
});
