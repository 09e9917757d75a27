import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { WAV_HEADER_BYTES, wavHeader } from '../src/convert/pcm.js';
import { withChromium, withFirefox, type AnyPage } from './browsers.js';
import { MEBIBYTE, seededBytes, writeRepeated } from './files.js';
import { withTempFolder } from './temp-folder.js';
import {
  withUploadHost,
  type HostCounts,
  type HostSettings,
  type Recording,
  type UploadHost,
} from './upload-host.js';
import type { Contestant, PageResult, UploadPage } from './upload-page.js';

/** S3's minimum part size, and Uppy's default. */
const PART_SIZE = 5 * MEBIBYTE;

export interface UploadResult extends PageResult {
  readonly counts: HostCounts;
}

export interface RunOptions {
  /** Observes the page during an upload; the returned function is called after the upload. */
  readonly watch?: (page: Page) => Promise<() => Promise<void>>;
}

/** The environment of the uploads. */
export interface Stage {
  /** A recording of this many bytes: random ones, or the zeros of a sparse file. */
  recording(size: number, content: 'random' | 'sparse'): Promise<LocalRecording>;
  /** One upload in a new page. Throws if not all of it arrived. */
  upload(
    contestant: Contestant,
    recording: LocalRecording,
    settings: Omit<HostSettings, 'recording'>,
    options?: RunOptions,
  ): Promise<UploadResult>;
}

export interface LocalRecording extends Recording {
  readonly path: string;
}

/** A WAV header, also for files larger than it can describe. */
const waveHeader = (size: number): Uint8Array =>
  wavHeader(48_000, Math.min(size, 0xffff_ffff) - WAV_HEADER_BYTES, 2);

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** The hashes computed by Node, for comparison with the host and the page. */
const digest = async (path: string): Promise<Pick<Recording, 'md5' | 'partMd5s'>> => {
  const whole = createHash('md5');
  const partMd5s: string[] = [];
  const buffer = Buffer.alloc(PART_SIZE);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PART_SIZE, null);
      if (bytesRead === 0) break;
      const part = buffer.subarray(0, bytesRead);
      whole.update(part);
      partMd5s.push(md5Of(part));
    }
  } finally {
    await file.close();
  }
  return { md5: whole.digest('hex'), partMd5s };
};

export const createRecording =
  (folder: string): Stage['recording'] =>
  async (size, content) => {
    const path = join(folder, `${content}-${size / MEBIBYTE}.wav`);
    const bytes = content === 'random' ? seededBytes(16 * MEBIBYTE) : Buffer.alloc(0);
    if (content === 'random') await writeRepeated(path, size, bytes);
    const file = await open(path, content === 'random' ? 'r+' : 'w');
    await file.truncate(size);
    await file.write(waveHeader(size), 0, 44, 0);
    await file.close();
    return { path, size, partSize: PART_SIZE, ...(await digest(path)) };
  };

const uploadOnce =
  (host: UploadHost, openPage: (path: '/', file: string) => Promise<AnyPage>): Stage['upload'] =>
  async (contestant, { path, ...recording }, settings, { watch } = {}) => {
    const all = { ...settings, recording };
    const page = await openPage('/', path);
    // Only uploads in Chromium are watched.
    const stop = await watch?.(page as Page);
    await host.set(all);
    const result = await page.evaluate(
      ([name, url]) =>
        (globalThis as unknown as { uploadPage: UploadPage }).uploadPage.upload(name, url),
      [contestant, host.url] as const,
    );
    const counts = await host.set(all);
    await stop?.();
    await page.close();
    if (counts.completed !== 1) throw new Error(`${contestant} did not complete its upload`);
    return { ...result, counts };
  };

/** Runs work with a browser, a storage host and recordings, and removes all of them afterwards. */
export const withStage = <T>(
  work: (stage: Stage) => Promise<T>,
  browser: 'Chromium' | 'Firefox' = 'Chromium',
): Promise<T> =>
  withTempFolder('upload-bench', (folder) =>
    withUploadHost(folder, (host) => {
      const options = { pageFile: 'upload-page.ts', profile: join(folder, 'profile') };
      const within = browser === 'Chromium' ? withChromium : withFirefox;
      return within(options, (open) =>
        work({ recording: createRecording(folder), upload: uploadOnce(host, open) }),
      );
    }),
  );
