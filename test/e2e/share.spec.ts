/** Links to the sales page, and the reset of the presentation. */
import { expect, test } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests, holdPieces, piecesNoted, SAMPLES } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

test('a link restores the look and the position, and the next link has the new position', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${demo().url}?theme=dark&accent=8a1f5c#t=83.5`);
  const shown = page.locator('audio-transcribe:visible');
  const position = (): Promise<number> =>
    shown.evaluate((it: HTMLElement) => it.shadowRoot?.querySelector('audio')?.currentTime ?? 0);
  await expect.poll(position).toBeCloseTo(83.5, 1);
  await expect(shown.locator('.segment.playing').first()).toBeInViewport();
  await page.getByText('Your CSS, corners, font and width').click();
  await page.getByLabel('Width').selectOption('sidebar');
  expect(new URL(page.url()).hash).toBe('#t=83.5');

  await shown.getByRole('slider', { name: 'Position' }).press('ArrowRight');
  await expect.poll(position).toBeGreaterThan(84);
  const copy = page.getByRole('button', { name: 'Copy link to this moment' });
  await copy.click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.search).toBe('?accent=8a1f5c&theme=dark&width=sidebar');
  expect(Number(link.hash.slice('#t='.length))).toBeCloseTo(await position(), 0);

  await page.getByRole('tab', { name: 'Pull the plug' }).click();
  await expect(page.getByRole('button', { name: 'Copy link to this page' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});

test('F8 resets the stored upload, the choices and this visitor’s faults, but not while typing', async ({
  page,
}) => {
  const other = await page.request.put(`${demo().url}__sandbox/faults`, {
    data: { faults: [{ name: 'status', at: 'query', status: 503 }] },
  });
  expect(other.ok()).toBe(true);
  await page.goto(`${demo().url}?tab=own&theme=dark`);
  await expect(page.locator('.sample')).toHaveCount(SAMPLES.length);
  await page.evaluate(async () => {
    const body = JSON.stringify({
      faults: [{ name: 'status', at: 'part', status: 503, every: 9 }],
    });
    const headers = { 'Content-Type': 'application/json' };
    await fetch('/__sandbox/faults', { method: 'PUT', headers, body });
  });
  /** The places of the faults that this visitor has set. */
  const ownFaults = (): Promise<string[]> =>
    page.evaluate(async () => {
      const { faults } = (await (await fetch('/__sandbox/faults')).json()) as {
        faults: { fault: { at: string }; session: boolean }[];
      };
      return faults.filter(({ session }) => session).map(({ fault }) => fault.at);
    });
  const release = await holdPieces(page, demo().sandbox, 2);
  await page.locator('[data-sample="conversation.mp3"]').click();
  await piecesNoted(page, 1);

  await page.locator('#own summary').click();
  await page.locator('#options [name="language"]').press('F8');
  expect(new URL(page.url()).search).toBe('?tab=own&theme=dark');

  // One key resets, without a question, and can be undone.
  await page.locator('#own summary').press('F8');
  await page.waitForURL(demo().url);
  await expect(page.getByText('Everything was reset.')).toBeVisible();
  await expectNoViolations(page, { within: '#share' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(/\?tab=own&theme=dark$/);
  await expect(page.getByRole('button', { name: 'Continue upload' })).toBeVisible();
  expect(await ownFaults()).toEqual(['part']);

  await page.getByRole('button', { name: 'Reset F8' }).click();
  await page.waitForURL(demo().url);
  release();
  await page.getByRole('tab', { name: 'Your recording' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const left = await page.evaluate(async () => {
    const answer = await fetch('/__sandbox/faults');
    const { faults } = (await answer.json()) as {
      faults: { fault: { at: string }; session: boolean }[];
    };
    const jobs = await new Promise<number>((resolve) => {
      const asked = indexedDB.open('audio-transcribe');
      asked.onsuccess = () => {
        const counted = asked.result.transaction('jobs').objectStore('jobs').count();
        counted.onsuccess = () => {
          asked.result.close();
          resolve(counted.result);
        };
      };
    });
    return {
      jobs,
      faults: faults.map(({ fault, session }) => [fault.at, session]),
      keys: Object.keys(localStorage),
    };
  });
  // The fault without a session belongs to everybody.
  expect(left).toEqual({ jobs: 0, faults: [['query', false]], keys: [] });
});
