/** Recordings too large to be stored: read again through their file handle, or picked again. */
import { open, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from './test.js';
import { STORED_BYTES_LIMIT } from '../../src/browser/stores.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import {
  demoForTests,
  element,
  fileIdOf,
  holdPieces,
  openDemo,
  piece,
  piecesNoted,
} from './demo.js';

const CHUNK_SIZE = 8 * 1024 * 1024;
const demo = demoForTests({ chunkSize: () => CHUNK_SIZE, recognizer: noRecognizer() });

let directory: string;
let file: string;
const size = STORED_BYTES_LIMIT + 1_000;

/** A silent WAV file, 48 kHz stereo, that starts with a distinctive mark. */
const makeWav = async (name: string, bytes: number, mark: number): Promise<string> => {
  const path = join(directory, name);
  const header = Buffer.alloc(48);
  header.write('RIFF', 0);
  header.writeUInt32LE(bytes - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(48_000, 24);
  header.writeUInt32LE(192_000, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes - 44, 40);
  header.writeInt32LE(mark, 44);
  const handle = await open(path, 'w');
  await handle.write(header);
  await handle.truncate(bytes);
  await handle.close();
  return path;
};

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-large-'));
  file = await makeWav('long talk.wav', size, 1);
});
test.afterAll(() => rm(directory, { recursive: true, force: true }));

/** Drops a file from disk as the operating system does. */
const drop = async (page: Page, path: string): Promise<void> => {
  const { x, y } = (await piece(page, 'drop-zone').boundingBox()) ?? { x: 0, y: 0 };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: x + 50, y: y + 50, data });
  }
  await session.detach();
};

/** Picks a file through this button. */
const pick = async (page: Page, button: string, path: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await piece(page, button).click();
  await (await chooser).setFiles(path);
};

const arrives = async (page: Page): Promise<void> => {
  await expect(element(page)).toHaveAttribute('state', 'ready');
  const stored = await readFile(demo().sandbox.uploadedFile(await fileIdOf(page)) ?? '');
  expect(stored.equals(await readFile(file))).toBe(true);
};

test('a dropped file resumes after a reload without picking it again', async ({ page }) => {
  const { sandbox, url } = demo();
  await openDemo(page, url);
  await holdPieces(page, sandbox, 3);
  await drop(page, file);
  await piecesNoted(page, 3);

  await openDemo(page, url);
  await page.unrouteAll();
  await expect(piece(page, 'offer')).toContainText('long talk.wav');
  await expect(piece(page, 'accept-button')).toHaveText(/Continue upload/);
  const logStart = sandbox.log.length;
  await piece(page, 'accept-button').click();
  await arrives(page);
  const again = sandbox.log.slice(logStart).filter(({ method }) => method === 'PUT');
  expect(again).toHaveLength(Math.ceil(size / CHUNK_SIZE) - 3);
});

test('a picked file is requested again after a reload, and another file is rejected', async ({
  page,
}) => {
  const { sandbox, url } = demo();
  await openDemo(page, url);
  await holdPieces(page, sandbox, 3);
  await pick(page, 'choose-button', file);
  await piecesNoted(page, 3);

  await openDemo(page, url);
  await page.unrouteAll();
  await expect(piece(page, 'offer')).toContainText('long talk.wav');
  await expect(piece(page, 'offer')).toContainText('37% uploaded');
  await expect(piece(page, 'accept-button')).toHaveText(/Choose the file again/);
  await pick(page, 'accept-button', await makeWav('another.wav', size - 1, 1));
  await expect(element(page).getByRole('alert')).toContainText('“long talk.wav”');
  await expect(element(page)).not.toHaveAttribute('state');

  await pick(page, 'accept-button', file);
  await arrives(page);
  await openDemo(page, url);
  await expect(piece(page, 'choose-button')).toBeVisible();
  await expect(piece(page, 'offer')).toHaveCount(0);
});
