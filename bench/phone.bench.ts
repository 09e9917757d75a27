/** How fast the element is on a cheap phone: `npm run bench -- phone`, and the folders of older bundles to compare. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { findChrome } from '../scripts/find-browser.mjs';
import { interleave, median, rounded, type Bench, type Row } from './bench.js';
import {
  placeOf,
  prepareTranscript,
  settle,
  showTranscript,
  takeInteractions,
  timeUntilUsable,
  watchPage,
  type Interaction,
} from './phone-page.js';
import { makeTranscript } from './transcript-data.js';
import { watchTasks, type LongestTask } from './upload-tasks.js';

const ROUNDS = 3;
const SLOWER = 6;
const SEGMENTS = 3_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Bytes per second, and milliseconds. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
  latency: 150,
};
/** Events below 16 ms are not reported. */
const SHORTEST = 16;

const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<audio-transcribe no-storage></audio-transcribe>
<script type="module" src="/audio-transcribe.js"></script>`;

/** Serves a folder with the bundle as a CDN does, and the page. */
const serve = async (folder: string): Promise<Server> => {
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/') return void response.setHeader('content-type', 'text/html').end(html);
    readFile(join(folder, basename(new URL(url, 'http://127.0.0.1').pathname))).then(
      (file) =>
        response
          .writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' })
          .end(gzipSync(file)),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const openPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext(PHONE);
  await context.addInitScript('globalThis.__name = (it) => it');
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
};

/** Uses the reader like a person with a finger and a keyboard. */
const useReader = async (page: Page): Promise<readonly Interaction[]> => {
  const found: Interaction[] = [];
  const act = async (kind: string, act: () => Promise<void>): Promise<void> => {
    await settle(page);
    await takeInteractions(page);
    await act();
    await settle(page);
    const durations = await takeInteractions(page);
    for (const ms of durations.length > 0 ? durations : [SHORTEST]) found.push({ kind, ms });
  };
  const tap = async (kind: string, selector: string, last = false): Promise<void> => {
    await settle(page);
    const { x, y } = await placeOf(page, selector, last);
    await act(kind, () => page.touchscreen.tap(x, y));
  };
  const type = async (kind: string, text: string): Promise<void> => {
    for (const letter of text) await act(kind, () => page.keyboard.type(letter));
  };
  const TEXT = '.paragraph > .segment';

  for (const last of [true, false]) await tap('tap a line', TEXT, last);
  for (let time = 0; time < 2; time += 1) {
    await tap('open the menu of a line', '.row-menu');
    await act('close the menu', () => page.keyboard.press('Escape'));
  }
  await tap('open the search', '.tool[aria-label="Search the transcript"]');
  await type('search, a letter', 'committee');
  for (let time = 0; time < 4; time += 1)
    await act('next match', () => page.keyboard.press('Enter'));
  await page.evaluate(() => {
    const root = document.querySelector('audio-transcribe')?.shadowRoot;
    const scroller = root?.querySelector('.scroller');
    scroller?.scrollTo({ top: scroller.scrollHeight / 2, behavior: 'instant' });
  });
  for (const last of [true, false]) await tap('tap a line', TEXT, last);
  for (const name of ['Eve', 'Joe']) {
    await tap('open Rename', '.rename');
    await type('type a name', name);
    await tap('save the name', '.speaker-form .primary');
  }
  await tap('undo', '.tool[aria-label="Undo"]');
  await tap('redo', '.tool[aria-label="Redo"]');
  await tap('undo', '.tool[aria-label="Undo"]');
  for (let time = 0; time < 2; time += 1) {
    await tap('tap a line', TEXT, true);
    await tap('open the menu of a line', '.row-menu');
    await tap('open the editor', '[data-item="correct"]');
    await type('type in the editor', 'and so');
    await tap('save a paragraph', '.text-editor .primary + .button');
  }
  await tap('undo', '.tool[aria-label="Undo"]');
  for (const repair of ['delete', 'join']) {
    await tap('open the menu of a line', '.row-menu');
    await tap(`${repair} a line`, `[data-item="${repair}"]`);
    await tap('undo', '.tool[aria-label="Undo"]');
  }
  for (let time = 0; time < 2; time += 1) {
    await tap('tap a line', TEXT, true);
    await tap('open the menu of a line', '.row-menu');
    await tap('somebody else from here', '[data-item="from-here"]');
    await type('choose the speaker', '2');
    await act('close the editor', () => page.keyboard.press('Escape'));
    await tap('undo', '.tool[aria-label="Undo"]');
  }
  for (let time = 0; time < 2; time += 1) {
    await tap('open Export', '.button[aria-haspopup="dialog"]');
    await act('close Export', () => page.keyboard.press('Escape'));
  }
  return found;
};

interface Measured {
  readonly usable: number;
  readonly start: LongestTask;
  readonly arrival: LongestTask;
  readonly interactions: readonly Interaction[];
}

const transcript = makeTranscript(SEGMENTS, 'talk');

const measure = async (browser: Browser, server: Server): Promise<Measured> => {
  const page = await openPage(browser);
  try {
    const stopStart = await watchTasks(page);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const usable = await timeUntilUsable(page);
    await settle(page);
    const start = await stopStart();
    await prepareTranscript(page, transcript);
    await settle(page);
    const stopArrival = await watchTasks(page);
    await showTranscript(page);
    await settle(page);
    const arrival = await stopArrival();
    return { usable, start, arrival, interactions: await useReader(page) };
  } finally {
    await page.context().close();
  }
};

const percentile98 = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.ceil(figures.length * 0.98) - 1] ?? NaN;

/** Figures of one bundle: the last percentile and the worst, of one kind of interaction or of all. */
const interactionRow = (kind: string, found: readonly Interaction[]): Row => {
  const durations = found.filter((one) => kind === 'all' || one.kind === kind).map(({ ms }) => ms);
  return {
    interaction: kind,
    count: durations.length,
    'median, ms': rounded(median(durations), 0),
    '98th percentile, ms': rounded(percentile98(durations), 0),
    'worst, ms': rounded(Math.max(...durations), 0),
  };
};

const loadNow = (): string => loadavg()[0]?.toFixed(1) ?? '';

/** The words after the name are folders of other bundles, which are measured in the same rounds. */
const phoneBench: Bench = async function* (others) {
  const before = loadNow();
  const folders = [new URL('../dist/cdn', import.meta.url).pathname, ...others];
  const servers = await Promise.all(folders.map(serve));
  const browser = await chromium.launch(await findChrome());
  const ways = Object.fromEntries(
    servers.map((server, at) => [folders[at] ?? '', () => measure(browser, server)]),
  );
  const measureAll = async (): Promise<ReadonlyMap<string, readonly Measured[]>> => {
    try {
      return await interleave(ROUNDS, ways);
    } finally {
      await browser.close();
      for (const server of servers) server.close();
    }
  };
  const results = await measureAll();
  const load = `load ${before} to ${loadNow()}`;
  const figure = (folder: string, of: (one: Measured) => number): number =>
    rounded(median((results.get(folder) ?? []).map(of)), 0);
  yield {
    title: `Starting on a phone, ${SLOWER} times slower, slow 4G; medians of ${ROUNDS}, ${load}`,
    rows: folders.map((folder) => ({
      bundle: folder,
      'drop zone usable, ms': figure(folder, ({ usable }) => usable),
      'longest task, ms': figure(folder, ({ start }) => start.wall),
      'CPU ms': figure(folder, ({ start }) => start.cpu),
      'transcript arrives: longest task, ms': figure(folder, ({ arrival }) => arrival.wall),
      'CPU, ms': figure(folder, ({ arrival }) => arrival.cpu),
    })),
  };
  for (const folder of folders) {
    const found = (results.get(folder) ?? []).flatMap(({ interactions }) => interactions);
    const kinds = [...new Set(found.map(({ kind }) => kind)), 'all'];
    yield {
      title: `Interactions with ${SEGMENTS} segments until the next frame, ${folder}, ${load}`,
      rows: kinds.map((kind) => interactionRow(kind, found)),
    };
  }
};

export default phoneBench;
