/** Copying and printing with the browser's own commands, under a strict policy. */
import { expect, test, type Page } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import { button, element } from './demo.js';
import { closePages, openPartnerPage } from './partner-page.js';

test.afterEach(closePages);

const SEGMENTS = 600;

const segments = Array.from({ length: SEGMENTS }, (_, at) => ({
  speaker: at % 5 < 3 ? 'Anna Berg' : 'Bob',
  start_ms: at * 6000,
  end_ms: at * 6000 + 5500,
  text: `Sentence number ${at}, and so it went on, day after day, until everybody had gone home.`,
}));

const task = {
  transcription_id: 'task-1',
  status: 'SUCCESS',
  data: { text: '', language: 'en', duration: SEGMENTS * 6, segments },
};

const script = `
  const element = document.createElement('audio-transcribe');
  element.backend = { submit: () => Promise.reject(new Error()), query: () => Promise.resolve(${JSON.stringify(task)}) };
  element.transcriptionId = 'task-1';
  document.body.append(element);
`;

/** A partner's page with a long transcript and a policy that allows only its own style and script files. */
const open = async (page: Page): Promise<{ readonly violations: string[] }> => {
  const violations: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (/Content.Security.Policy/i.test(text)) violations.push(text);
  });
  const scripts = ['app', 'partner'].map(
    (name) => `<script type="module" src="/${name}.js"></script>`,
  );
  const { url } = await openPartnerPage(
    () => `<!doctype html><title>Partner</title>${scripts.join('')}`,
    {
      headers: { 'content-security-policy': "default-src 'self'; style-src 'self'" },
      files: { '/partner.js': script },
    },
  );
  await page.goto(url);
  await expect(element(page)).toHaveAttribute('state', 'ready');
  // The reader is loaded by then or soon after.
  await element(page).locator('[part~="transcript"]').waitFor();
  return { violations };
};

const clipboard = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const types = item?.types ?? [];
    const texts = types.map(async (type) => [type, await (await item?.getType(type))?.text()]);
    return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
  });

/** Selects from a letter of one segment to a letter of another. */
const select = (
  page: Page,
  from: readonly [segment: number, letter: number],
  to: readonly [segment: number, letter: number],
): Promise<void> =>
  element(page).evaluate(
    (it: AudioTranscribe, { first, last }) => {
      const textOf = (segment: number): Node => {
        const text = it.renderRoot.querySelector(`[data-index="${segment}"]`)?.firstChild;
        if (!text) throw new Error('There is no such segment.');
        return text;
      };
      document
        .getSelection()
        ?.setBaseAndExtent(textOf(first[0]), first[1], textOf(last[0]), last[1]);
    },
    { first: from, last: to },
  );

test('copying by keyboard: a text within a segment is copied as plain words', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await select(page, [1, 0], [1, segments[1]?.text.length ?? 0]);
  await page.keyboard.press('ControlOrMeta+c');
  expect((await clipboard(page))['text/plain']).toBe(segments[1]?.text);
});

test('copying by keyboard: a selection is copied as turns', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await select(page, [2, 0], [3, segments[3]?.text.length ?? 0]);
  await page.keyboard.press('ControlOrMeta+c');
  const copied = await clipboard(page);
  expect(copied['text/plain']).toBe(
    `Anna Berg · 0:12\n${segments[2]?.text}\n\nBob · 0:18\n${segments[3]?.text}\n`,
  );
  expect(copied['text/html']).toContain('<strong dir="ltr">Bob</strong>');
});

test('copying from the menu: the whole transcript', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await button(page, 'Export').click();
  await button(page, 'Copy').click();
  await expect(
    element(page).locator('[part~="reader"]').getByText('Transcript copied'),
  ).toBeVisible();
  const copied = await clipboard(page);
  expect(copied['text/plain']).toContain(segments.at(-1)?.text);
  expect(copied['text/html']?.match(/<p /g)).toHaveLength(240);
});

test('printing the page: the whole transcript, without controls', async ({ page }) => {
  const { violations } = await open(page);
  const pages = async (): Promise<number> =>
    (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  // About 40 lines per page.
  expect(await pages()).toBeGreaterThan(15);
  await page.emulateMedia({ media: 'print' });
  const seen = await element(page).evaluate((it: AudioTranscribe) => {
    const shown = (selector: string): number =>
      [...it.renderRoot.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length;
    const scroller = it.renderRoot.querySelector('[role="article"]');
    return {
      texts: shown('[part~="segment"]'),
      times: shown('[part~="segment-time"]'),
      names: shown('[part~="turn"] [part~="speaker-name"]'),
      pressed: shown('button:not([part~="segment-time"]), input, select, audio'),
      hidden: (scroller?.scrollHeight ?? 0) - (scroller?.clientHeight ?? 0),
    };
  });
  expect(seen).toEqual({ texts: SEGMENTS, times: 240, names: 240, pressed: 0, hidden: 0 });
  expect(violations).toEqual([]);
});

test('printing a document works under a strict policy', async ({ page }) => {
  const { violations } = await open(page);
  await page.evaluate(() => {
    const { append } = Element.prototype;
    document.body.append = function (...nodes) {
      append.apply(document.body, nodes);
      const [frame] = nodes;
      // The dialog would block the test.
      if (frame instanceof HTMLIFrameElement && frame.contentWindow)
        frame.contentWindow.print = () => undefined;
    };
  });
  await button(page, 'Export').click();
  await button(page, 'Print').click();
  // The code that prints is loaded now.
  await expect.poll(() => page.mainFrame().childFrames().length).toBe(1);
  const [paper] = page.mainFrame().childFrames();
  if (!paper) throw new Error('There is no document to print.');
  const look = await paper.evaluate(() => {
    const style = (selector: string) =>
      getComputedStyle(document.querySelector(selector) ?? document.body);
    return {
      headings: document.querySelectorAll('h2').length,
      weight: style('.name').fontWeight,
      keeps: style('.heading').breakAfter,
      lines: style('.words').widows,
    };
  });
  expect(look).toEqual({ headings: 240, weight: '700', keeps: 'avoid', lines: '3' });
  expect(violations).toEqual([]);
});
