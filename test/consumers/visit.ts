/** Opens a consumer's page in Chromium and transcribes a recording. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { root } from '../../scripts/paths.mjs';
import type { AudioTranscribe } from '../../src/index.js';
import type { Consumer } from './consumers.js';
import { HOST } from './front.js';
import { LIMITS } from '../../scripts/limits.mjs';
import type { PolicyName } from './policies.js';

const RECORDING = join(root, 'demo/samples/conversation.mp3');

/** What a page's workers have reported, in the order of arrival. */
interface Seen {
  readonly complaints: string[];
  readonly workers: string[];
  readonly requests: string[];
  readonly engines: string[];
  readonly waveforms: string[];
}

/** Reports the messages of every worker that the page starts. */
const watchWorkers = (): void => {
  const page = globalThis as unknown as { reportWorker(message: unknown): void };
  window.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      this.addEventListener('message', ({ data }: MessageEvent<{ type?: string }>) => {
        if (data.type === 'done' || data.type === 'peaks-end') page.reportWorker(data);
      });
    }
  };
};

const watch = async (page: Page): Promise<Seen> => {
  const seen: Seen = { complaints: [], workers: [], requests: [], engines: [], waveforms: [] };
  page.on('worker', (worker) => seen.workers.push(worker.url()));
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  page.on('console', (message) => {
    const { url } = message.location();
    if (['error', 'warning'].includes(message.type()))
      seen.complaints.push(`${message.text()} ${url}`);
  });
  await page.exposeFunction(
    'reportWorker',
    (message: { type: string; engine?: string; end?: { kind: string } }) => {
      if (message.type === 'done') seen.engines.push(message.engine ?? '');
      else seen.waveforms.push(message.end?.kind ?? '');
    },
  );
  await page.addInitScript(watchWorkers);
  return seen;
};

const isWebAssemblyReport = (text: string): boolean => /WebAssembly|wasm/.test(text);

/** Throws with what is wrong. */
export const visit = async (
  browser: Browser,
  origin: string,
  consumer: Consumer,
  policy: PolicyName,
): Promise<void> => {
  const context = await browser.newContext();
  context.setDefaultTimeout(LIMITS.navigation);
  const page = await context.newPage();
  const seen = await watch(page);
  try {
    // The session that some apps read.
    await context.addCookies([{ name: 'session', value: 'user-ada', domain: HOST, path: '/' }]);
    await page.goto(origin + (consumer.path ?? '/'), { waitUntil: 'load' });
    const element = page.locator('audio-transcribe');
    const input = element.locator('input[type=file]');
    await input.setInputFiles(RECORDING);
    const ended = page.locator('audio-transcribe:is([state=ready], [state=failed])');
    await ended.waitFor();
    const failure = await element.evaluate((it: AudioTranscribe) => it.error?.message ?? null);
    assert.equal(failure, null);
    assert.equal(
      await element.evaluate((it: AudioTranscribe) => it.diarization),
      true,
      'a boolean property is set',
    );
    if (consumer.listens !== false) {
      await page.locator('output', { hasText: /^[1-9]\d* segments$/ }).waitFor();
    }

    // A hash of the page's main thread is not reported by a worker.
    const engine = policy === 'no-wasm' ? 'spark-md5' : 'hash-wasm';
    assert.deepEqual(seen.engines, [engine], 'a worker has hashed');
    while (seen.waveforms.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(seen.waveforms, ['read']);
    const own = consumer.worker === 'file' ? `${origin}/` : `blob:${origin}/`;
    assert.deepEqual(
      seen.workers.filter((url) => !url.startsWith(own)),
      [],
    );

    const before = seen.requests.length;
    const size = await element.evaluate(
      async (it: AudioTranscribe) => (await it.exportTranscript('docx')).size,
    );
    assert.ok(size > 1_000, 'a Word document is exported');
    const loaded = seen.requests.slice(before).filter((url) => /^http.*js/.test(url));
    assert.ok(loaded.length > 0, 'what writes exports is loaded when it is needed');

    const complaints = seen.complaints.filter(
      (text) => !(policy === 'no-wasm' && isWebAssemblyReport(text)),
    );
    const { warns } = consumer;
    assert.deepEqual(
      complaints.filter((text) => !warns?.test(text)),
      [],
    );
    if (warns) assert.equal(complaints.length, 1, 'one warning');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error([message, ...new Set(seen.complaints)].slice(0, 6).join('\n'), {
      cause: error,
    });
  } finally {
    await context.close();
  }
};
