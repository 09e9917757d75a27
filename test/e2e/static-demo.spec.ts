/** The static build of the demo, as `npx vite preview` serves it, in a folder of its host. */
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from './test.js';
import { build, preview, type Plugin, type PreviewServer } from 'vite';
import { findChrome } from '../../scripts/find-browser.mjs';
import { root } from '../../scripts/paths.mjs';
import { expectNoViolations } from './axe.js';
import {
  framed,
  holdParts,
  mapNumbers,
  networkSwitch,
  startButton,
  waitForStored,
  waitForTranscript,
  watchConsole,
} from './plug.js';

const chrome = await findChrome();
const sound = fileURLToPath(new URL('../../demo/samples/voicemail.wav', import.meta.url));
test.use({
  launchOptions: {
    ...chrome,
    args: [...chrome.args, `--use-file-for-fake-audio-capture=${sound}`],
  },
});

const FOLDER = fileURLToPath(new URL('../../.cache/e2e-static-demo', import.meta.url));

let server: PreviewServer;
let url: string;
/** The requests that had no file. */
const missing: string[] = [];

/** Notes the requests that have no file. */
const noteMissing: Plugin = {
  name: 'note-missing',
  configurePreviewServer: ({ middlewares }) =>
    void middlewares.use((req, res, next) => {
      res.on('finish', () => {
        if (res.statusCode === 404) missing.push(req.originalUrl ?? '');
      });
      next();
    }),
};

test.beforeAll(async () => {
  await build({ root, logLevel: 'warn', build: { outDir: FOLDER } });
  server = await preview({
    root,
    base: '/some/folder/',
    plugins: [noteMissing],
    logLevel: 'warn',
    build: { outDir: FOLDER },
    preview: { port: 0 },
  });
  [url = ''] = server.resolvedUrls?.local ?? [];
});

test.afterAll(() => server.close());

test('static demo: an example, and an upload that is offline, then reloaded, then finished', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const passParts = await holdParts(page, 2);
  await page.goto(`${url}?plug-size=36000000&plug-rate=8000000`);
  await expect(page.getByText('Good afternoon, you are speaking with Maya.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'QA console' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Pull the plug' }).click();
  await startButton(page).click();
  await waitForStored(page, 2);
  await networkSwitch(page, 'Offline').click();
  await expect(networkSwitch(page, 'Offline')).toHaveAttribute('aria-checked', 'true');
  passParts(7);
  await expect(framed(page).getByText('You’re offline', { exact: true })).toBeVisible();
  passParts(4);
  await networkSwitch(page, 'Offline').click();
  await waitForStored(page, 4);

  await page.getByRole('button', { name: 'Close and reopen the tab' }).click();
  const resume = framed(page).getByRole('button', { name: 'Continue upload' });
  await expect(resume).toBeVisible();
  await expect(page.locator('#plug .condition')).toContainText('The page was opened again');
  const { stored } = await mapNumbers(page);
  expect(stored).toBe(4);
  passParts(7);
  await resume.click();
  await waitForTranscript(page);
  expect((await mapNumbers(page)).stored).toBe(7);
  await expect(page.locator('#plug .numbers')).toContainText(/not sent twice\s*[1-9]/);
  expect(missing).toEqual([]);
  expect(complaints).toEqual([]);
});

const workersReady = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!(await navigator.serviceWorker.getRegistration('demo/simulation/'))?.active)
      await new Promise((resolve) => setTimeout(resolve, 50));
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });

test('static demo: the second visit works without a network, and plays', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await workersReady(page);
  await context.setOffline(true);
  await page.goto(url);
  await expect(page.getByText('Good afternoon, you are speaking with Maya.')).toBeVisible();
  await page.getByRole('button', { name: 'Play the example' }).click();
  await expect
    .poll(() =>
      page
        .locator('#example audio-transcribe')
        .evaluate((it: HTMLElement) => it.shadowRoot?.querySelector('audio')?.currentTime ?? 0),
    )
    .toBeGreaterThan(0.2);
  await page.getByRole('button', { name: 'Japanese' }).click();
  await expect(page.getByText('忘れ物センターでございます')).toBeVisible();
  await page.getByRole('tab', { name: 'Pull the plug' }).click();
  await expect(startButton(page)).toBeEnabled();
  await context.close();
});

const speechFrame = (page: Page) =>
  page.frameLocator('iframe[title*="for your recording"]:visible');

test('static demo: the browser recognises a file and the microphone, also without a network at the second visit', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext({ permissions: ['microphone'] });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:'))
      elsewhere.push(request.url());
  });
  const transcribe = async (): Promise<void> => {
    await page.goto(`${url}?tab=own`);
    const own = page.getByRole('tabpanel', { name: 'Your recording' });
    await expect(own.getByText('Your recording stays in this browser')).toBeVisible();
    await own.getByRole('button', { name: 'A message from the garage' }).click();
    await speechFrame(page).getByText('You can collect it any day this week').waitFor();
  };
  await transcribe();
  const kept = await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys()).find((key) => /speech/.test(key)) ?? '');
    return (await cache.keys()).length;
  });
  expect(kept).toBe(4);
  await workersReady(page);
  await context.setOffline(true);
  await transcribe();
  await page.goto(`${url}?tab=record`);
  const named = (name: string) => speechFrame(page).getByRole('button', { name, exact: true });
  await expectNoViolations(page, { within: 'body' });
  await named('Record').click();
  // The fake microphone plays a message of 11 s again and again.
  await expect(speechFrame(page).getByRole('timer')).toHaveText(/0:1[3-9]/);
  await named('Finish').click();
  await named('Transcribe').click();
  // On a busy machine, the fake microphone has gaps: not every word is understood.
  const words = /hello|garage|car|ready|change|front|t[iy]res|oil|brakes|need|collect|day|week/i;
  await speechFrame(page).locator('[part~="segment"]', { hasText: words }).first().waitFor();
  expect(elsewhere).toEqual([]);
  await context.close();
});
