import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { interleave, median, rounded, type Bench, type Row } from './bench.js';
import type { Role } from './server-process.js';
import { withTempFolder } from './temp-folder.js';

/** Number of parallel requests. */
const AT_ONCE = 16;
/** Duration of each round, in milliseconds. */
const ROUND_MS = 300;
const ROUNDS = 25;
/** Duration of the warm-up of each way, in milliseconds. Compilation is not measured. */
const WARM_UP_MS = 1_500;
const BASE = '/api/transcribe';
/** The way that the others are compared with. */
const LIMITED = 'proxy with a timeout';

export interface Running {
  readonly url: string;
  /** Processor time so far, in microseconds. */
  readonly cpu: () => Promise<number>;
  readonly end: () => void;
}

/** Built like the published package, because running TypeScript directly slows every closure down. */
export const buildProcess = async (folder: string): Promise<string> => {
  const outfile = join(folder, 'server-process.mjs');
  const entry = fileURLToPath(new URL('./server-process.ts', import.meta.url));
  const target = { platform: 'node', format: 'esm', target: 'node20' } as const;
  await build({ entryPoints: [entry], bundle: true, outfile, ...target });
  return outfile;
};

export const start = async (script: string, role: Role, argument: string): Promise<Running> => {
  const child: ChildProcess = fork(script, [role, argument], { execArgv: [] });
  const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }];
  const cpu = async (): Promise<number> => {
    child.send('cpu');
    const [answer] = (await once(child, 'message')) as [{ readonly cpu: number }];
    return answer.cpu;
  };
  return { url, cpu, end: () => child.disconnect() };
};

/** Sends `body` as JSON, or else a GET. Returns the length of the response. */
const ask = (url: string, agent: Agent, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked =
      body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    request(url, { agent, ...asked }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
    })
      .on('error', reject)
      .end(body);
  });

export interface Rate {
  readonly perSecond: number;
  /** Processor time per request, in microseconds, which is stable even on a busy machine. */
  readonly cpu: number;
}

/** Sends requests in parallel for this many milliseconds. */
export const rateOf = async (
  url: string,
  { cpu }: Running,
  agent: Agent,
  durationMs: number,
  body?: string,
): Promise<Rate> => {
  const cpuBefore = await cpu();
  const started = performance.now();
  let answered = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - started < durationMs) {
      if ((await ask(url, agent, body)) === 0) throw new Error('an answer was empty');
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const perSecond = (answered / (performance.now() - started)) * 1000;
  return { perSecond, cpu: ((await cpu()) - cpuBefore) / answered };
};

export const submit = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}${BASE}/transcriptions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ file_url: 'https://files.example.com/a.mp3' }),
  });
  return ((await answer.json()) as { readonly transcription_id: string }).transcription_id;
};

const compare = async (script: string, segments: number): Promise<readonly Row[]> => {
  const running: Running[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    const service = await start(script, 'service', String(segments));
    running.push(service);
    const proxy = await start(script, 'proxy', service.url);
    running.push(proxy);
    const limited = await start(script, 'limited-proxy', service.url);
    running.push(limited);
    const handler = await start(script, 'handler', service.url);
    running.push(handler);
    const query = `${handler.url}${BASE}/transcriptions/${await submit(handler.url)}`;
    const waysFor = (durationMs: number) => ({
      'bare proxy': () => rateOf(proxy.url, proxy, agent, durationMs),
      [LIMITED]: () => rateOf(limited.url, limited, agent, durationMs),
      handler: () => rateOf(query, handler, agent, durationMs),
    });
    for (const warmUp of Object.values(waysFor(WARM_UP_MS))) await warmUp();
    const results = await interleave(ROUNDS, waysFor(ROUND_MS));
    const rounds = (way: string): readonly Rate[] => results.get(way) ?? [];
    const middle = (way: string, figure: keyof Rate): number =>
      median(rounds(way).map((rate) => rate[figure]));
    /** Compares within each round, because the load of the machine changes between rounds. */
    const ratio = (way: string, figure: keyof Rate): number =>
      median(rounds(way).map((rate, round) => rate[figure] / rounds(LIMITED)[round]![figure]));
    return [...results.keys()].map((way) => ({
      answer: segments === 0 ? 'in progress' : `${segments} segments`,
      way,
      'requests/s': Math.round(middle(way, 'perSecond')),
      'requests/s, with a timeout = 1': rounded(ratio(way, 'perSecond')),
      'CPU us a request': Math.round(middle(way, 'cpu')),
      'CPU, with a timeout = 1': rounded(ratio(way, 'cpu')),
    }));
  } finally {
    agent.destroy();
    for (const { end } of running) end();
  }
};

/** Compares the query route (4.8) through the handler with a fetch proxy, in the same run. */
const serverBench: Bench = async function* () {
  for (const segments of [0, 700]) {
    yield {
      title: `Queries, ${AT_ONCE} at once, answer of ${segments} segments: at least 0.7 of a proxy with a timeout`,
      rows: await withTempFolder('bench-server-', async (folder) =>
        compare(await buildProcess(folder), segments),
      ),
    };
  }
};

export default serverBench;
