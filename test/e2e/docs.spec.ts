/** The site of the documentation: complete, accessible, readable on a phone, and its search finds the answer. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { preview, type PreviewServer } from 'vite';
import { docPages } from '../../scripts/doc-blocks.js';
import { expectNoViolations } from './axe.js';
import { expect, test } from './test.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SITE = `${ROOT}.cache/docs`;

// All workers share the pages.
test.describe.configure({ mode: 'parallel' });

/** The paths of the pages. `global-setup.ts` has built them. */
const pages = (existsSync(SITE) ? readdirSync(SITE, { recursive: true, encoding: 'utf8' }) : [])
  .filter((path) => path.endsWith('.html') && path !== '404.html')
  .sort();

let server: PreviewServer | undefined;
let url: string;

test.beforeAll(async () => {
  server = await preview({
    configFile: false,
    appType: 'mpa',
    build: { outDir: SITE },
    preview: { host: '127.0.0.1', port: 0 },
  });
  [url = ''] = server.resolvedUrls?.local ?? [];
});

test.afterAll(() => server?.close());

test('docs: has every page of docs and of the sandbox, and loads nothing from other hosts', async () => {
  const sources = (await docPages()).map((page) => page.slice(`${ROOT}docs/`.length));
  expect(pages.length).toBeGreaterThan(30);
  const expected = sources.map((page) => page.replace(/md$/, 'html'));
  expect(pages).toEqual(
    expect.arrayContaining([...expected, 'sandbox/index.html', 'sandbox/faults.html']),
  );
  for (const path of pages) {
    const html = readFileSync(`${SITE}/${path}`, 'utf8');
    const loaded = html.match(/<(?:script|link|img|iframe)\b[^>]*(?:src|href)="https?:[^>]*>/g);
    expect(loaded, path).toBe(null);
  }
  const assets = readdirSync(`${SITE}/assets`);
  expect(assets).toContainEqual(expect.stringMatching(/^conversation\..*\.mp3$/));
  expect(assets).toContainEqual(expect.stringMatching(/^audio-transcribe\.worker\..*\.js$/));
});

for (const path of pages)
  test.describe(path, () => {
    // docs/accessibility.md names it.
    test('docs: axe finds nothing on any page', async ({ page }) => {
      await page.goto(url + path);
      await expectNoViolations(page, { within: '.VPContent', coloursWhenWide: true });
    });
  });

test('docs: the search finds the answer first, and on a phone the meaning is on the screen', async ({
  page,
}) => {
  await page.goto(url);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/);
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('resume upload');
  const first = page.locator('#localsearch-list a').first();
  await expect(first).toBeVisible();
  expect(await first.getAttribute('href')).toMatch(/^\/(?:element|engine|limits|faq|security)\b/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}element`);
  const widths = await page
    .locator('.vp-doc table')
    .evaluateAll((tables) => tables.map((it) => it.scrollWidth - it.clientWidth));
  expect(widths.length).toBeGreaterThan(2);
  expect(Math.max(...widths)).toBeLessThanOrEqual(0);
});
