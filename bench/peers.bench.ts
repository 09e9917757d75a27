import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Page } from '@playwright/test';
import { cache } from '../scripts/paths.mjs';
import { bundleCdn, ELEMENTS, firstLoadOf } from '../scripts/cdn.mjs';
import { interleave, median, rounded, type Bench, type Row, type Table } from './bench.js';
import { withChromium } from './browsers.js';
import { MEBIBYTE } from './files.js';
import type { Peer, PeersPage } from './peers-page.js';
import { withTempFolder } from './temp-folder.js';
import { withUploadHost } from './upload-host.js';
import { createRecording } from './upload-runner.js';

const folder = join(cache, 'peers');
const modules = join(folder, 'node_modules');
const VERSIONS = {
  ...{ '@uppy/core': '5.2.0', '@uppy/aws-s3': '5.1.0', '@uppy/dashboard': '5.1.1' },
  filepond: '4.32.12',
};

/** Installs the peers, so that nobody else who works on this package needs them. */
const install = (): void => {
  mkdirSync(folder, { recursive: true });
  const json = { private: true, dependencies: VERSIONS };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(json));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit' });
};

/** 50 Mbit/s, in bytes per second. */
const LINK = 50e6 / 8;
const SIZE = 100 * MEBIBYTE;
/** When the connection is lost or the page is loaded again, and for how long the connection is lost. In ms. */
const AFTER_MS = 6_000;
const LOST_MS = 10_000;

/** Odd, for the median. */
const ROUNDS = 3;

const PEERS = ['ours', 'Uppy', 'FilePond'] as const satisfies readonly Peer[];
const TROUBLES = ['none', 'lost', 'reload'] as const;
type Trouble = (typeof TROUBLES)[number];

/** What an upload took: seconds, MiB sent twice, and clicks. */
type Cost = readonly [seconds: number, twice: number, clicks: number];

/** The median, with the least and the most. */
const summary = (figures: readonly number[]): string => {
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)].map(
    (figure) => figure.toFixed(1),
  );
  return `${middle} (${least} to ${most})`;
};

const peers = (page: Page): Promise<PeersPage> =>
  page.evaluate(() => {
    const { doneAt, clicks } = (globalThis as unknown as { peersPage: PeersPage }).peersPage;
    return { doneAt, clicks, begin: undefined as never };
  });

const begin = (page: Page, peer: Peer, url: string, isContinued: boolean): Promise<void> =>
  page.evaluate(
    ([name, address, again]) =>
      (globalThis as unknown as { peersPage: PeersPage }).peersPage.begin(name, address, again),
    [peer, url, isContinued] as const,
  );

const uploads = (): Promise<Table> =>
  withTempFolder('peers-bench', (temporary) =>
    withUploadHost(temporary, (host) =>
      withChromium(
        { pageFile: 'peers-page.ts', profile: join(temporary, 'profile'), nodePaths: [modules] },
        async (open) => {
          const { path, ...recording } = await createRecording(temporary)(SIZE, 'random');
          const settings = {
            ...({ etags: 'md5', bytesPerSecond: LINK, faults: false, recording } as const),
          };
          const upload = async (peer: Peer, trouble: Trouble): Promise<Cost> => {
            await host.set(settings);
            const page = await open('/', path);
            const started = Date.now();
            let chosenAgain = 0;
            await begin(page, peer, host.url, false);
            if (trouble !== 'none') await sleep(AFTER_MS);
            if (trouble === 'lost') {
              // Playwright tells the page, but does not cut what is under way.
              await page.context().setOffline(true);
              host.lose(true);
              await sleep(LOST_MS);
              host.lose(false);
              await page.context().setOffline(false);
            } else if (trouble === 'reload') {
              await page.reload();
              if (peer !== 'ours') {
                await page.setInputFiles('input', path);
                // Open the dialog, and choose.
                chosenAgain = 2;
              }
              await begin(page, peer, host.url, peer === 'ours');
            }
            let state = await peers(page);
            // Ours asks for the file if the page was loaded again before the browser had copied it.
            const again = page.getByRole('button', { name: 'Choose the file again' });
            while (state.doneAt === null) {
              await sleep(50);
              state = await peers(page);
              if (peer === 'ours' && chosenAgain === 0 && (await again.isVisible())) {
                await page.setInputFiles('audio-transcribe input', path);
                chosenAgain = 2;
              }
            }
            const { receivedBytes, completed } = await host.set(settings);
            await page.close();
            if (completed !== 1) {
              throw new Error(
                `${peer}, ${trouble}: arrived ${completed} times, ${receivedBytes} bytes`,
              );
            }
            const twice = (receivedBytes - SIZE) / MEBIBYTE;
            return [(state.doneAt - started) / 1000, twice, state.clicks + chosenAgain];
          };
          const results = await interleave(
            ROUNDS,
            Object.fromEntries(
              PEERS.flatMap((peer) =>
                TROUBLES.map((trouble) => [`${peer} ${trouble}`, () => upload(peer, trouble)]),
              ),
            ),
          );
          const rows = PEERS.map((peer): Row => {
            const row: Record<string, string | number> = { upload: peer };
            for (const trouble of TROUBLES) {
              const costs = results.get(`${peer} ${trouble}`) ?? [];
              row[`${trouble}: s`] = summary(costs.map(([seconds]) => seconds));
              if (trouble === 'none') continue;
              row[`${trouble}: MiB twice`] = rounded(median(costs.map(([, twice]) => twice)), 1);
              row[`${trouble}: clicks`] = median(costs.map(([, , clicks]) => clicks));
            }
            return row;
          });
          return {
            title: `100 MiB at 50 Mbit/s; after 6 s lost for 10 s, or loaded again; medians of ${ROUNDS}`,
            rows,
          };
        },
      ),
    ),
  );

const gzipOf = async (contents: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    ...{ bundle: true, minify: true, format: 'esm', write: false, outdir: 'out' },
  });
  return outputFiles.reduce((sum, { contents: bytes }) => sum + gzipSync(bytes).length, 0);
};

const firstLoads = async (): Promise<Table> => {
  const [element] = ELEMENTS;
  if (element === undefined) throw new Error('there is no element');
  const filepond = "export { create } from 'filepond'; import 'filepond/dist/filepond.min.css';";
  const uppy = `export { default as Uppy } from '@uppy/core';
    export { default as AwsS3 } from '@uppy/aws-s3';
    export { default as Dashboard } from '@uppy/dashboard';
    import '@uppy/core/css/style.min.css';
    import '@uppy/dashboard/css/style.min.css';`;
  return {
    title: 'First load, bytes with gzip',
    rows: [
      { page: 'ours', bytes: firstLoadOf(await bundleCdn(element, { write: false })) },
      { page: 'Uppy: core, dashboard, aws-s3', bytes: await gzipOf(uppy) },
      { page: 'FilePond', bytes: await gzipOf(filepond) },
    ],
  };
};

/** Compares uploads with those of other packages, on one host in one run. Installs them from the npm registry. */
const peersBench: Bench = async function* () {
  install();
  yield await firstLoads();
  yield await uploads();
};

export default peersBench;
