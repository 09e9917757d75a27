/** The hashing worker in an application that esbuild bundles into one file. */
import { expect, test, type Page } from './test.js';
import { element, samplePath } from './demo.js';
import { closePages, openPartnerPage } from './partner-page.js';

test.afterEach(closePages);

const FOREIGN = `setInterval(() => postMessage({ type: 'ready' }), 10);`;

/** Transcribes on a page with these files; returns the workers that ran and the requested URLs. */
const transcribeWith = async (
  page: Page,
  options: Parameters<typeof openPartnerPage>[1],
): Promise<{ readonly workers: readonly string[]; readonly asked: readonly string[] }> => {
  const workers: string[] = [];
  const asked: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const { url } = await openPartnerPage(
    (attributes) => `<!doctype html><audio-transcribe no-storage ${attributes}></audio-transcribe>
      <script type="module" src="/app.js"></script>`,
    options,
  );
  await page.goto(url);
  await element(page).locator('input[type=file]').setInputFiles(samplePath('voicemail.wav'));
  await expect(element(page)).toHaveAttribute('state', 'ready');
  return { workers: workers.map((it) => it.replace(new URL(url).origin, '')), asked };
};

test('worker: the file beside the bundle is used, under its own name', async ({ page }) => {
  const { workers } = await transcribeWith(page, {});
  // One worker hashes, one listens for sound, and one reads the waveform.
  expect(new Set(workers)).toEqual(new Set(['/audio-transcribe.worker.js']));
});

test("worker: an application's own /worker.js is never requested; without our file, a Blob is used", async ({
  page,
}) => {
  const { workers, asked } = await transcribeWith(page, {
    withWorker: false,
    files: { '/worker.js': FOREIGN },
  });
  expect(workers.at(-1)).toMatch(/^blob:/);
  expect(asked).not.toContain('/worker.js');
});

test('worker: another script under our name is terminated, and a Blob is used', async ({
  page,
}) => {
  const { workers } = await transcribeWith(page, {
    files: { '/audio-transcribe.worker.js': FOREIGN },
  });
  // The workers that hash and that listen for sound may each start in these two steps.
  expect(workers[0]).toBe('/audio-transcribe.worker.js');
  expect(workers.at(-1)).toMatch(/^blob:/);
  await expect.poll(() => page.workers().length).toBe(0);
});
