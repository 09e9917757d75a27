/** Tasks at the pace of a million a day, with an outage of an hour, on a clock that the benchmark moves. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTaskWatcher } from '../src/server.js';
import { seededRandom } from '../test/support/seeded-random.js';
import { createBenchClock } from './bench-clock.js';
import { rounded, type Row } from './bench.js';

const A_DAY = 1_000_000;
const HOUR_MS = 3_600_000;
const STEP_MS = 100;
/** How long the service takes to answer a query, in ms. */
const ANSWER_MS = 100;
const OUTAGE: readonly [from: number, to: number] = [2 * HOUR_MS, 3 * HOUR_MS];
const DATA = { text: 'Hello.', language: 'en', duration: 2, segments: [] };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** How long the tasks take, in ms: half of them up to two minutes, few up to half an hour. */
const durations = (): (() => number) => {
  const { next } = seededRandom(1);
  return () => {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return Math.min(1_800_000, Math.max(20_000, 120_000 * Math.exp(normal)));
  };
};

const share = (sorted: readonly number[], part: number): number =>
  rounded((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) / 1000, 1);

/** One watcher, whose service answers 503 to queries during the outage, while tasks are still submitted. */
export const simulate = async (hours: number, queriesAtOnce: number): Promise<Row> => {
  const clock = createBenchClock();
  const durationOf = durations();
  const readyAt = new Map<string, number>();
  const lateMs: number[] = [];
  let [queries, outageQueries, inSecond, second, calmSecond, busiest, lastLateAt] = [
    ...[0, 0, 0, 0, 0, 0, 0],
  ] as [number, number, number, number, number, number, number];
  const isDown = (): boolean => clock.now() >= OUTAGE[0] && clock.now() < OUTAGE[1];

  const fetch = (input: unknown): Promise<Response> => {
    const now = Math.floor(clock.now() / 1000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    queries += 1;
    if (isDown()) outageQueries += 1;
    if (clock.now() < OUTAGE[0]) calmSecond = Math.max(calmSecond, inSecond);
    else busiest = Math.max(busiest, inSecond);
    const id = String(input).split('/').pop() ?? '';
    return new Promise((resolve) =>
      clock.setTimer(() => {
        if (isDown()) return resolve(new Response(null, { status: 503 }));
        const isReady = clock.now() >= (readyAt.get(id) ?? 0);
        const task = isReady ? { status: 'SUCCESS', data: DATA } : { status: 'PROGRESS', data: {} };
        resolve(new Response(JSON.stringify({ transcription_id: id, ...task })));
      }, ANSWER_MS),
    );
  };
  const watcher = createTaskWatcher({
    ...{ serviceUrl: 'https://service.example', clientId: 'client-1', apiKey: 'api-key-1' },
    ...{ clock, fetch },
    // The memory of this process holds what a storage holds otherwise.
    limits: { queriesAtOnce, resultSeconds: 600, listSeconds: 600 },
    onFinished({ transcriptionId }) {
      const ready = readyAt.get(transcriptionId) ?? 0;
      readyAt.delete(transcriptionId);
      const late = clock.now() - ready;
      const wasHeldUp = clock.now() >= OUTAGE[0] && ready < OUTAGE[1];
      if (wasHeldUp) lastLateAt = clock.now();
      else if (clock.now() < OUTAGE[0]) lateMs.push(late);
    },
    onEvent: () => undefined,
  });
  watcher.start();
  collectGarbage();
  const heapBefore = process.memoryUsage().heapUsed;
  const cpuBefore = process.cpuUsage();
  let [submitted, mostInProgress] = [0, 0];
  const endMs = hours * HOUR_MS;
  const perStep = (A_DAY / 86_400_000) * STEP_MS;
  let heap = 0;
  for (let step = 1; step * STEP_MS <= endMs; step++) {
    const due = Math.floor(step * perStep);
    const adding: Promise<void>[] = [];
    for (; submitted < due; submitted++) {
      const transcriptionId = `task-${submitted}`;
      readyAt.set(transcriptionId, clock.now() + durationOf());
      const name = { userId: `user-${submitted % 5000}`, transcriptionId };
      adding.push(
        watcher.submitted(
          { ...name, sealedId: `sealed-${transcriptionId}`, request: null },
          { transcription_id: transcriptionId, status: 'PENDING', raw: null },
        ),
      );
    }
    await Promise.all(adding);
    await clock.advance(STEP_MS);
    mostInProgress = Math.max(mostInProgress, readyAt.size);
    if (step * STEP_MS === OUTAGE[1]) {
      collectGarbage();
      heap = process.memoryUsage().heapUsed - heapBefore;
    }
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  await watcher.stop();
  lateMs.sort((one, other) => one - other);
  return {
    hours,
    'queries at once': queriesAtOnce,
    tasks: submitted,
    queries,
    'queries a task': rounded(queries / submitted, 1),
    'busiest second before': calmSecond,
    'queries in the outage': outageQueries,
    'busiest second after': busiest,
    'in progress, most': mostInProgress,
    'late before, median s': share(lateMs, 0.5),
    'late before, 99 % s': share(lateMs, 0.99),
    'all told after the outage, min':
      lastLateAt === 0 ? 'never' : rounded((lastLateAt - OUTAGE[1]) / 60_000, 1),
    'left over': readyAt.size,
    'heap after the outage, MiB': rounded(heap / 2 ** 20, 0),
    'CPU us a query': Math.round((user + system) / queries),
    'CPU, % of a core': rounded(((user + system) / 1000 / endMs) * 100, 1),
  };
};
