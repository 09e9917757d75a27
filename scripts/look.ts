/**
 * `npm run look`: pictures of every state at 360 and 1280 px, light and dark, into .cache/look, made with the
 * real demo in a real browser; with names, as `npm run look -- paused`, only of those; with `--readme` also
 * docs/picture.png.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import type { Fault } from '../demo/sandbox/index.js';
import { startDemo } from '../demo/server.js';
import type { AudioTranscribe } from '../src/index.js';
import { findChrome } from './find-browser.mjs';

const folder = fileURLToPath(new URL('../.cache/look/', import.meta.url));
const picture = fileURLToPath(new URL('../docs/picture.png', import.meta.url));

const element = (page: Page) => page.locator('audio-transcribe');
const reach = (page: Page, state: string): Promise<void> =>
  element(page)
    .and(page.locator(`[state="${state}"]`))
    .waitFor({ timeout: 30_000 });
const pick = (page: Page, file: string): Promise<void> =>
  page.locator(`[data-sample="${file}"]`).click();

/** Lets pieces of the upload through only when told: what is quick here must hold still for a picture. */
const holdStorage = async (page: Page): Promise<() => Promise<void>> => {
  let pieces = 0;
  const pattern = (url: URL): boolean => url.port !== new URL(page.url()).port;
  await page.route(pattern, (route) =>
    route.request().method() === 'PUT' && ++pieces > 2 ? undefined : route.continue(),
  );
  return () => page.unroute(pattern);
};

/** Leaves an interrupted upload behind whose recording is not in this browser. */
const keepRecord = (): Promise<void> =>
  new Promise((resolve) => {
    const asked = indexedDB.open('audio-transcribe');
    asked.onsuccess = () => {
      const size = 1_240_000_000;
      const ChunkSize = 10_000_000;
      const parts = Array.from({ length: size / ChunkSize }, (_, index) => index + 1);
      const name = 'Hearing of the committee on the new harbour, second day.wav';
      const facts = { name, size, fileType: 'wav', durationSeconds: 7_000, lastModifiedMs: 1 };
      const Parts = parts
        .slice(78)
        .map((PartNumber) => ({ PartNumber, PresignedUrl: 'https://storage.test/x' }));
      const job = {
        version: 2,
        id: 'x',
        scope: '',
        savedAtMs: Date.now(),
        title: name,
        source: { kind: 'file' },
        facts: { options: {}, facts, plan: { FileId: 'f', UploadId: 'u', ChunkSize, Parts } },
        etags: parts.slice(0, 78).map((part) => [part, '"e"']),
      };
      const transaction = asked.result.transaction('jobs', 'readwrite');
      transaction.objectStore('jobs').put(job, 'x');
      transaction.oncomplete = () => {
        asked.result.close();
        resolve();
      };
    };
  });

/** What a service that tells speakers apart sends: through the page's own `backend`. */
const showDiarized = async (page: Page): Promise<void> => {
  await element(page).evaluate((it: AudioTranscribe) => {
    const lines: readonly (readonly [string, number, number, string])[] = [
      ['S1', 200, 3_000, 'Good morning, parcel service, how can I help you?'],
      ['S2', 3_400, 7_900, 'Hello. My parcel was promised for Monday, and today is Thursday.'],
      ['S1', 8_300, 10_400, 'I am sorry to hear that.'],
      ['S1', 10_400, 12_700, 'What is the order number, please?'],
      ['S2', 13_000, 15_700, 'It is four seven one nine two six.'],
      ['S3', 24_700, 27_700, 'هنا المستودع. عن أي طرد تبحث؟'],
      ['S1', 28_000, 31_600, 'Order four seven one nine two six.'],
    ];
    const segments = lines.map(([speaker, start_ms, end_ms, text]) => ({
      speaker,
      start_ms,
      end_ms,
      text,
    }));
    const data = { text: '', language: 'en', duration: 45, segments };
    const answer = { transcription_id: 'x', status: 'SUCCESS', data };
    it.backend = { submit: () => Promise.resolve(answer), query: () => Promise.resolve(answer) };
    it.audioSrc = '/demo/samples/conversation.mp3';
    it.transcriptionId = 'x';
  });
  await reach(page, 'ready');
};

const openLineMenu = async (page: Page, index: number): Promise<void> => {
  await element(page).locator(`[data-index="${index}"]`).hover();
  await element(page).locator('[part~="segment-menu-button"]').click();
};

/** Each state, from a fresh page to the moment of its picture. */
const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  idle: async () => undefined,
  dragging: async (page) => {
    await element(page).evaluate((it: AudioTranscribe) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'talk.mp3'));
      it.dispatchEvent(new DragEvent('dragenter', { dataTransfer }));
    });
  },
  interrupted: async (page) => {
    await pick(page, 'interview.m4a');
    await reach(page, 'transcribing');
    await page.reload();
    await element(page).locator('[part~="offer"]').waitFor();
  },
  /** Its file was too large to keep, and has to be picked again: a record as the element leaves it. */
  'offer-pick': async (page) => {
    await page.evaluate(keepRecord);
    await page.reload();
    await element(page).locator('[part~="offer-details"]').waitFor();
  },
  'offer-problem': async (page) => {
    await page.evaluate(keepRecord);
    await page.reload();
    const chooser = page.waitForEvent('filechooser');
    await element(page).locator('[part~="accept-button"]').click();
    const buffer = Buffer.from('RIFF');
    await (await chooser).setFiles({ name: 'other.wav', mimeType: 'audio/wav', buffer });
    await element(page).locator('[part~="offer-problem"]:not([hidden])').waitFor();
  },
  'offer-elsewhere': async (page) => {
    await page.evaluate(keepRecord);
    await page.evaluate(() => {
      void navigator.locks.request('audio-transcribe:x', () => new Promise(() => undefined));
      const channel = new BroadcastChannel('audio-transcribe');
      channel.postMessage(null);
      channel.close();
    });
    await element(page).locator('[part~="offer"]').waitFor();
  },
  waiting: async (page) => {
    await element(page).evaluate((it: AudioTranscribe) => (it.manualStart = true));
    await pick(page, 'conversation.mp3');
    await element(page).locator('[part~="start-button"]').waitFor();
  },
  uploading: async (page) => {
    await holdStorage(page);
    await pick(page, 'conversation.mp3');
    await reach(page, 'uploading');
    await page.waitForTimeout(1_200);
  },
  /** One piece fails again and again while others are on their way. */
  'uploading-retry': async (page) => {
    misbehave(
      { name: 'status', at: 'part', part: 3, status: 500, times: 'always' },
      ...[4, 5, 6].map((part): Fault => ({ name: 'no-answer', at: 'part', part, times: 'always' })),
    );
    await pick(page, 'conversation.mp3');
    await element(page).locator('[part~="details"]', { hasText: 'third try' }).waitFor();
  },
  retrying: async (page) => {
    misbehave({ name: 'reset-at-once', at: 'part', nth: 4, times: 'always' });
    await pick(page, 'conversation.mp3');
    await element(page).locator('[part~="phase"]', { hasText: 'Trying again' }).waitFor();
  },
  offline: async (page) => {
    let pieces = 0;
    await page.route(/\/uploads\//, async (route) => {
      if (route.request().method() !== 'PUT' || ++pieces < 3) return route.continue();
      await page.context().setOffline(true);
      return route.abort();
    });
    await pick(page, 'conversation.mp3');
    await element(page).locator('[part~="phase"]', { hasText: 'Offline' }).waitFor();
  },
  /** A disk that is full. */
  unkept: async (page) => {
    await page.evaluate(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    });
    await holdStorage(page);
    await pick(page, 'conversation.mp3');
    await element(page).locator('[part~="hint"]', { hasText: 'nothing be stored' }).waitFor();
  },
  'file-changed': async (page) => {
    await element(page).evaluate((it: AudioTranscribe) => {
      const file = new File(['RIFF'], 'interview with the harbour master.wav');
      file.slice = () => {
        throw new DOMException('The file could not be read.', 'NotReadableError');
      };
      it.selectFile(file);
    });
    await reach(page, 'failed');
  },
  paused: async (page) => {
    await holdStorage(page);
    await pick(page, 'conversation.mp3');
    await reach(page, 'uploading');
    await page.waitForTimeout(600);
    await element(page).evaluate((it: AudioTranscribe) => it.pause());
    await reach(page, 'paused');
  },
  transcribing: async (page) => {
    await pick(page, 'conversation.mp3');
    await reach(page, 'transcribing');
    await page.waitForTimeout(400);
  },
  failed: async (page) => {
    await element(page).evaluate((it: AudioTranscribe) =>
      it.selectFile(new File(['%PDF-1.7'], 'minutes of the meeting.pdf')),
    );
    await reach(page, 'failed');
  },
  'failed-retry': async (page) => {
    await element(page).evaluate((it: AudioTranscribe) => (it.serviceUrl = 'http://127.0.0.1:9'));
    await element(page).evaluate((it: AudioTranscribe) => {
      it.fetchToken = () => Promise.reject(new Error('signed out'));
    });
    await pick(page, 'interview.m4a');
    await reach(page, 'failed');
  },
  ready: async (page) => {
    await pick(page, 'conversation.mp3');
    await reach(page, 'ready');
    await element(page).evaluate((it: AudioTranscribe) => it.seek(9_000));
    await page.waitForTimeout(500);
  },
  diarized: async (page) => {
    await showDiarized(page);
    await element(page).evaluate((it: AudioTranscribe) => it.seek(11_000));
    await page.waitForTimeout(700);
  },
  search: async (page) => {
    await showDiarized(page);
    await element(page).locator('[part~="search-field"]').fill('order');
    await page.waitForTimeout(300);
  },
  'search-none': async (page) => {
    await showDiarized(page);
    await element(page).locator('[part~="search-field"]').fill('harbour');
  },
  'line-menu': async (page) => {
    await showDiarized(page);
    await openLineMenu(page, 1);
  },
  'correct-text': async (page) => {
    await showDiarized(page);
    await openLineMenu(page, 1);
    await element(page).locator('[data-item="correct"]').click();
  },
  'change-speaker': async (page) => {
    await showDiarized(page);
    await openLineMenu(page, 1);
    await element(page).locator('[data-item="speaker"]').click();
    await element(page).locator('[part~="speaker-field"]').fill('S1');
  },
  corrected: async (page) => {
    await showDiarized(page);
    await element(page).evaluate((it: AudioTranscribe) => {
      it.edit({ kind: 'rename-speaker', from: 'S1', to: 'Anna Berg' });
      it.edit({ kind: 'rename-speaker', from: 'S3', to: 'المستودع' });
      it.undo();
    });
    await page.waitForTimeout(300);
  },
};

/** Those named on the command line, else all. */
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const asked = Object.entries(states).filter(([name]) => names.length === 0 || names.includes(name));

const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-look-'));
const demo = await startDemo({
  target: { kind: 'sandbox' },
  port: 0,
  sandbox: { directory, chunkSize: () => 64 * 1024 },
});
const misbehave = (...faults: readonly Fault[]): void => demo.backend.sandbox?.faults.set(faults);
const browser = await chromium.launch(await findChrome());
await mkdir(folder, { recursive: true });
try {
  for (const width of [360, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [name, reachState] of asked) {
        misbehave();
        // High enough for all of the element: what lies out of sight is not drawn.
        const page = await browser.newPage({ viewport: { width, height: 1400 }, colorScheme });
        // tsx wraps functions with a helper that a page does not have.
        await page.addInitScript('globalThis.__name = (it) => it');
        page.on('pageerror', (error) => console.error(name, error.message));
        await page.goto(demo.url);
        await page.locator('.sample').first().waitFor();
        await reachState(page);
        await page.screenshot({
          path: `${folder}${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
        if (name === 'ready' && width === 1280 && process.argv.includes('--readme')) {
          if (colorScheme === 'light') await element(page).screenshot({ path: picture });
        }
        await page.close();
      }
    }
  }
  console.log(`Pictures of ${asked.length} states are in .cache/look.`);
} finally {
  await browser.close();
  await demo.close();
  await rm(directory, { recursive: true, force: true });
}
