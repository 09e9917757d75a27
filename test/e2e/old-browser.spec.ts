/** The code that docs/limits.md shows for browsers that are too old. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from './test.js';
import { button } from './demo.js';
import { closePages, openPartnerPage } from './partner-page.js';

test.afterEach(closePages);

const openDocumented = async (page: Page): Promise<void> => {
  const limits = await readFile(new URL('../../docs/limits.md', import.meta.url), 'utf8');
  const [, code = ''] = /## Older browsers[^]*?```html\n([^]*?)```/.exec(limits) ?? [];
  expect(code).toContain("import('/audio-transcribe.js')");
  const { url } = await openPartnerPage((attributes) =>
    `<!doctype html>${code}`
      .replace('/audio-transcribe.js', '/app.js')
      .replace(/service-url=.*?>/, `${attributes}>`),
  );
  await page.goto(url);
};

test('a supported browser shows the element', async ({ page }) => {
  await openDocumented(page);
  await expect(button(page, 'Choose a file')).toBeVisible();
});

for (const [what, remove] of [
  ['light-dark()', () => void (CSS.supports = () => false)],
  ['Intl.Segmenter', () => void Reflect.deleteProperty(Intl, 'Segmenter')],
] as const)
  test(`a browser without ${what} shows the sentence between the tags, and has no error`, async ({
    page,
  }) => {
    await page.addInitScript(remove);
    await openDocumented(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('This browser is too old for transcription.')).toBeVisible();
    expect(await page.evaluate(() => customElements.get('audio-transcribe'))).toBe(undefined);
  });
