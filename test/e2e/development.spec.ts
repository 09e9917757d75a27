/** `npx vite` in a fresh clone, while its files are changed. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AudioTranscribe } from '../../src/index.js';
import { cache, root } from '../../scripts/paths.mjs';
import { PAGES } from '../../vite.config.js';
import { expect, test, type Page } from './test.js';
import { element } from './demo.js';

let clone: string;
let vite: ChildProcess;
let output = '';
let url = '';

test.beforeAll(async () => {
  await mkdir(cache, { recursive: true });
  // On the same disk, because of the hard links.
  clone = await mkdtemp(join(cache, 'clone-'));
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const deleted = ['ls-files', '--deleted', '-z'];
  const filesOf = (list: readonly string[]): readonly string[] =>
    execFileSync('git', [...list], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean);
  const gone = new Set(filesOf(deleted));
  for (const file of filesOf(listed).filter((it) => !gone.has(it))) {
    await mkdir(join(clone, dirname(file)), { recursive: true });
    await cp(join(root, file), join(clone, file));
  }
  execFileSync('cp', ['-al', join(root, 'node_modules'), clone]);

  vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
    cwd: clone,
    env: {
      ...process.env,
      PORT: '0',
      XDG_STATE_HOME: join(clone, '.cache/state'),
      FORCE_COLOR: undefined,
      NO_COLOR: '1',
    },
  });
  for (const stream of [vite.stdout, vite.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await expect
    .poll(() => {
      [url = ''] = /http:\/\/127\.0\.0\.1:\d+\//.exec(output) ?? [];
      return vite.exitCode === null ? url : output;
    })
    .not.toBe('');
});

test.afterAll(async () => {
  const ended = vite.exitCode === null ? once(vite, 'close') : null;
  vite.kill('SIGINT');
  await ended;
  await rm(clone, { recursive: true });
});

/** Changes a file, as an editor does. */
const change = async (file: string, from: string, to: string): Promise<void> => {
  const path = join(clone, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
};

const example = 'Good afternoon, you are speaking with Maya.';

/** Resolves with the number of times that the page is loaded from now on. */
const countLoads = (page: Page): (() => number) => {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
};

/** Corrects the first line. */
const correct = async (it: AudioTranscribe): Promise<void> => {
  it.edit({ kind: 'correct-text', segment: 0, text: 'A corrected line.' });
  await it.updateComplete;
};
const textOf = (it: AudioTranscribe): string | undefined => it.transcript?.text;

const settings = async (): Promise<{ serviceUrl: string; backendUrl: string }> =>
  (await (await fetch(`${url}settings.json`)).json()) as never;

test('a fresh clone: the page is loaded once, although nothing was prepared', async ({ page }) => {
  const loads = countLoads(page);
  await page.goto(url);
  await expect(page.getByText(example)).toBeVisible();
  await page.getByRole('tab', { name: 'Pull the plug' }).click();
  await expect(page.getByRole('button', { name: 'Show me' })).toBeEnabled();
  expect(loads()).toBe(1);
  expect(output).not.toContain('dependencies optimized');
});

test('every page can be opened, and has all its files', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.url()}: ${response.status()}`);
  });
  for (const path of PAGES) {
    await page.goto(url + path);
    // The script of the page has run.
    await expect(page.locator('body :not(:defined)')).toHaveCount(0);
  }
  expect(problems).toEqual([]);
  expect(output).not.toContain('dependencies optimized');
});

test('a changed colour of the reader is seen without a reload', async ({ page }) => {
  await page.goto(url);
  await expect(page.getByText(example)).toBeVisible();
  const loads = countLoads(page);
  await change(
    'src/reader/turns/segments.styles.ts',
    'css`',
    'css`\n  [part~="segment"] { color: rgb(1, 2, 3) !important; }',
  );
  const text = page.getByText(example);
  await expect(text).toHaveCSS('color', 'rgb(1, 2, 3)');
  await change('src/reader/turns/segments.styles.ts', 'rgb(1, 2, 3)', 'rgb(4, 5, 6)');
  await expect(text).toHaveCSS('color', 'rgb(4, 5, 6)');
  expect(loads()).toBe(0);
  await page.reload();
  await expect(text).toHaveCSS('color', 'rgb(4, 5, 6)');
});

test('changed code of the element: the page is reloaded, and shows the same example', async ({
  page,
}) => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Japanese' }).click();
  await expect(page.getByText('忘れ物センターでございます')).toBeVisible();
  await element(page).evaluate(correct);
  const loads = countLoads(page);
  await change('src/element/audio-transcribe.ts', '\n', '\ndocument.title = "Changed";\n');
  await expect(page).toHaveTitle('Changed');
  await expect(page.getByText('A corrected line.')).toBeVisible();
  expect(loads()).toBe(1);
});

test('changed code of the element: the visitor’s own transcript is shown again, with its sound', async ({
  page,
}) => {
  await page.goto(`${url}?tab=own`);
  await page.locator('[data-sample="voicemail.wav"]').click();
  const own = element(page);
  await expect(own).toHaveAttribute('state', 'ready');
  await own.evaluate(correct);
  const text = await own.evaluate(textOf);
  await change('src/element/audio-transcribe.ts', '"Changed"', '"Changed again"');
  await expect(page).toHaveTitle('Changed again');
  await expect(own).toHaveAttribute('state', 'ready');
  await expect.poll(() => own.evaluate(textOf)).toBe(text);
  await expect(own.getByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuetext',
    /11 seconds/,
  );
});

test('changed code of the element: the transcript of “Record yourself” is shown again', async ({
  page,
}) => {
  await page.goto(`${url}?tab=record`);
  const own = element(page).and(page.locator('#record-yourself'));
  await expect(page.getByText('Your voice stays in this browser')).toBeVisible();
  // As after a recording with the microphone.
  await own.evaluate(async (it: AudioTranscribe) => {
    const sample = await (await fetch('demo/samples/voicemail.wav')).blob();
    it.selectFile(new File([sample], 'voicemail.wav', { type: 'audio/wav' }));
  });
  await expect(own).toHaveAttribute('state', 'ready');
  const text = await own.evaluate(textOf);
  await change('src/element/settings.ts', '\n', '\ndocument.body.dataset["changed"] = "";\n');
  await expect(page.locator('body[data-changed]')).toBeAttached();
  await expect(own).toHaveAttribute('state', 'ready');
  expect(await own.evaluate(textOf)).toBe(text);
});

for (const [page, buttons] of [
  ['form.html', ['Use an example']],
  ['two.html', ['Use an example', 'استخدم مثالًا']],
  ['react/', ['Transcribe it']],
] as const) {
  test(`changed code of the element: the transcripts of ${page} are shown again`, async ({
    page: tab,
  }) => {
    await tab.goto(`${url}demo/${page}`);
    for (const name of buttons) await tab.getByRole('button', { name, exact: true }).click();
    const all = tab.locator('audio-transcribe');
    const ready = tab.locator('audio-transcribe[state="ready"]');
    await expect(ready).toHaveCount(buttons.length);
    await ready.first().evaluate(correct);
    const texts = () =>
      all.evaluateAll((them: AudioTranscribe[]) => them.map((it) => it.transcript?.text));
    const before = await texts();
    const loaded = tab.waitForEvent('load');
    await change('src/element/settings.ts', '\n', '\n// Changed.\n');
    await loaded;
    await expect(ready).toHaveCount(buttons.length);
    await expect.poll(texts).toEqual(before);
  });
}

test('changed code of the worker: it is generated again, and the page is reloaded', async ({
  page,
}) => {
  await page.goto(url);
  await expect(page.getByText(example)).toBeVisible();
  const loaded = page.waitForEvent('load');
  await change('src/worker.ts', '\n', '\nReflect.set(globalThis, "workerMark", 1);\n');
  await loaded;
  const worker = async (): Promise<string> =>
    (await page.request.get(`${url}src/hashing/audio-transcribe.worker.js`)).text();
  expect(await worker()).toContain('workerMark');
  // A mistake that only a new file mends.
  await change(
    'src/worker.ts',
    '\n',
    `\nimport { newPart } from './new-part.js';\nReflect.set(globalThis, 'a', newPart);\n`,
  );
  await expect.poll(() => output).toContain('Could not resolve "./new-part.js"');
  await writeFile(join(clone, 'src/new-part.ts'), 'export const newPart = "mended";\n');
  await expect.poll(worker).toContain('mended');
});

test('changed code of the backend: it is started again, and a mistake in it stops nothing', async () => {
  const { serviceUrl } = await settings();
  await change('demo/backend.ts', `'/api/transcribe'`, `'/api/elsewhere'`);
  const now = (backendUrl: string) => ({ serviceUrl, backendUrl });
  await expect.poll(settings).toMatchObject(now('/api/elsewhere'));
  await change('demo/backend.ts', `'/api/elsewhere'`, `'/api/mistake' +`);
  await expect.poll(() => output).toContain('demo/backend.ts:');
  expect(await settings()).toMatchObject(now('/api/elsewhere'));
  await change('demo/backend.ts', `'/api/mistake' +`, `'/api/transcribe'`);
  await expect.poll(settings).toMatchObject(now('/api/transcribe'));
});

test('a backend that throws at its start: the terminal has the place, and the next change mends it', async () => {
  const before = await settings();
  // The sandbox runs by then. It must be closed: its folder and its ports are used again.
  const line = 'const handlers = createSessionHandlers(';
  const mistake = `Reflect.get(null as never, 'a');\n  `;
  await change('demo/backend.ts', line, mistake + line);
  await expect.poll(() => output).toMatch(/at withSandbox \(.*\/demo\/backend\.ts:\d+:\d+\)/);
  expect((await fetch(`${url}settings.json`)).status).toBe(500);
  await change('demo/backend.ts', mistake, '');
  await expect.poll(async () => (await fetch(`${url}settings.json`)).status).toBe(200);
  expect(await settings()).toEqual(before);
});

test('a changed vite.config.ts: Vite restarts, with the same sandbox', async () => {
  const before = await settings();
  await change('vite.config.ts', '\n', '\n// Changed.\n');
  await expect.poll(() => output).toContain('server restarted');
  expect(await settings()).toEqual(before);
});

test('the strict page says that it needs the built scripts', async ({ page }) => {
  await page.goto(`${url}demo/csp.html`);
  await expect(page.getByRole('heading', { name: /^Strict policy/ })).toBeVisible();
  await expect(page.getByText('npm run preview')).toBeVisible();
});
