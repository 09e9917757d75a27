import { readdir, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { interleave, median, rounded, secondsOf, type Bench, type Row } from './bench.js';
import { AT_ONCE, completeUpload, planUpload, sendChunks } from './sandbox-client.js';
import { benchHour, benchRecognition } from './sandbox-recognition.js';
import { benchSpeakers } from './sandbox-speakers.js';
import { benchVisitors } from './sandbox-visitors.js';
import { startHost, type BenchHost, type HostRole, type HostUse } from './sandbox-hosts.js';
import { withTempFolder } from './temp-folder.js';

const MEBIBYTE = 1024 * 1024;
const ROUNDS = 7;
/** Bytes sent in each round of the first question. */
const ROUND_SIZE = 512 * MEBIBYTE;
/** Size of the second question's recording, in bytes. */
const LARGE = 2048 * MEBIBYTE;

interface Stage {
  /** The sandbox's chunk size. */
  readonly directory: string;
  readonly start: (role: HostRole) => Promise<BenchHost>;
  readonly agent: Agent;
}

const withStage = <T>(work: (stage: Stage) => Promise<T>): Promise<T> =>
  withTempFolder('bench-sandbox', async (directory) => {
    const hosts: BenchHost[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const start = async (role: HostRole): Promise<BenchHost> => {
      const host = await startHost(role, directory);
      hosts.push(host);
      return host;
    };
    try {
      return await work({ directory, start, agent });
    } finally {
      agent.destroy();
      for (const { end } of hosts) end();
    }
  });

/** Stored chunks would fill the disk, and the file system writes a replaced chunk out at once. */
const removeChunks = async (directory: string): Promise<void> => {
  const parts = join(directory, 'parts');
  const folders = (await readdir(parts)).map((name) => join(parts, name));
  for (const folder of [...folders, join(directory, 'bare')])
    for (const chunk of await readdir(folder)) await rm(join(folder, chunk));
};

interface Round {
  readonly seconds: number;
  /** Processor time of the host, in s. */
  readonly cpu: number;
}

/** a. The storage host compared with servers that do less, and with one that does the same with no overhead. */
const throughput = async ({ directory, start, agent }: Stage): Promise<readonly Row[]> => {
  const sandbox = await start('sandbox');
  const discard = await start('discard');
  const md5 = await start('md5');
  const store = await start('store');
  const round = async (host: BenchHost, elsewhere?: string): Promise<Round> => {
    const upload = await planUpload(sandbox, ROUND_SIZE);
    const before = await host.use();
    const seconds = await secondsOf(() => sendChunks(upload, agent, elsewhere));
    const after = await host.use();
    await removeChunks(directory);
    return { seconds, cpu: after.cpuSeconds - before.cpuSeconds };
  };
  const ways = {
    'bare: discards': () => round(discard, discard.url),
    'bare: MD5': () => round(md5, md5.url),
    'bare: MD5, disk': () => round(store, store.url),
    'the sandbox': () => round(sandbox),
  };
  // Warm-up: compilation is not measured.
  for (const warmUp of Object.values(ways)) await warmUp();
  const results = await interleave(ROUNDS, ways);
  // Compares consecutive rounds, which were affected by the same load on the machine.
  const ratio = (rounds: readonly Round[], to: string): number =>
    rounded(
      median(rounds.map(({ seconds }, at) => (results.get(to)?.[at]?.seconds ?? NaN) / seconds)),
    );
  return [...results].map(([host, rounds]) => {
    const speeds = rounds.map(({ seconds }) => ROUND_SIZE / MEBIBYTE / seconds);
    const cpu = median(rounds.map((it) => it.cpu));
    return {
      host,
      'MiB/s': Math.round(median(speeds)),
      'discards = 1': ratio(rounds, 'bare: discards'),
      'MD5 = 1': ratio(rounds, 'bare: MD5'),
      'MD5, disk = 1': ratio(rounds, 'bare: MD5, disk'),
      slowest: Math.round(Math.min(...speeds)),
      fastest: Math.round(Math.max(...speeds)),
      'host CPU, s/GiB': rounded((cpu * 1024 * MEBIBYTE) / ROUND_SIZE),
    };
  });
};

const inMebibytes = ({ now, peak }: HostUse): Row => ({
  'RSS, MiB': Math.round(now.rss / MEBIBYTE),
  'RSS, most': Math.round(peak.rss / MEBIBYTE),
  'heap, most': rounded(peak.heapUsed / MEBIBYTE, 1),
  'external, most': rounded(peak.external / MEBIBYTE, 1),
});

/** b. Memory of the sandbox's process for a recording of 2 GiB, quarter by quarter, and during its completion. */
const memory = async ({ start, agent }: Stage): Promise<readonly Row[]> => {
  const sandbox = await start('sandbox');
  const upload = await planUpload(sandbox, LARGE);
  await sandbox.use();
  const rows: Row[] = [{ after: 'the start', ...inMebibytes(await sandbox.use()) }];
  const { Parts } = upload.plan;
  const quarter = Math.ceil(Parts.length / 4);
  const sent = [];
  for (let part = 0; part < 4; part += 1) {
    const some = Parts.slice(part * quarter, (part + 1) * quarter);
    sent.push(...(await sendChunks({ ...upload, plan: { ...upload.plan, Parts: some } }, agent)));
    rows.push({ after: `${(part + 1) * 512} MiB`, ...inMebibytes(await sandbox.use()) });
  }
  await completeUpload(sandbox, upload, sent);
  rows.push({ after: 'the completion', ...inMebibytes(await sandbox.use()) });
  return rows;
};

const measured = (title: string, ask: (stage: Stage) => Promise<readonly Row[]>): Bench =>
  async function* () {
    yield { title, rows: await withStage(ask) };
  };

const QUESTIONS: Readonly<Record<string, Bench>> = {
  a: measured(
    `a. Chunks of 5 MiB, ${AT_ONCE} at a time, ${ROUND_SIZE / MEBIBYTE} MiB a round: ≥ 0.6 of a server that discards`,
    throughput,
  ),
  b: measured('b. The sandbox’s memory over a recording of 2 GiB: flat', memory),
  c: benchRecognition,
  d: benchHour,
  e: benchSpeakers,
  f: benchVisitors,
};

/**
 * The sandbox's storage host with MD5, to disk, over loopback, from another process; and the accuracy and speed of
 * its recognition, also for an hour of audio.
 */
const sandboxBench: Bench = async function* (questions) {
  const asked = questions.length === 0 ? Object.keys(QUESTIONS) : questions;
  for (const name of asked) {
    const question = QUESTIONS[name];
    if (question === undefined)
      throw new Error(
        `There is no question ${name}: ask some of ${Object.keys(QUESTIONS).join(', ')}.`,
      );
    yield* question([]);
  }
};

export default sandboxBench;
