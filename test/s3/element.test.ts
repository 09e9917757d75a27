/** The demo with a real S3 store in a real browser: the page sends its parts to the store. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { chromium } from '@playwright/test';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { startDemo } from '../../demo/server.js';
import { findChrome } from '../../scripts/find-browser.mjs';
import { sample } from '../support/sandbox-client.js';
import { startCeph } from './ceph.js';
import { longWav } from './long-wav.js';

test('S3: a page uploads to the store and gets its transcript', async (t) => {
  const ceph = await startCeph();
  t.after(() => ceph.stop());
  const { endpoint, region, ...credentials } = ceph.settings;
  const direct = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await direct.send(new CreateBucketCommand({ Bucket: 'demo' }));
  const directory = await mkdtemp(path.join(tmpdir(), 'audio-transcribe-s3-'));
  const s3 = { ...ceph.settings, bucket: 'demo' };
  const demo = await startDemo({
    target: { kind: 'sandbox' },
    port: 0,
    // The test does not check nine minutes of words.
    sandbox: { directory, s3, recognizer: noRecognizer() },
  });
  t.after(async () => {
    await demo.close();
    await rm(directory, { recursive: true, force: true });
  });
  const browser = await chromium.launch(await findChrome());
  t.after(() => browser.close());

  const page = await browser.newPage();
  const puts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(new URL(request.url()).origin);
  });
  await page.goto(`${demo.url}?tab=own`);
  const buffer = longWav(await sample('voicemail.wav'), 17_000_000);
  const uploaded = page.evaluate(
    () =>
      new Promise<{ md5: string; url: string }>((resolve) => {
        document.addEventListener('transcribe-uploaded', ({ file }) =>
          resolve({ md5: file.FileMd5, url: file.DownloadUrl }),
        );
      }),
  );
  const input = page.locator('audio-transcribe input[type="file"]');
  await input.setInputFiles({ name: 'long.wav', mimeType: 'audio/wav', buffer });
  const { md5, url } = await uploaded;
  assert.equal(md5, createHash('md5').update(buffer).digest('hex'));
  assert.deepEqual(
    puts,
    Array.from({ length: 4 }, () => endpoint),
  );
  const stored = Buffer.from(await (await fetch(url)).arrayBuffer());
  assert.ok(stored.equals(buffer));
  await page.locator('audio-transcribe[state="ready"]').waitFor();
});
