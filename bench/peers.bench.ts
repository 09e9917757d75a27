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
import type { Faults } from './upload-faults.js';
import { withUploadHost, type HostSettings } from './upload-host.js';
import type { Bandwidth } from './upload-link.js';
import { createRecording } from './upload-runner.js';

const folder = join(cache, 'peers');
const modules = join(folder, 'node_modules');
const UPPY_6 = join(modules, 'uppy-6');
const VERSIONS = {
  ...{ '@uppy/core': '5.2.0', '@uppy/aws-s3': '5.1.0', '@uppy/dashboard': '5.1.1' },
  ...{ '@aws-sdk/client-s3': '3.1169.0', '@aws-sdk/lib-storage': '3.1169.0', filepond: '4.32.12' },
};
const VERSIONS_6 = { '@uppy/core': '6.3.1', '@uppy/aws-s3': '6.3.1', '@uppy/dashboard': '6.0.3' };

const installIn = (cwd: string, dependencies: Readonly<Record<string, string>>): void => {
  mkdirSync(cwd, { recursive: true });
  const json = { private: true, type: 'module', main: 'index.js', dependencies };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(json));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...options], { cwd, stdio: 'inherit' });
};

/** Installs the peers, so that nobody else who works on this package needs them. The two versions of Uppy are apart. */
const install = (): void => {
  installIn(folder, VERSIONS);
  installIn(UPPY_6, VERSIONS_6);
  const classes = { Uppy: '@uppy/core', AwsS3: '@uppy/aws-s3' };
  const lines = Object.entries(classes).map(
    ([name, from]) => `export { default as ${name} } from '${from}';`,
  );
  writeFileSync(join(UPPY_6, 'index.js'), lines.join('\n'));
};

/** When the connection is lost or the page is loaded again, and for how long the connection is lost. In ms. */
const AFTER_MS = 6_000;
const LOST_MS = 10_000;

/** Odd, for the median. */
const ROUNDS = 3;

const PEERS = [
  'ours',
  'Uppy 5',
  'Uppy 6',
  'AWS SDK',
  'FilePond',
] as const satisfies readonly Peer[];

interface Network {
  readonly mebibytes: number;
  /** In bytes per second. */
  readonly bandwidth: Bandwidth;
  readonly faults?: Faults;
  readonly trouble?: 'lost' | 'reload';
}

const [FAST, SLOW] = [50e6 / 8, 5e6 / 8];

const NETWORKS: Readonly<Record<string, Network>> = {
  loopback: { mebibytes: 100, bandwidth: null },
  '50 Mbit/s': { mebibytes: 100, bandwidth: FAST },
  '5 Mbit/s, one connection reset': { mebibytes: 25, bandwidth: SLOW, faults: 'one-reset' },
  'a line of 8, 1, 20 and 2 Mbit/s': { mebibytes: 25, bandwidth: 'phone' },
  '50 Mbit/s, lost for 10 s after 6 s': { mebibytes: 100, bandwidth: FAST, trouble: 'lost' },
  '50 Mbit/s, loaded again after 6 s': { mebibytes: 100, bandwidth: FAST, trouble: 'reload' },
};

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

/** Uploads of each peer over one network, in turn. */
const uploadsOver = (name: string, { mebibytes, bandwidth, faults, trouble }: Network) =>
  withTempFolder('peers-bench', (temporary) =>
    withUploadHost(temporary, (host) =>
      withChromium(
        { pageFile: 'peers-page.ts', profile: join(temporary, 'profile'), nodePaths: [modules] },
        async (open): Promise<Table> => {
          const size = mebibytes * MEBIBYTE;
          const { path, ...recording } = await createRecording(temporary)(size, 'random');
          const settings: HostSettings = {
            ...{ etags: 'md5', bandwidth, faults: faults ?? 'none', recording },
          };
          const upload = async (peer: Peer): Promise<Cost> => {
            await host.set(settings);
            const page = await open('/', path);
            const started = Date.now();
            let chosenAgain = 0;
            await begin(page, peer, host.url, false);
            if (trouble !== undefined) await sleep(AFTER_MS);
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
                `${peer}, ${name}: arrived ${completed} times, ${receivedBytes} bytes`,
              );
            }
            const twice = (receivedBytes - size) / MEBIBYTE;
            return [(state.doneAt - started) / 1000, twice, state.clicks + chosenAgain];
          };
          const results = await interleave(
            ROUNDS,
            Object.fromEntries(PEERS.map((peer) => [peer, () => upload(peer)])),
          );
          const rows = [...results].map(([peer, costs]): Row => ({
            upload: peer,
            s: summary(costs.map(([seconds]) => seconds)),
            'MiB twice': rounded(median(costs.map(([, twice]) => twice)), 1),
            clicks: median(costs.map(([, , clicks]) => clicks)),
          }));
          return { title: `${mebibytes} MiB, ${name}; medians of ${ROUNDS}`, rows };
        },
      ),
    ),
  );

const gzipOf = async (contents: string, resolveDir: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
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
  const sdk = `export { S3Client } from '@aws-sdk/client-s3';
    export { Upload } from '@aws-sdk/lib-storage';`;
  return {
    title: 'First load, bytes with gzip',
    rows: [
      { page: 'ours', bytes: firstLoadOf(await bundleCdn(element, { write: false })) },
      { page: 'Uppy 5: core, dashboard, aws-s3', bytes: await gzipOf(uppy, folder) },
      { page: 'Uppy 6: core, dashboard, aws-s3', bytes: await gzipOf(uppy, UPPY_6) },
      { page: 'AWS SDK: client-s3, lib-storage', bytes: await gzipOf(sdk, folder) },
      { page: 'FilePond', bytes: await gzipOf(filepond, folder) },
    ],
  };
};

/**
 * Compares uploads with those of other packages, on one host in one run. Installs them from the npm registry. A question
 * is the beginning of the name of a network: only that one.
 */
const peersBench: Bench = async function* (questions) {
  install();
  yield await firstLoads();
  for (const [name, network] of Object.entries(NETWORKS)) {
    const isAsked = questions.length === 0 || questions.some((each) => name.startsWith(each));
    if (isAsked) yield await uploadsOver(name, network);
  }
};

export default peersBench;
