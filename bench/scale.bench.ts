import { Agent } from 'node:http';
import { interleave, median, rounded, type Bench, type Row } from './bench.js';
import { simulate } from './scale-day.js';
import { queries } from './scale-queries.js';
import { costs, counting, memory } from './scale-redis.js';
import { buildProcess, rateOf, start, submit, type Rate, type Running } from './server.bench.js';
import { withTempFolder } from './temp-folder.js';

const BASE = '/api/transcribe';
const ROUNDS = 11;
const ROUND_MS = 400;
const WARM_UP_MS = 1_500;

/** One process of the handler, for each kind of request. The service and the client run beside it. */
const requests = (): Promise<readonly Row[]> =>
  withTempFolder('bench-scale-', async (folder) => {
    const script = await buildProcess(folder);
    const running: Running[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const begin = async (...argumentsOf: Parameters<typeof start>): Promise<Running> => {
      const process = await start(...argumentsOf);
      running.push(process);
      return process;
    };
    try {
      const service = await begin(script, 'service', '0');
      const handler = await begin(script, 'handler', service.url);
      const long = await begin(script, 'service', '700');
      const longHandler = await begin(script, 'handler', long.url);
      const [base, longBase] = [handler.url + BASE, longHandler.url + BASE];
      const query = `${base}/transcriptions/${await submit(handler.url)}`;
      const longQuery = `${longBase}/transcriptions/${await submit(longHandler.url)}`;
      const body = JSON.stringify({ file_url: 'https://files.example.com/a.mp3' });
      const waysFor = (durationMs: number): Record<string, () => Promise<Rate>> => ({
        'user token': () => rateOf(`${base}/user-token`, handler, agent, durationMs, '{}'),
        submission: () => rateOf(`${base}/transcriptions`, handler, agent, durationMs, body),
        'query, in progress': () => rateOf(query, handler, agent, durationMs),
        'query, 700 segments': () => rateOf(longQuery, longHandler, agent, durationMs),
      });
      for (const warmUp of Object.values(waysFor(WARM_UP_MS))) await warmUp();
      const results = await interleave(ROUNDS, waysFor(ROUND_MS));
      return [...results].map(([request, rates]) => {
        const cpu = median(rates.map((rate) => rate.cpu));
        return {
          request,
          'requests/s, at least': Math.round(median(rates.map((rate) => rate.perSecond))),
          'CPU us a request': Math.round(cpu),
          'a million a day, % of a core': rounded((cpu * (1_000_000 / 86_400)) / 1e4, 1),
        };
      });
    } finally {
      agent.destroy();
      for (const { end } of running) end();
    }
  });

/** How much the handler, the watcher and Redis carry: a requests, b Redis, c a simulation, d queries; `day` simulates a whole day. */
const scaleBench: Bench = async function* (questions) {
  const isAsked = (part: string): boolean => questions.length === 0 || questions.includes(part);
  if (isAsked('a')) yield { title: 'a: one process of the handler', rows: await requests() };
  if (isAsked('b')) {
    yield { title: 'b: BullMQ, one worker process and one Redis', rows: await costs() };
    yield { title: 'b: memory of Redis', rows: await memory() };
    yield { title: 'b: limits per user in Redis', rows: await counting() };
  }
  if (isAsked('c')) {
    for (const queriesAtOnce of [16, 64])
      yield {
        title: `c: a million tasks a day, ${queriesAtOnce} queries at once`,
        rows: [await simulate(4, queriesAtOnce)],
      };
  }
  if (isAsked('d')) yield { title: 'd: queries of the service for a task', rows: await queries() };
  if (questions.includes('day'))
    yield { title: 'day: a million tasks in 24 hours', rows: [await simulate(24, 64)] };
};

export default scaleBench;
