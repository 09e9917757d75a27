/** The demo is restarted during an upload, and the upload resumes. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { startDemo, type Demo } from '../../demo/start-demo.js';
import { PAGES } from './global-setup.js';
import {
  button,
  CHUNK_SIZE,
  element,
  fileIdOf,
  holdPieces,
  openDemo,
  piecesNoted,
  samplePath,
} from './demo.js';

test('restart of the demo during an upload: uploaded parts are not sent again', async ({
  page,
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-e2e-'));
  let demo: Demo | null = null;
  const start = async (port: number) => {
    const sandbox = { directory, chunkSize: () => CHUNK_SIZE, recognizer: noRecognizer() };
    demo = await startDemo({ port, pages: PAGES, sandbox });
    if (!demo.backend.sandbox) throw new Error('the demo runs without its sandbox');
    return { url: demo.url, sandbox: demo.backend.sandbox, close: demo.close };
  };
  try {
    const first = await start(0);
    await openDemo(page, first.url);
    const letGo = await holdPieces(page, first.sandbox, 3);
    await page.locator('[data-sample="conversation.mp3"]').click();
    await piecesNoted(page, 3);
    await page.goto('about:blank');
    await first.close();

    const { url, sandbox } = await start(Number(new URL(first.url).port));
    expect([url, sandbox.storageUrl]).toEqual([first.url, first.sandbox.storageUrl]);
    letGo();
    await openDemo(page, url);
    await button(page, /^Continue/).click();
    await expect(element(page)).toHaveAttribute('state', 'ready');

    const bytes = await readFile(samplePath('conversation.mp3'));
    expect(await readFile(sandbox.uploadedFile(await fileIdOf(page)) ?? '')).toEqual(bytes);
    const sent = sandbox.log.filter(({ method }) => method === 'PUT');
    expect(sent).toHaveLength(Math.ceil(bytes.length / CHUNK_SIZE) - 3);
    expect(sandbox.log.filter(({ kind }) => kind === 'upload-plan')).toEqual([]);
  } finally {
    await (demo as Demo | null)?.close();
    await rm(directory, { recursive: true, force: true });
  }
});
