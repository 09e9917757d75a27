/** Recordings too large for IndexedDB: read again from a copy or through their file handle, or picked again. */
import { open, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from './test.js';
import { FOLDER } from '../../src/convert/names.js';
import { STORED_BYTES_LIMIT } from '../../src/browser/job-store.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import {
  button,
  demoForTests,
  element,
  fileIdOf,
  holdPieces,
  openDemo,
  pick,
  piece,
  piecesNoted,
  reload,
} from './demo.js';

const CHUNK_SIZE = 8 * 1024 * 1024;
const demo = demoForTests({ chunkSize: () => CHUNK_SIZE, recognizer: noRecognizer() });

let directory: string;
let file: string;
const size = STORED_BYTES_LIMIT + 1_000;

/** A WAV file, 48 kHz stereo: a click, then silence. */
const makeWav = async (name: string, bytes: number): Promise<string> => {
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
  header.writeInt32LE(10_000, 44);
  const handle = await open(path, 'w');
  await handle.write(header);
  await handle.truncate(bytes);
  await handle.close();
  return path;
};

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-large-'));
  file = await makeWav('long talk.wav', size);
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
  await expect(button(page, 'Continue upload')).toBeVisible();
  const logStart = sandbox.log.length;
  await button(page, 'Continue upload').click();
  await arrives(page);
  const again = sandbox.log.slice(logStart).filter(({ method }) => method === 'PUT');
  expect(again).toHaveLength(Math.ceil(size / CHUNK_SIZE) - 3);
});

/** The names and sizes of the files in the folder of copies. */
const copies = (page: Page): Promise<readonly (readonly [string, number])[]> =>
  page.evaluate(async (name) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(name).catch(() => null);
    const found: [string, number][] = [];
    if (folder === null) return found;
    for await (const [key, handle] of (
      folder as unknown as { entries(): AsyncIterable<[string, FileSystemFileHandle]> }
    ).entries()) {
      // A file may be deleted after its name was read.
      const copy = await handle.getFile().catch((error: unknown) => {
        if ((error as Error).name === 'NotFoundError') return null;
        throw error;
      });
      if (copy !== null) found.push([key, copy.size]);
    }
    return found;
  }, FOLDER);

/** The ids of the jobs that are stored with a complete copy. */
const copied = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('audio-transcribe');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no database'));
    });
    const all = <T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const request = ask(database.transaction('files').objectStore('files'));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('unreadable'));
      });
    const keys = await all((store) => store.getAllKeys());
    const values = await all((store) => store.getAll() as IDBRequest<{ readonly kind: string }[]>);
    database.close();
    return keys.flatMap((key, at) =>
      values[at]?.kind === 'disk' && typeof key === 'string' ? [key] : [],
    );
  });

/** The browser says that this many bytes are free. */
const setFree = (page: Page, quota: number): Promise<void> =>
  page.evaluate((bytes) => {
    navigator.storage.estimate = () => Promise.resolve({ quota: bytes, usage: 0 });
  }, quota);

test('a picked file is copied, and its upload goes on by itself after a reload', async ({
  page,
}) => {
  const { sandbox, url } = demo();
  await openDemo(page, url);
  const letGo = await holdPieces(page, sandbox, 3);
  await pick(page, 'Choose a file', file);
  await piecesNoted(page, 3);
  await expect.poll(() => copied(page)).toHaveLength(1);
  const [id] = await copied(page);
  expect(await copies(page)).toEqual([[`${id}.copy`, size]]);

  const logStart = sandbox.log.length;
  page.once('framenavigated', letGo);
  await reload(page);
  await arrives(page);
  const again = sandbox.log.slice(logStart).filter(({ method }) => method === 'PUT');
  expect(again).toHaveLength(Math.ceil(size / CHUNK_SIZE) - 3);
  expect(await copied(page)).toEqual([]);
  // The player plays the copy. A later page deletes it.
  await openDemo(page, url);
  await expect.poll(() => copies(page)).toEqual([]);
});

test('a copy is deleted when its upload is cancelled', async ({ page }) => {
  const { sandbox, url } = demo();
  await openDemo(page, url);
  await holdPieces(page, sandbox, 3);
  await pick(page, 'Choose a file', file);
  await expect.poll(() => copied(page)).toHaveLength(1);
  await element(page).evaluate((it: HTMLElement & { cancel(): void }) => it.cancel());
  await expect.poll(() => copies(page)).toEqual([]);
});

test('the next user of a shared computer finds no copy, and none is left', async ({ page }) => {
  const { sandbox, url } = demo();
  await openDemo(page, url);
  await holdPieces(page, sandbox, 3);
  await pick(page, 'Choose a file', file);
  await expect.poll(() => copied(page)).toHaveLength(1);

  // Each session of the demo is another user.
  await page.context().clearCookies();
  await openDemo(page, url);
  await expect.poll(() => copies(page)).toEqual([]);
  expect(await copied(page)).toEqual([]);
  await expect(button(page, 'Choose a file')).toBeVisible();
  await expect(piece(page, 'offer')).toHaveCount(0);
});

test('an upload that is paused does not go on by itself after a reload', async ({ page }) => {
  const { sandbox, url } = demo();
  await openDemo(page, url);
  await holdPieces(page, sandbox, 3);
  await pick(page, 'Choose a file', file);
  await expect.poll(() => copied(page)).toHaveLength(1);
  await element(page).evaluate((it: HTMLElement & { pause(): void }) => it.pause());
  await reload(page);
  await expect(button(page, 'Continue upload')).toBeVisible();
});

test('half a copy is never used', async ({ page }) => {
  const { sandbox, url } = demo();
  await openDemo(page, url);
  // There is room for the file, but not for four of its size: it is not copied.
  await setFree(page, 3 * size);
  await holdPieces(page, sandbox, 3);
  await pick(page, 'Choose a file', file);
  await piecesNoted(page, 3);
  // What a crash leaves of a copy.
  await page.evaluate(
    async ([name, database]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle(name, { create: true });
      const id = await new Promise<string>((resolve) => {
        indexedDB.open(database).onsuccess = ({ target }) => {
          const { result } = target as IDBOpenDBRequest;
          result.transaction('jobs').objectStore('jobs').getAllKeys().onsuccess = (event) =>
            resolve((event.target as IDBRequest<string[]>).result[0] ?? '');
        };
      });
      const handle = await folder.getFileHandle(`${id}.copy`, { create: true });
      const writable = await handle.createWritable();
      await writable.write(new Uint8Array(1_000_000));
      await writable.close();
    },
    [FOLDER, 'audio-transcribe'] as const,
  );
  await page.unrouteAll();
  await reload(page);
  await expect(button(page, 'Choose the file again')).toBeVisible();
  await pick(page, 'Choose the file again', file);
  await arrives(page);
});

test('without room for a copy, a picked file is requested again after a reload, and another file is rejected', async ({
  page,
}) => {
  const { sandbox, url } = demo();
  await openDemo(page, url);
  // There is no room for a copy.
  await setFree(page, 3 * size);
  await holdPieces(page, sandbox, 3);
  await pick(page, 'Choose a file', file);
  await piecesNoted(page, 3);

  await openDemo(page, url);
  await page.unrouteAll();
  await expect(piece(page, 'offer')).toContainText('long talk.wav');
  await expect(piece(page, 'offer')).toContainText('37% uploaded');
  await expect(button(page, 'Choose the file again')).toBeVisible();
  await pick(page, 'Choose the file again', await makeWav('another.wav', size - 1));
  await expect(element(page).getByRole('alert')).toContainText('“long talk.wav”');
  await expect(element(page)).not.toHaveAttribute('state');

  await pick(page, 'Choose the file again', file);
  await arrives(page);
  await openDemo(page, url);
  await expect(button(page, 'Choose a file')).toBeVisible();
  await expect(piece(page, 'offer')).toHaveCount(0);
});
