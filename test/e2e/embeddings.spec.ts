/** The small apps that embed the element, as their users work with them. The form has its own file. */
import { expect, test, type Locator, type Page } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests, element, samplePath } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

test.use({ hasTouch: true });

let complaints: string[];

test.beforeEach(({ page }) => {
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
});

test.afterEach(() => {
  expect(complaints, 'errors and messages in the console').toEqual([]);
});

/** Opens an app from its link on the sales page, at the width of a phone. */
const openApp = async (page: Page, name: RegExp): Promise<void> => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(demo().url);
  await page.getByRole('region', { name: 'In your framework' }).getByRole('link', { name }).tap();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

const press = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeEnabled();
  await target.focus();
  await page.keyboard.press('Enter');
};

/** The end of each walk: nothing is wider than the page, axe finds nothing, and the page shows its code. */
const expectFinished = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await press(page, page.getByText('The code of this page'));
  await expect(page.locator('#code pre').first()).toContainText('/api/transcribe');
  await expectNoViolations(page, { within: 'body' });
  await page.getByRole('link', { name: 'Back to the demo' }).tap();
  await expect(page.getByRole('heading', { name: 'In your framework' })).toBeInViewport();
};

test('React: a ticket is transcribed while another one is open, quoted, and answered in Arabic', async ({
  page,
}) => {
  await openApp(page, /React/);
  const ticket = page.getByRole('article');
  const row = (name: string) => page.getByRole('navigation').getByRole('button', { name });
  await press(page, ticket.getByRole('button', { name: 'Transcribe it' }));
  await press(page, row('Parcel'));
  await expect(ticket.getByRole('heading', { name: 'Parcel has not arrived' })).toBeVisible();
  await expect(row('Message from the garage')).toContainText('Transcribed');
  await expect(row('Parcel')).toContainText('New');
  await press(page, row('Message from the garage'));
  await expect(ticket.getByRole('heading', { name: 'In this call' })).toBeVisible();
  await press(page, ticket.getByRole('button', { name: 'Quote the recording' }));
  await expect(ticket.getByLabel('Your reply')).toHaveValue(/^> Speech was found here/);

  await page.getByLabel('Language').selectOption('ar');
  await expect(ticket.locator('audio-transcribe')).toHaveCSS('direction', 'rtl');
  await expect(ticket.getByRole('button', { name: 'تشغيل', exact: true })).toBeVisible();
  await press(page, ticket.getByRole('button', { name: 'إرسال' }));
  await expect(ticket.locator('form').getByRole('status')).toContainText('Priya Nair');
  await expect(row('Message from the garage')).toContainText('تم الرد');
  await expectFinished(page);
});

test('Vue: transcripts appear in the archive, and a search result opens at its time', async ({
  page,
}) => {
  await openApp(page, /Vue/);
  await expect(page.getByLabel('Search all interviews')).toBeDisabled();
  await press(page, page.getByRole('button', { name: 'Add two example interviews' }));
  await expect(page.getByText(/^2 transcribed/)).toBeVisible();
  const interviews = page.getByRole('list', { name: 'Transcribed interviews' });
  await expect(interviews.getByRole('listitem')).toHaveText([
    /^conversation.mp3/,
    /^interview.m4a/,
  ]);
  await page.getByLabel('Search all interviews').fill('nobody said this');
  await expect(page.getByText('No interview contains “nobody said this”.')).toBeVisible();
  await page.getByLabel('Search all interviews').fill('SPEECH was');
  await press(page, page.getByRole('button', { name: 'conversation.mp3 · 0:42' }));
  await expect(element(page).getByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuetext',
    /42 seconds/,
  );
  await expectFinished(page);
});

test('strict policy: the worker hashes, nothing is violated, and an injected script is refused', async ({
  page,
}) => {
  const workers = new Set<string>();
  page.on('worker', (worker) => workers.add(worker.url()));
  await openApp(page, /strict policy/i);
  await expect(page.locator('#policy')).toContainText(`connect-src 'self' http://127.0.0.1:`);
  await press(page, page.getByRole('button', { name: 'Use an example' }));
  await expect(page.getByText(/^Segments in the transcript: [1-9]/)).toBeVisible();
  await expect(page.locator('#violations')).toHaveText('No violation was reported.');
  // The second worker reads the waveform.
  expect([...workers]).toEqual([expect.stringContaining('audio-transcribe.worker')]);
  expect(complaints).toEqual([]);
  await press(page, page.getByRole('button', { name: 'Try to inject a script' }));
  await expect(page.locator('#outcome')).toContainText('The browser refused');
  await expect(page.locator('#violations')).toContainText('require-trusted-types-for');
  // Chromium logs what it refuses.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('TrustedHTML')]);
  await expectFinished(page);
});

test('strict policy: a script that was changed on its way is not run', async ({ page }) => {
  await page.route(/\/assets\/lit-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n;` });
  });
  await page.goto(`${demo().url}demo/csp.html`);
  await expect.poll(() => complaints.join()).toContain('integrity');
  await expect(
    page.getByText('Transcription is not available here.', { exact: true }),
  ).toBeVisible();
  complaints = [];
});

test('two elements: each has its recording, language and direction, and only one plays', async ({
  page,
}) => {
  const isPlaying = (id: string): Promise<boolean> =>
    page
      .locator(`#${id}`)
      .evaluate((it: AudioTranscribe) => it.renderRoot.querySelector('audio')?.paused === false);
  await openApp(page, /Two elements/);
  await press(page, page.getByRole('button', { name: 'Use an example' }));
  await page.locator('#arabic input[type=file]').setInputFiles(samplePath('voicemail.wav'));
  await expect(page.getByText('Both are transcribed: 56 seconds of speech.')).toBeVisible();
  await expect(page.locator('#english')).toContainText('conversation');
  await expect(page.locator('#arabic')).toContainText('voicemail');
  await expect(page.locator('#arabic')).toHaveCSS('direction', 'rtl');
  await press(page, page.getByRole('button', { name: 'Play', exact: true }));
  await expect.poll(() => isPlaying('english')).toBe(true);
  await press(page, page.getByRole('button', { name: 'تشغيل', exact: true }));
  await expect.poll(() => isPlaying('arabic')).toBe(true);
  // The other element hears of it in a later task.
  await expect.poll(() => isPlaying('english')).toBe(false);
  await expectFinished(page);
});

test('only reading: a transcript is shown in HTML, React and Vue, played and corrected', async ({
  page,
}) => {
  await openApp(page, /Only reading/);
  const html = page.locator('#html');
  for (const shown of [
    html,
    page.locator('#react audio-transcript'),
    page.locator('#vue audio-transcript'),
  ])
    await expect(
      shown.getByText('How can I help you today?').filter({ visible: true }),
    ).toHaveCount(1);
  await expect(page.locator('#html > p')).toBeHidden();
  await press(page, html.getByRole('button', { name: 'Play', exact: true }));
  await expect(html.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(html.locator('[aria-current]').first()).toBeVisible();
  await press(page, html.getByRole('button', { name: 'Pause', exact: true }));
  await press(page, html.getByRole('button', { name: 'Search the transcript' }));
  await page.keyboard.type('router');
  await expect(html.getByText(/^1 \/ \d+$/)).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await press(page, page.getByText('The code of this page'));
  await expect(page.locator('#code pre').first()).toContainText('audio-transcript');
  // Several elements on one page have regions of the same name.
  await expectNoViolations(page, { within: '#html' });
  await page.getByRole('link', { name: 'Back to the demo' }).tap();
  await expect(page.getByRole('heading', { name: 'In your framework' })).toBeInViewport();
});
