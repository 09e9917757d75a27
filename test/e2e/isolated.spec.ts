/** A page that is isolated from other origins (COOP and COEP), and a recording of another origin. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serveSite, type Site } from '../package/site.js';
import { samplePath } from './demo.js';
import { expect, test } from './test.js';

const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const sites: Site[] = [];
test.afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

const serve = async (...site: Parameters<typeof serveSite>): Promise<Site> => {
  const served = await serveSite(...site);
  sites.push(served);
  return served;
};

for (const [what, headers] of [
  ['CORS headers', { 'Access-Control-Allow-Origin': '*' }],
  ['Cross-Origin-Resource-Policy', { 'Cross-Origin-Resource-Policy': 'cross-origin' }],
] as const)
  test(`a host that sends ${what}: the recording plays`, async ({ page }) => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../../src/transcript-element.ts', import.meta.url))],
      ...{ bundle: true, format: 'esm', target: 'es2022', write: false },
    });
    const audio = await serve('/nowhere', {
      headers,
      files: { '/talk.mp3': await readFile(samplePath('clinic-call.mp3')) },
    });
    const site = await serve('/nowhere', {
      headers: ISOLATED,
      files: {
        '/app.js': outputFiles[0]?.text ?? '',
        '/index.html': `<!doctype html><title>x</title><script type="module" src="/app.js"></script>
          <audio-transcript audio-url="${audio.origin}/talk.mp3"></audio-transcript>`,
      },
    });
    await page.goto(site.origin);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.locator('audio-transcript').evaluate((it: HTMLElement & { transcript: unknown }) => {
      it.transcript = { segments: [{ start_ms: 0, end_ms: 9_000, text: 'Hello' }] };
    });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const position = page.getByRole('slider', { name: 'Position' });
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.2);
  });
