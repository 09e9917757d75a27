import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createStorage } from 'unstorage';
import { intervalAt } from '../src/server/watcher/task-steps.js';
import { createTaskWatcher, type WatcherClock } from '../src/server.js';
import { createBenchClock, type BenchClock } from './bench-clock.js';
import { rounded, type Bench, type Row } from './bench.js';

const TASKS = 10_000;
/** All tasks are submitted within this simulated time, in ms. */
const SUBMITTED_MS = 10 * 60_000;
/** Simulated time until the figures are taken, in ms. */
const RUN_MS = 30 * 60_000;
const URL_BASE = 'https://service.example';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Counts {
  queries: number;
  busiestSecond: number;
  timers: number;
}

/** A service that answers at once: `PROGRESS`, or 429 while it is down. */
const serviceOf = (clock: WatcherClock, isDown: () => boolean, counts: Counts): typeof fetch => {
  let second = 0;
  let inSecond = 0;
  return (input) => {
    const now = Math.floor(clock.now() / 1000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    counts.queries += 1;
    counts.busiestSecond = Math.max(counts.busiestSecond, inSecond);
    if (isDown()) return Promise.resolve(new Response(null, { status: 429 }));
    const id = (input as string).split('/').pop();
    const task = { transcription_id: id, status: 'PROGRESS', data: {} };
    return Promise.resolve(new Response(JSON.stringify(task)));
  };
};

interface Watching {
  readonly add: (id: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** The watcher, with an unstorage storage in memory. */
const ours = (clock: BenchClock, fetch: typeof globalThis.fetch): Watching => {
  const watcher = createTaskWatcher({
    ...{ serviceUrl: URL_BASE, clientId: 'client-1', apiKey: 'api-key-1', clock, fetch },
    storage: createStorage(),
    onFinished: () => undefined,
  });
  watcher.start();
  return {
    add: (transcriptionId) =>
      watcher.submitted(
        {
          userId: 'user-ada',
          transcriptionId,
          sealedId: `sealed-${transcriptionId}`,
          request: null,
        },
        { transcription_id: transcriptionId, status: 'PENDING', raw: null },
      ),
    end: () => watcher.stop(),
  };
};

/** The least that polls: a timer for each task, one `fetch`, nothing checked or stored. */
const bare = (clock: BenchClock, fetch: typeof globalThis.fetch): Watching => {
  const poll = (id: string, start: number): void =>
    void clock.setTimer(
      () => {
        void fetch(`${URL_BASE}/open/partner/ai/transcriptions/${id}`)
          .then((response) => (response.ok ? response.json() : null))
          .then(() => poll(id, start));
      },
      intervalAt(clock.now() - start),
    );
  return {
    add: (id) => Promise.resolve(poll(id, clock.now())),
    end: () => Promise.resolve(),
  };
};

const measure = async (
  way: string,
  create: typeof ours,
  outage: readonly [from: number, to: number] | null,
): Promise<Row> => {
  const clock = createBenchClock();
  const counts: Counts = { queries: 0, busiestSecond: 0, timers: 0 };
  const isDown = () => outage !== null && clock.now() >= outage[0] && clock.now() < outage[1];
  collectGarbage();
  const heapBefore = process.memoryUsage().heapUsed;
  const cpuBefore = process.cpuUsage();
  const { add, end } = create(clock, serviceOf(clock, isDown, counts));
  const batch = TASKS / 100;
  for (let id = 0; id < TASKS; id += batch) {
    for (let each = id; each < id + batch; each++) await add(`task-${each}`);
    await clock.advance(SUBMITTED_MS / 100);
    counts.timers = Math.max(counts.timers, clock.timers());
  }
  await clock.advance(RUN_MS - SUBMITTED_MS);
  const { user, system } = process.cpuUsage(cpuBefore);
  collectGarbage();
  const heap = process.memoryUsage().heapUsed - heapBefore;
  await end();
  return {
    way,
    queries: counts.queries,
    'queries in the busiest second': counts.busiestSecond,
    timers: counts.timers,
    'CPU, % of a core': rounded(((user + system) / 1000 / RUN_MS) * 100, 1),
    'CPU us a query': Math.round((user + system) / counts.queries),
    'heap, MiB': rounded(heap / 2 ** 20, 1),
  };
};

/** 10 000 tasks in progress for half an hour of simulated time, with and without an outage of the service. */
const watcherBench: Bench = async function* () {
  yield {
    title: `${TASKS} tasks, ${RUN_MS / 60_000} simulated minutes`,
    rows: [
      await measure('a timer and a bare fetch for each task', bare, null),
      await measure('the watcher', ours, null),
      await measure('the watcher, 429 for 10 minutes', ours, [12 * 60_000, 22 * 60_000]),
    ],
  };
};

export default watcherBench;
