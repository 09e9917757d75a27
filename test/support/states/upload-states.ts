/** States from choosing a file to the transcript, with errors. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Fault } from '../../../demo/sandbox/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { setDiskFull } from '../full-disk.js';
import { toMatroska } from '../matroska.js';
import { button, element, holdQueries, pick, reach, type ReachState } from './page.js';

/** Holds parts of the upload until released, so that a screenshot can be taken of a short state. */
const holdStorage = async (page: Page): Promise<() => Promise<void>> => {
  let pieces = 0;
  const pattern = (url: URL): boolean => url.port !== new URL(page.url()).port;
  await page.route(pattern, (route) =>
    route.request().method() === 'PUT' && ++pieces > 2 ? undefined : route.continue(),
  );
  return () => page.unroute(pattern);
};

/** Resolves once the first bytes of the recording are sent. */
const someSent = (page: Page): Promise<void> =>
  element(page).evaluate(async (it: AudioTranscribe) => {
    while ((it.progress.sentBytes ?? 0) === 0) await new Promise(requestAnimationFrame);
    await it.updateComplete;
  });

/** Leaves an interrupted upload whose recording is not stored in this browser. */
const keepRecord = async (): Promise<void> => {
  // The demo's handler returns a scope for its user.
  const answer = await fetch('/api/transcribe/user-token', { method: 'POST' });
  const { userKey } = (await answer.json()) as { readonly userKey: string };
  await new Promise<void>((resolve) => {
    const asked = indexedDB.open('audio-transcribe');
    asked.onsuccess = () => {
      const size = 1_240_000_000;
      const ChunkSize = 10_000_000;
      const parts = Array.from({ length: size / ChunkSize }, (_, index) => index + 1);
      const name = 'Hearing of the committee on the new harbour, second day.wav';
      const file = { name, size, fileType: 'wav', durationSeconds: 7_000, lastModifiedMs: 1 };
      const Parts = parts
        .slice(78)
        .map((PartNumber) => ({ PartNumber, PresignedUrl: 'https://storage.test/x' }));
      const record = {
        version: 4,
        id: 'x',
        scope: `user:${userKey}`,
        savedAtMs: Date.now(),
        title: name,
        source: { kind: 'file' },
        job: {
          options: {},
          file,
          plan: { FileId: 'f', UploadId: 'u', ChunkSize, Parts },
          hashPoint: {
            bytes: 78 * ChunkSize,
            md5: '0'.repeat(32),
            state: { engine: 'wasm', bytes: new Uint8Array(8) },
          },
        },
        etags: parts.slice(0, 78).map((part) => [part, '"e"']),
      };
      const transaction = asked.result.transaction('jobs', 'readwrite');
      transaction.objectStore('jobs').put(record, 'x');
      transaction.oncomplete = () => {
        asked.result.close();
        resolve();
      };
    };
  });
};

/**
 * Chooses an AIFF file of two hours, whose conversion takes longer than all screenshots. It is small enough for a browser
 * that keeps it in memory.
 */
const convertLongFile = (page: Page): Promise<void> =>
  element(page).evaluate((it: AudioTranscribe) => {
    const [channels, bits, rate, seconds] = [1, 16, 8_000, 7_200];
    const header = new DataView(new ArrayBuffer(54));
    const text = (at: number, value: string): void =>
      [...value].forEach((letter, index) => header.setUint8(at + index, letter.charCodeAt(0)));
    const data = rate * seconds * channels * (bits / 8);
    text(0, 'FORM');
    header.setUint32(4, data + 46);
    text(8, 'AIFFCOMM');
    header.setUint32(16, 18);
    header.setUint16(20, channels);
    header.setUint32(22, rate * seconds);
    header.setUint16(26, bits);
    header.setUint16(28, 0x400b);
    header.setUint16(30, 0xfa00);
    text(38, 'SSND');
    header.setUint32(42, data + 8);
    const second = new Uint8Array(rate * channels * (bits / 8));
    const parts = new Array<Uint8Array<ArrayBuffer>>(seconds).fill(second);
    it.selectFile(new File([header, ...parts], 'Interview with the harbour master.aiff'));
  });

/** `misbehave` sets the faults of the demo's sandbox. */
export const createUploadStates = (
  misbehave: (...faults: readonly Fault[]) => void,
): Readonly<Record<string, ReachState>> => ({
  idle: async () => undefined,
  dragging: async (page) => {
    await element(page).evaluate((it: AudioTranscribe) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'talk.mp3'));
      it.dispatchEvent(new DragEvent('dragenter', { dataTransfer }));
    });
  },
  interrupted: async (page) => {
    await holdQueries(page);
    await pick(page, 'interview.m4a');
    await reach(page, 'transcribing');
    await page.goto(page.url());
    await element(page).locator('[part~="offer"]').waitFor();
  },
  /** A stored job, as the element leaves it, whose file was too large to store and must be picked again. */
  'offer-pick': async (page) => {
    await page.evaluate(keepRecord);
    await page.reload();
    await element(page)
      .getByText(/uploaded$/)
      .waitFor();
  },
  'offer-problem': async (page) => {
    await page.evaluate(keepRecord);
    await page.reload();
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Choose the file again').click();
    const buffer = Buffer.from('RIFF');
    await (await chooser).setFiles({ name: 'other.wav', mimeType: 'audio/wav', buffer });
    await element(page).getByRole('alert').waitFor();
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
    await button(page, 'Start').waitFor();
  },
  converting: async (page) => {
    await convertLongFile(page);
    await element(page)
      .getByText(/^[1-9]\d?%$/)
      .waitFor();
  },
  /** A file with two audio tracks, which waits for the start. */
  converted: async (page) => {
    await element(page).evaluate((it: AudioTranscribe) => (it.manualStart = true));
    const sample = await readFile(new URL('../../../demo/samples/interview.m4a', import.meta.url));
    const video = await toMatroska(new Uint8Array(sample), ['eng', 'deu']);
    await element(page)
      .locator('input[type=file]')
      .setInputFiles({
        ...{ name: 'holiday.mkv', mimeType: 'video/x-matroska', buffer: Buffer.from(video) },
      });
    await button(page, 'Start').waitFor();
  },
  'convert-failed': async (page) => {
    const buffer = Buffer.from(`#!AMR\n${'x'.repeat(64)}`);
    const file = { name: 'voice message.amr', mimeType: 'audio/amr', buffer };
    await element(page).locator('input[type=file]').setInputFiles(file);
    await reach(page, 'failed');
  },
  uploading: async (page) => {
    await holdStorage(page);
    await pick(page, 'conversation.mp3');
    await someSent(page);
  },
  /** One part fails repeatedly while others are in flight. */
  'uploading-retry': async (page) => {
    misbehave(
      { name: 'status', at: 'part', part: 3, status: 500, times: 'always' },
      ...[4, 5, 6].map((part): Fault => ({ name: 'no-answer', at: 'part', part, times: 'always' })),
    );
    await pick(page, 'conversation.mp3');
    // The delay before each attempt is random, so the third may be over when the state is checked.
    await element(page)
      .locator('[part~="details"]', { hasText: /attempt [3-6]/ })
      .waitFor();
  },
  retrying: async (page) => {
    misbehave({ name: 'reset-at-once', at: 'part', nth: 4, times: 'always' });
    await pick(page, 'conversation.mp3');
    await element(page).getByText('Connection interrupted', { exact: true }).waitFor();
  },
  offline: async (page) => {
    let pieces = 0;
    await page.route(/\/uploads\//, async (route) => {
      if (route.request().method() !== 'PUT' || ++pieces < 3) return route.continue();
      await page.context().setOffline(true);
      return route.abort();
    });
    await pick(page, 'conversation.mp3');
    await element(page).getByText('You’re offline', { exact: true }).waitFor();
  },
  unkept: async (page) => {
    await page.evaluate(setDiskFull, 'request' as const);
    await holdStorage(page);
    await pick(page, 'conversation.mp3');
    await element(page).locator('[part~="hint"]', { hasText: 'save progress' }).waitFor();
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
    await someSent(page);
    await element(page).evaluate((it: AudioTranscribe) => it.pause());
    await reach(page, 'paused');
  },
  transcribing: async (page) => {
    await holdQueries(page);
    await pick(page, 'conversation.mp3');
    await reach(page, 'transcribing');
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
});
