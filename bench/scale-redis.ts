/** What a task costs a BullMQ worker and a real Redis. Both run on this machine, with a service that answers at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createBullTaskWatcher, type BullTaskWatcher } from '../src/server/bullmq.js';
import { rateStoreIn } from '../demo/recipes/rate-limiter.js';
import { startRedis } from '../test/support/redis-server.js';
import { rounded, type Row } from './bench.js';

const PER_SECOND = 1_000_000 / 86_400;
/** How long the slice at the pace of a million tasks a day lasts, and how long its tasks take, in s. */
const SLICE_SECONDS = 60;
const TASK_SECONDS = 60;
const BURST = 2_000;

const segments = (count: number) => ({
  text: 'A sentence of the usual length. '.repeat(count),
  language: 'en',
  duration: count * 5,
  segments: Array.from({ length: count }, (_, index) => ({
    speaker: `S${index % 3}`,
    start_ms: index * 5000,
    end_ms: index * 5000 + 4800,
    text: 'A sentence of the usual length.',
  })),
});

interface Stand {
  readonly watcher: BullTaskWatcher;
  readonly redis: Redis;
  queries: number;
  finished: number;
  readonly submit: (id: string) => Promise<void>;
}

/** `answer` is the status and the result of a task that was submitted this many ms ago. */
const withStand = async <T>(
  answer: (ageMs: number) => { readonly status: string; readonly data: unknown },
  work: (stand: Stand) => Promise<T>,
): Promise<T> => {
  const ends: (() => Promise<void>)[] = [];
  const server = await startRedis({ after: (end) => ends.push(end) });
  const connection = { host: '127.0.0.1', port: server.port, maxRetriesPerRequest: null };
  const redis = new Redis(connection);
  const submittedAt = new Map<string, number>();
  const fetch = (input: unknown): Promise<Response> => {
    stand.queries += 1;
    const id = String(input).split('/').pop() ?? '';
    const known = answer(Date.now() - (submittedAt.get(id) ?? 0));
    return Promise.resolve(new Response(JSON.stringify({ transcription_id: id, ...known })));
  };
  const watcher = createBullTaskWatcher({
    ...{ serviceUrl: 'https://service.example', clientId: 'client-1', apiKey: 'api-key-1' },
    ...{ connection, fetch },
    onFinished: () => void (stand.finished += 1),
    onEvent: () => undefined,
  });
  const stand: Stand = {
    ...{ watcher, redis, queries: 0, finished: 0 },
    submit(transcriptionId) {
      submittedAt.set(transcriptionId, Date.now());
      return watcher.submitted(
        {
          userId: 'user-ada',
          transcriptionId,
          sealedId: `sealed-${transcriptionId}`,
          request: null,
        },
        { transcription_id: transcriptionId, status: 'PENDING', raw: null },
      );
    },
  };
  try {
    return await work(stand);
  } finally {
    await watcher.stop();
    redis.disconnect();
    for (const end of ends) await end();
  }
};

interface Spent {
  /** Processor time of this process and of Redis, in microseconds. */
  readonly process: number;
  readonly redis: number;
  readonly commands: number;
  /** Bytes that Redis uses. */
  readonly memory: number;
}

const spent = async ({ redis }: Stand): Promise<Spent> => {
  const all = await redis.info('everything');
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}:(\\S+)`, 'm').exec(all)?.[1]);
  const { user, system } = process.cpuUsage();
  return {
    process: user + system,
    redis: (figure('used_cpu_user') + figure('used_cpu_sys')) * 1e6,
    commands: figure('total_commands_processed'),
    memory: figure('used_memory'),
  };
};

const rowOf = (
  what: string,
  tasks: number,
  { queries }: Stand,
  seconds: number,
  before: Spent,
  after: Spent,
): Row => ({
  what,
  tasks,
  'queries a task': rounded(queries / tasks, 1),
  'tasks/s': rounded(tasks / seconds, 1),
  'process, CPU us a task': Math.round((after.process - before.process) / tasks),
  'Redis, CPU us a task': Math.round((after.redis - before.redis) / tasks),
  'Redis, commands a task': rounded((after.commands - before.commands) / tasks, 0),
});

const untilFinished = async (stand: Stand, count: number): Promise<void> => {
  while (stand.finished < count) await sleep(20);
};

/** Tasks that are finished when they are queried first, all submitted before the worker starts. */
const burst = (): Promise<Row> =>
  withStand(
    () => ({ status: 'SUCCESS', data: segments(1) }),
    async (stand) => {
      const before = await spent(stand);
      for (let task = 0; task < BURST; task += 50)
        await Promise.all(Array.from({ length: 50 }, (_, one) => stand.submit(`t-${task + one}`)));
      // Their first query is due after at most four seconds.
      await sleep(5_000);
      const started = performance.now();
      stand.watcher.start();
      await untilFinished(stand, BURST);
      const seconds = (performance.now() - started) / 1000;
      return rowOf('all at once', BURST, stand, seconds, before, await spent(stand));
    },
  );

/** Tasks at the pace of a million a day. */
const slice = (): Promise<Row> =>
  withStand(
    (ageMs) =>
      ageMs > TASK_SECONDS * 1000
        ? { status: 'SUCCESS', data: segments(1) }
        : { status: 'PROGRESS', data: {} },
    async (stand) => {
      stand.watcher.start();
      const before = await spent(stand);
      const started = performance.now();
      const tasks = Math.round(PER_SECOND * SLICE_SECONDS);
      for (let task = 0; task < tasks; task++) {
        await sleep(Math.max(0, (task / PER_SECOND) * 1000 - (performance.now() - started)));
        await stand.submit(`t-${task}`);
      }
      await untilFinished(stand, tasks);
      return rowOf('at a million a day', tasks, stand, SLICE_SECONDS, before, await spent(stand));
    },
  );

export const costs = async (): Promise<readonly Row[]> => [await burst(), await slice()];

/** The memory of Redis for each task that waits, and for each that has ended with this many segments. */
export const memory = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const count of [0, 100, 700]) {
    rows.push(
      await withStand(
        () => ({ status: 'SUCCESS', data: segments(count) }),
        async (stand) => {
          const before = await spent(stand);
          const tasks = 300;
          for (let task = 0; task < tasks; task++) await stand.submit(`t-${task}`);
          const waiting = await spent(stand);
          stand.watcher.start();
          await untilFinished(stand, tasks);
          const ended = await spent(stand);
          return {
            segments: count,
            'waiting, KiB a task': rounded((waiting.memory - before.memory) / tasks / 1024, 1),
            'ended, KiB a task': rounded((ended.memory - before.memory) / tasks / 1024, 1),
          };
        },
      ),
    );
  }
  return rows;
};

const COUNTED = 10_000;
const LANES = 16;

/** What counting a request of a user costs, with the recipe of the rate limiter. */
export const counting = (): Promise<readonly Row[]> =>
  withStand(
    () => ({ status: 'PROGRESS', data: {} }),
    async (stand) => {
      const store = rateStoreIn(stand.redis);
      const before = await spent(stand);
      const started = performance.now();
      const lane = async (number: number): Promise<void> => {
        for (let count = number; count < COUNTED; count += LANES)
          await store.take(`user-${count % 1000}`, { requests: 600, seconds: 60 }, Date.now());
      };
      await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
      const seconds = (performance.now() - started) / 1000;
      const after = await spent(stand);
      return [
        {
          users: 1000,
          requests: COUNTED,
          'requests/s, at least': Math.round(COUNTED / seconds),
          'process, CPU us a request': Math.round((after.process - before.process) / COUNTED),
          'Redis, CPU us a request': Math.round((after.redis - before.redis) / COUNTED),
          'memory, bytes a user': Math.round((after.memory - before.memory) / 1000),
        },
      ];
    },
  );
