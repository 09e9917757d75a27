/** Reading, searching and correcting a transcript by keyboard alone, with a reload: demo, handler and sandbox. */
import { expect, test, type Page } from './test.js';
import type { AudioTranscribe, TranscribeEditEvent } from '../../src/index.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { demoForTests, element, openDemo } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const focused = (page: Page): Promise<string> =>
  element(page).evaluate((it) => {
    const active = it.shadowRoot?.activeElement as HTMLInputElement | null | undefined;
    const name = active?.ariaLabel ?? active?.labels?.[0]?.textContent;
    return active?.dataset['item'] ?? active?.getAttribute('part') ?? name ?? '';
  });

/** Presses Tab until a part has the focus; a few presses must be enough. */
const tabTo = async (page: Page, part: string): Promise<void> => {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focused(page)).split(' ').includes(part)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${part}; the focus is on ${await focused(page)}.`);
};

const texts = (page: Page): Promise<string[]> =>
  element(page).locator('[part~="segment"]').allTextContents();

/** The kinds of the stored corrections. */
const keptEdits = (): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open('audio-transcribe');
    asked.onerror = () => reject(new Error('There is no such database.'));
    asked.onsuccess = () => {
      const database = asked.result;
      const all = database.transaction('edits').objectStore('edits').getAll();
      all.onsuccess = () => {
        database.close();
        const [kept] = all.result as { record: { edits: { kind: string }[] } }[];
        resolve((kept?.record.edits ?? []).map(({ kind }) => kind));
      };
    };
  });

test('by keyboard alone: search, correct, undo, and find the corrections after a reload', async ({
  page,
}) => {
  await openDemo(page, demo().url);
  await page.locator('[data-sample="conversation.mp3"]').focus();
  await page.keyboard.press('Enter');
  await expect(element(page)).toHaveAttribute('state', 'ready');
  const id = await element(page).evaluate(
    (it: AudioTranscribe) =>
      new Promise<string>((resolve) => {
        it.addEventListener('transcribe-edit', (event: TranscribeEditEvent) =>
          resolve(event.transcriptionId),
        );
        it.edit({ kind: 'rename-speaker', from: null, to: 'Parcel service' });
      }),
  );
  const before = await texts(page);
  expect(before.length).toBeGreaterThan(5);

  await tabTo(page, 'play-button');
  await page.keyboard.press('/');
  await expect.poll(() => focused(page)).toBe('search-field');
  await page.keyboard.type('SPEECH was');
  const count = element(page).getByText(/^\d+ \/ \d+$/);
  await expect(count).toHaveText(`1 / ${before.length}`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(count).toHaveText(`3 / ${before.length}`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toMatch(/^Play from /);

  // The found segment; its menu is one Tab away.
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^Options for/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  for (let ups = 0; ups < 8 && (await focused(page)) !== 'correct'; ups += 1)
    await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe('correct');
  await page.keyboard.press('Enter');
  expect(await focused(page)).toMatch(/^Text at/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('What was really said.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => texts(page)).toContain('What was really said.');
  const after = await texts(page);
  await expect.poll(() => focused(page)).toMatch(/^Play from /);

  await page.keyboard.press('ControlOrMeta+Z');
  expect(await texts(page)).toEqual(before);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  expect(await texts(page)).toEqual(after);

  await expect
    .poll(() => page.evaluate(keptEdits))
    .toEqual(expect.arrayContaining(['rename-speaker', 'correct-text']));
  await page.reload();
  await element(page).waitFor();
  await element(page).evaluate((it: AudioTranscribe, transcriptionId) => {
    it.transcriptionId = transcriptionId;
  }, id);
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await expect(element(page).getByText('What was really said.')).toBeVisible();
  await expect(
    element(page).locator('[part~="speaker-name"]').filter({ hasText: 'Parcel service' }).first(),
  ).toBeVisible();
});

test('the header shows a short name whole, selections leave out its buttons, and the pencil grows with the text', async ({
  page,
}) => {
  await openDemo(page, demo().url);
  await page.locator('[data-sample="voicemail.wav"]').press('Enter');
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await page.setViewportSize({ width: 1250, height: 900 });
  const name = element(page).locator('[part~="title"] [title]');
  const widthOf = (style: string): Promise<number> =>
    name.evaluate((it, maxWidth) => {
      it.parentElement?.style.setProperty('max-inline-size', maxWidth);
      return it.getBoundingClientRect().width;
    }, style);
  expect(await widthOf('100%')).toBe(await widthOf('none'));

  const from = await element(page).locator('[part~="title"]').boundingBox();
  const to = await element(page).locator('[part~="segment"]').first().boundingBox();
  await page.mouse.move((from?.x ?? 0) + 2, (from?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 120, (to?.y ?? 0) + 8, { steps: 5 });
  await page.mouse.up();
  const selected = await page.evaluate(() => String(getSelection()));
  expect(selected).toContain('Speech');
  expect(selected).not.toContain('Export');

  await page.goto(demo().url);
  const pencil = (): Promise<number> =>
    page
      .locator('#example')
      .getByRole('button', { name: /^Rename/ })
      .first()
      .evaluate((it) => Number.parseFloat(getComputedStyle(it, '::before').width));
  const usual = await pencil();
  await page.addStyleTag({ content: 'html { font-size: 200%; }' });
  expect(await pencil()).toBe(2 * usual);
});
