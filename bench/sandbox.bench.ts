import { mkdir, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { interleave, median, rounded, secondsOf, type Bench, type Row } from './bench.js';
import { AT_ONCE, completeUpload, planUpload, sendChunks } from './sandbox-client.js';
import { startHost, type BenchHost, type HostUse } from './sandbox-hosts.js';
import { withTempFolder } from './temp-folder.js';

const MEBIBYTE = 1024 * 1024;
const ROUNDS = 7;
/** Of each round of the first question, in bytes. */
const ROUND_SIZE = 512 * MEBIBYTE;
/** Of the second question's recording, in bytes. */
const LARGE = 2048 * MEBIBYTE;

interface Stage {
  readonly sandbox: BenchHost;
  readonly discard: BenchHost;
  readonly agent: Agent;
}

const withStage = <T>(work: (stage: Stage) => Promise<T>): Promise<T> =>
  withTempFolder('bench-sandbox', async (folder) => {
    const directory = join(folder, 'sandbox');
    await mkdir(directory);
    const hosts: BenchHost[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const host = async (role: 'sandbox' | 'discard'): Promise<BenchHost> => {
      const started = await startHost(role, directory);
      hosts.push(started);
      return started;
    };
    try {
      return await work({ sandbox: await host('sandbox'), discard: await host('discard'), agent });
    } finally {
      agent.destroy();
      for (const { end } of hosts) end();
      // Half a gigabyte that nobody needs until the process ends.
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  });

interface Round {
  readonly seconds: number;
  /** Processor time of the host, in s. */
  readonly cpu: number;
}

/** a. The storage host beside one that throws the bytes away. Each round sends the same chunks again, which replace those before. */
const throughput = ({ sandbox, discard, agent }: Stage): Promise<readonly Row[]> =>
  (async () => {
    const upload = await planUpload(sandbox, ROUND_SIZE);
    const round = async (host: BenchHost, elsewhere?: string): Promise<Round> => {
      const before = await host.use();
      const seconds = await secondsOf(() => sendChunks(upload, agent, elsewhere));
      const after = await host.use();
      return { seconds, cpu: after.cpuSeconds - before.cpuSeconds };
    };
    const ways = {
      'a bare server': () => round(discard, discard.url),
      'the sandbox': () => round(sandbox),
    };
    // What is compiled on the way to full speed is not asked about.
    for (const warmUp of Object.values(ways)) await warmUp();
    const results = await interleave(ROUNDS, ways);
    const speed = ({ seconds }: Round): number => ROUND_SIZE / MEBIBYTE / seconds;
    const bare = results.get('a bare server') ?? [];
    return [...results].map(([host, rounds]) => {
      const speeds = rounds.map(speed);
      // Of neighbours in time: what else the machine did met both.
      const ratios = rounds.map((it, index) => (bare[index]?.seconds ?? NaN) / it.seconds);
      return {
        host,
        'MiB/s': Math.round(median(speeds)),
        'bare = 1': rounded(median(ratios)),
        slowest: Math.round(Math.min(...speeds)),
        fastest: Math.round(Math.max(...speeds)),
        'host CPU, s/GiB': rounded(
          (median(rounds.map(({ cpu }) => cpu)) * 1024 * MEBIBYTE) / ROUND_SIZE,
        ),
      };
    });
  })();

const inMebibytes = ({ now, peak }: HostUse): Row => ({
  'RSS, MiB': Math.round(now.rss / MEBIBYTE),
  'RSS, most': Math.round(peak.rss / MEBIBYTE),
  'heap, most': rounded(peak.heapUsed / MEBIBYTE, 1),
  'external, most': rounded(peak.external / MEBIBYTE, 1),
});

/** b. Memory of the sandbox's process over a recording of 2 GiB, quarter by quarter, and over its completion. */
const memory = async ({ sandbox, agent }: Stage): Promise<readonly Row[]> => {
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

const QUESTIONS: Readonly<
  Record<
    string,
    { readonly title: string; readonly ask: (stage: Stage) => Promise<readonly Row[]> }
  >
> = {
  a: {
    title: `a. Chunks of 5 MiB, ${AT_ONCE} at a time, ${ROUND_SIZE / MEBIBYTE} MiB a round: ≥ 0.6 of a bare server`,
    ask: throughput,
  },
  b: { title: 'b. The sandbox’s memory over a recording of 2 GiB: flat', ask: memory },
};

/** The sandbox's storage host: MD5 on, to disk, over loopback, from another process. */
const sandboxBench: Bench = async function* (questions) {
  const asked = questions.length === 0 ? Object.keys(QUESTIONS) : questions;
  for (const name of asked) {
    const question = QUESTIONS[name];
    if (question === undefined)
      throw new Error(
        `There is no question ${name}: ask some of ${Object.keys(QUESTIONS).join(', ')}.`,
      );
    yield { title: question.title, rows: await withStage(question.ask) };
  }
};

export default sandboxBench;
