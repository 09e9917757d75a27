/** Starts what all consumers of a run share: the service, a CDN and a browser. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { noRecognizer, startSandbox } from '../../demo/sandbox/index.js';
import { findChrome } from '../../scripts/find-browser.mjs';
import { execute, packInto } from '../package/consumer.js';
import type { World } from './check.js';
import { startFront } from './front.js';
import { keepTarball } from './project.js';

export const startWorld = async (): Promise<World & { close(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'consumers-'));
  const tarball = await keepTarball(await packInto(folder));
  await execute('tar', ['-xzf', tarball, '-C', folder, 'package/dist/cdn']);
  const cdn = await startFront({
    app: { folder: join(folder, 'package/dist/cdn') },
    handler: null,
    headers: { 'access-control-allow-origin': '*' },
  });
  const directory = join(folder, 'sandbox');
  const sandbox = await startSandbox({ directory, recognizer: noRecognizer() });
  const browser = await chromium.launch(await findChrome());
  return {
    ...{ sandbox, tarball, browser },
    cdn: cdn.origin.replace('app.', 'cdn.'),
    close: async () => {
      await browser.close();
      await sandbox.close();
      await cdn.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
