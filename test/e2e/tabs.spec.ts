/** Two tabs, one recording: it is sent once, and continues in the tab that the user chooses. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import {
  button,
  CHUNK_SIZE,
  demoForTests,
  element,
  fileIdOf,
  holdPieces,
  openDemo,
  pick,
  piece,
  piecesNoted,
  samplePath,
} from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });
const NAME = 'conversation.mp3';

/** Every page gets the same file of the disk. */
const pickSample = (page: Page): Promise<void> => pick(page, 'Choose a file', samplePath(NAME));

test('another tab takes over an upload: the first stops, says so, and can take it back', async ({
  page: first,
  context,
}) => {
  const { sandbox, url } = demo();
  const second = await context.newPage();
  await Promise.all([openDemo(first, url), openDemo(second, url)]);
  await holdPieces(first, sandbox, 3);
  const letGo = await holdPieces(second, sandbox, 2);
  await expect(piece(second, 'offer')).toHaveCount(0);
  const logStart = sandbox.log.length;
  await pickSample(first);
  await piecesNoted(first, 3);

  // The second tab learns of it without user interaction.
  await expect(piece(second, 'offer')).toContainText('another tab');
  await expect(piece(second, 'offer')).toContainText(NAME);
  await button(second, /^Continue/).click();
  await piecesNoted(second, 5);
  await expect(element(first)).not.toHaveAttribute('state');
  await expect(piece(first, 'offer')).toContainText('another tab');

  await button(first, /^Continue/).click();
  await expect(element(second)).not.toHaveAttribute('state');
  await expect(piece(second, 'offer')).toContainText('another tab');
  letGo();
  await button(second, /^Continue/).click();
  await expect(element(second)).toHaveAttribute('state', 'ready');
  await expect(element(first)).not.toHaveAttribute('state');
  await expect(piece(first, 'offer')).toHaveCount(0);

  const bytes = await readFile(samplePath(NAME));
  expect(await readFile(sandbox.uploadedFile(await fileIdOf(second)) ?? '')).toEqual(bytes);
  const log = sandbox.log.slice(logStart);
  expect(log.filter(({ path }) => path.endsWith('/generate-presigned-urls'))).toHaveLength(1);
  const arrived = log.filter(({ method, status }) => method === 'PUT' && status === 200);
  expect(arrived).toHaveLength(Math.ceil(bytes.length / CHUNK_SIZE));
});

test('a file that another tab is sending is not sent twice; when that tab closes, it continues here', async ({
  page: second,
  context,
}) => {
  const { sandbox, url } = demo();
  const first = await context.newPage();
  await Promise.all([openDemo(first, url), openDemo(second, url)]);
  await holdPieces(first, sandbox, 3);
  await pickSample(first);
  await piecesNoted(first, 3);
  const logStart = sandbox.log.length;

  await expect(piece(second, 'offer')).toContainText('another tab');
  await button(second, 'Not now').click();
  await expect(piece(second, 'offer')).toHaveCount(0);
  await pickSample(second);
  await expect(piece(second, 'offer')).toContainText('another tab');
  await expect(element(second)).not.toHaveAttribute('state');
  expect(sandbox.log.slice(logStart)).toEqual([]);

  await first.close();
  await expect(piece(second, 'offer')).toContainText('Not finished yet');
  await expect(piece(second, 'offer')).toContainText('uploaded');
  await button(second, /^Continue/).click();
  await expect(element(second)).toHaveAttribute('state', 'ready');
  const bytes = await readFile(samplePath(NAME));
  expect(await readFile(sandbox.uploadedFile(await fileIdOf(second)) ?? '')).toEqual(bytes);
});
