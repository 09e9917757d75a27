/** Tabs that the browser itself duplicates, discards, or opens again after they were closed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test as base, watched, type Page, type Worker } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { findChrome, findFullChrome } from '../../scripts/find-browser.mjs';
import {
  button,
  demoForTests,
  element,
  holdPieces,
  openDemo,
  pick,
  piece,
  piecesNoted,
  row,
  samplePath,
  states,
} from './demo.js';

/** What this file calls of the browser's interface for extensions. */
interface ExtensionBrowser {
  readonly tabs: {
    query(of: {
      readonly url: string;
      readonly active: boolean;
    }): Promise<readonly { readonly id: number }[]>;
    duplicate(id: number): Promise<unknown>;
    discard(id: number): Promise<{ readonly id: number }>;
    update(id: number, change: { readonly active: boolean }): Promise<unknown>;
  };
  readonly sessions: { restore(): Promise<unknown> };
}
declare const chrome: ExtensionBrowser;

const MANIFEST = {
  manifest_version: 3,
  name: 'Tabs',
  version: '1',
  permissions: ['tabs', 'sessions'],
  background: { service_worker: 'worker.js' },
};

/** Switches of Playwright under which no extension runs. */
const NOT_SWITCHED = ['--disable-extensions'];

const test = base.extend<{ extension: Worker }>({
  context: async ({ expectedError }, use) => {
    const executablePath = findFullChrome();
    if (executablePath === undefined)
      throw new Error(
        'A full Chromium is needed. Run scripts/setup/packages.sh, or set CHROME_PATH.',
      );
    const { args } = await findChrome();
    const folder = await mkdtemp(join(tmpdir(), 'audio-transcribe-extension-'));
    try {
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
      await writeFile(join(folder, 'worker.js'), '');
      const context = await chromium.launchPersistentContext('', {
        executablePath,
        ignoreDefaultArgs: NOT_SWITCHED,
        args: [...args, '--headless=new', `--load-extension=${folder}`],
      });
      try {
        await watched(context, use, expectedError);
      } finally {
        await context.close();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  extension: async ({ context }, use) =>
    use(context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))),
});

const demo = demoForTests({ recognizer: noRecognizer() });
const NAME = 'conversation.mp3';

/** The page that appears while this is done. */
const pageOf = async (page: Page, work: () => Promise<unknown>): Promise<Page> => {
  const opening = page.context().waitForEvent('page');
  await work();
  return opening;
};

/** The browser's id of the tab of this page. */
const tabOf = async (page: Page, extension: Worker): Promise<number> => {
  await page.bringToFront();
  return extension.evaluate(async (url) => {
    const [tab] = await chrome.tabs.query({ url, active: true });
    return tab?.id ?? 0;
  }, page.url());
};

const duplicate = async (page: Page, extension: Worker): Promise<Page> => {
  const tab = await tabOf(page, extension);
  return pageOf(page, () => extension.evaluate((id) => chrome.tabs.duplicate(id), tab));
};

/** Discards the tab as if memory was short, and shows it again. */
const discardAndShow = async (page: Page, extension: Worker): Promise<Page> => {
  const tab = await tabOf(page, extension);
  // The browser discards no tab that is shown.
  await page.context().newPage();
  return pageOf(page, () =>
    extension.evaluate(async (id) => {
      const discarded = await chrome.tabs.discard(id);
      await chrome.tabs.update(discarded.id, { active: true });
    }, tab),
  );
};

/** Closes the tab, and opens it again as “Reopen closed tab” does. */
const closeAndReopen = async (page: Page, extension: Worker): Promise<Page> => {
  await page.context().newPage();
  await page.close();
  return pageOf(page, () => extension.evaluate(() => chrome.sessions.restore()));
};

const pickSample = (page: Page, name: string): Promise<void> =>
  pick(page, /^(Choose a file|(Choose|Add) files)$/, samplePath(name));

/** What the service was asked for since. */
const asked = (since: number) => {
  const log = demo().sandbox.log.slice(since);
  return {
    submissions: log.filter(({ kind }) => kind === 'submit').length,
    uploads: log.filter(({ path }) => path.endsWith('/generate-presigned-urls')).length,
  };
};

/** Starts an upload. Its parts after the third are held until they are released. */
const beginUpload = async (page: Page): Promise<{ readonly letGo: () => void; since: number }> => {
  const since = demo().sandbox.log.length;
  await openDemo(page, demo().url);
  const letGo = await holdPieces(page.context(), demo().sandbox, 3);
  await pickSample(page, NAME);
  await piecesNoted(page, 3);
  return { letGo, since };
};

/** Starts an upload as `beginUpload`, and duplicates its tab. */
const beginAndDuplicate = async (page: Page, extension: Worker) => {
  const begun = await beginUpload(page);
  const copy = await duplicate(page, extension);
  await expect(piece(copy, 'offer')).toContainText('another tab');
  return { ...begun, copy };
};

test('what is paused in a tab does not go on by itself in its duplicate when the tab is closed', async ({
  page,
  extension,
}) => {
  const { letGo, since, copy } = await beginAndDuplicate(page, extension);
  await button(page, /^Pause/).click();
  await page.close();
  await expect(piece(copy, 'offer')).toContainText('Not finished yet');
  letGo();
  await copy.reload();
  await expect(button(copy, /^Continue/)).toBeVisible();
  await expect(element(copy)).not.toHaveAttribute('state');
  expect(asked(since)).toEqual({ submissions: 0, uploads: 1 });
  await button(copy, /^Continue/).click();
  await expect(element(copy)).toHaveAttribute('state', 'ready');
  expect(asked(since)).toEqual({ submissions: 1, uploads: 1 });
});

for (const [title, leave] of [
  ['is discarded and shown again', discardAndShow],
  ['is closed and opened again', closeAndReopen],
] as const)
  test(`an upload of a tab that ${title} goes on, and is paid once`, async ({
    page,
    extension,
  }) => {
    const { letGo, since } = await beginUpload(page);
    letGo();
    const again = await leave(page, extension);
    await expect(element(again)).toHaveAttribute('state', 'ready');
    expect(asked(since)).toEqual({ submissions: 1, uploads: 1 });
  });

test('a tab that is discarded beside its duplicate goes on in one of them, and is paid once', async ({
  page,
  extension,
}) => {
  const { letGo, since, copy } = await beginAndDuplicate(page, extension);
  letGo();
  const again = await discardAndShow(page, extension);
  await expect(element(again)).toHaveAttribute('state', 'ready');
  await expect(piece(copy, 'offer')).toHaveCount(0);
  expect(asked(since)).toEqual({ submissions: 1, uploads: 1 });
});

const openList = async (page: Page): Promise<void> => {
  await openDemo(page, demo().url, '&multiple=');
  await expect(button(page, 'Choose files')).toBeVisible();
};

test('a duplicate shows what is finished, and both tabs have a list of their own from then on', async ({
  page,
  extension,
}) => {
  const since = demo().sandbox.log.length;
  await openList(page);
  await pickSample(page, 'interview.m4a');
  await expect.poll(() => states(page)).toBe('interview.m4a ready');
  const copy = await duplicate(page, extension);
  await expect.poll(() => states(copy)).toBe('interview.m4a ready');
  await pickSample(copy, 'voicemail.wav');
  const lists = {
    [NAME]: `interview.m4a ready, ${NAME} ready`,
    'voicemail.wav': 'interview.m4a ready, voicemail.wav ready',
  };
  await expect.poll(() => states(copy)).toBe(lists['voicemail.wav']);
  await pickSample(page, NAME);
  await expect.poll(() => states(page)).toBe(lists[NAME]);
  await page.reload();
  await expect.poll(() => states(page)).toBe(lists[NAME]);
  const again = await discardAndShow(copy, extension);
  await expect.poll(() => states(again)).toBe(lists['voicemail.wav']);
  expect(asked(since).submissions).toBe(3);
});

test('a recording of a list that is paused before its tab is closed waits in the duplicate', async ({
  page,
  extension,
}) => {
  const since = demo().sandbox.log.length;
  await openList(page);
  await holdPieces(page.context(), demo().sandbox, 1);
  await pickSample(page, NAME);
  await piecesNoted(page, 1);
  const copy = await duplicate(page, extension);
  await expect(row(copy, NAME)).toContainText('In progress in another tab');
  await row(page, NAME)
    .getByRole('button', { name: /^Pause/ })
    .click();
  await page.close();
  await expect(row(copy, NAME)).not.toContainText('In progress in another tab');
  await copy.reload();
  await expect(row(copy, NAME).getByRole('button', { name: /^Continue/ })).toBeVisible();
  await expect.poll(() => states(copy)).toBe(`${NAME} interrupted`);
  expect(asked(since)).toEqual({ submissions: 0, uploads: 1 });
});
