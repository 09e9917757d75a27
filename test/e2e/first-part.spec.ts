/** How much code a newcomer reads to follow a dropped file up to its first part. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { wavHeader } from '../../src/convert/pcm.js';
import { expect, test, type CDPSession } from './test.js';
import { element } from './demo.js';
import { closePages, openPartnerPage } from './partner-page.js';

test.afterEach(closePages);

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One script. A comment before the code of each file has its path. */
const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [`${root}src/index.ts`],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
};

/** The named functions that were called since the last time: the file, and where the function starts. */
const calledIn = async (
  profiler: CDPSession,
  script: string,
): Promise<readonly (readonly [file: string, at: number])[]> => {
  const files = [...script.matchAll(/^\/\/ (\S+)$/gm)];
  const { result } = await profiler.send('Profiler.takePreciseCoverage');
  const { functions = [] } = result.find(({ url }) => url.endsWith('/app.js')) ?? {};
  return functions.flatMap(({ functionName, ranges: [range] }) => {
    // A file that is loaded on demand is a function with its path as the name.
    if (functionName === '' || functionName.includes('/') || !range?.count) return [];
    const file = files.findLast(({ index }) => index <= range.startOffset)?.[1] ?? '';
    return [[file, range.startOffset] as const];
  });
};

/** Files that only draw, and rooms with a job of their own: they can be left out when the way of a file is read. */
const BESIDE =
  /^src\/(?:element\/views|strings|ui|reader|engine\/audio-headers|peaks|hashing|protocol)\//;

/**
 * The most files of `element`, `engine` and `browser` that take part. If a change needs one more, see first whether it is
 * the owner of a step, or only passes values on.
 */
const MOST_FILES = 56;

test('from a dropped file to its first part, few files take part', async ({ page }) => {
  const script = await bundle();
  const { url, sandbox } = await openPartnerPage(
    (attributes) => `<!doctype html>
      <audio-transcribe ${attributes}></audio-transcribe>
      <script type="module" src="/app.js"></script>`,
    { files: { '/app.js': script } },
  );
  const profiler = await page.context().newCDPSession(page);
  await profiler.send('Profiler.enable');
  await profiler.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const untilSent = new Promise<Awaited<ReturnType<typeof calledIn>>>((resolve) => {
    void page.route(`${sandbox.storageUrl}/**`, async (route) => {
      if (route.request().method() === 'PUT') resolve(await calledIn(profiler, script));
      await route.continue();
    });
  });
  await page.goto(url);
  await expect(element(page).getByRole('button', { name: 'Choose a file' })).toBeVisible();
  // What is loaded ahead is loaded in an idle moment.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
  await calledIn(profiler, script);
  // What runs whenever something is drawn is not on the way.
  await element(page).evaluate(async (host) => {
    const drawn = host as HTMLElement & { requestUpdate(): void; updateComplete: Promise<boolean> };
    drawn.requestUpdate();
    await drawn.updateComplete;
  });
  const drawing = new Set((await calledIn(profiler, script)).map(([, at]) => at));
  const header = [...new Uint8Array(wavHeader(8_000, 160_000))];
  await element(page).evaluate((host, start) => {
    const noise = Int16Array.from({ length: 80_000 }, (_, at) => (at * 7_919) % 20_000);
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(start), noise], 'talk.wav'));
    host.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer }));
  }, header);
  const called = await untilSent;
  const files = new Set(
    called
      .filter(([file, at]) => file.startsWith('src/') && !drawing.has(at))
      .map(([file]) => file),
  );
  const onTheWay = [...files].filter((file) => !BESIDE.test(file)).sort();
  expect(onTheWay.length, onTheWay.join('\n')).toBeLessThanOrEqual(MOST_FILES);
});
