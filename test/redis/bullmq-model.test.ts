/**
 * A slice of the watcher's model on BullMQ, with a real Redis and real time: failing hooks, workers that restart, an
 * outage, tasks that always fail, a clock that is set, `forget` with an open page, pages whose answers arrive late, and
 * submissions that are told twice. `SEED` sets the seed.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBullTaskWatcher } from '../../src/server/bullmq.js';
import { isTerminal } from '../../src/protocol/types.js';
import { startRedis } from '../support/redis-server.js';
import { seededRandom } from '../support/seeded-random.js';
import { SEED } from '../support/seeded-runs.js';
import { API_KEY, createService, nameOf } from '../unit/server/watcher/world.js';
import { submitTo, until } from './watcher-support.js';

const SYSTEM = { now: () => Date.now(), elapsed: () => 0, setTimer: () => () => undefined };

it(`BullMQ model, seed ${SEED}`, async (t) => {
  const random = seededRandom(SEED);
  let clockError = 0;
  const { now } = Date;
  t.mock.method(Date, 'now', () => now() + clockError);
  const stops: (() => Promise<void>)[] = [];
  t.after(() => Promise.all(stops.map((stop) => stop())));
  const server = await startRedis(t);
  const service = createService(SYSTEM);
  let isDown = false;
  const successes = new Map<string, number>();
  const failures = new Map<string, number>();
  const forgotten = new Set<string>();
  const wrong: string[] = [];
  const create = () => {
    const watcher = createBullTaskWatcher({
      serviceUrl: 'https://service.example',
      clientId: 'client-7f3a',
      apiKey: API_KEY,
      connection: { host: '127.0.0.1', port: server.port, maxRetriesPerRequest: null },
      fetch: service.fetch,
      limits: { taskSeconds: 8 },
      onEvent: () => undefined,
      onFinished: ({ transcriptionId: id }) => {
        if (forgotten.has(id)) wrong.push(`the hook of ${id} was called after forget`);
        // Each failure doubles the pause before the next call: with more than three, the test would take minutes.
        const failed = failures.get(id) ?? 0;
        if (failed < 3 && random.chance(0.3)) {
          failures.set(id, failed + 1);
          throw new Error('down');
        }
        successes.set(id, (successes.get(id) ?? 0) + 1);
      },
    });
    stops.push(() => watcher.stop());
    return watcher;
  };
  const web = create();
  let workers = [create(), create()];
  for (const worker of workers) worker.start();

  const ids = Array.from({ length: 24 }, (_, index) => `task-${index}`);
  for (const id of ids) {
    const end = random.pick(['SUCCESS', 'SUCCESS', 'FAILURE', 'poison'] as const);
    let queriesLeft = random.between(0, 2);
    service.answer(() => {
      if (isDown) return { http: 503 };
      if (end === 'poison') return { http: 403 };
      queriesLeft -= 1;
      return queriesLeft >= 0 ? 'PROGRESS' : end;
    }, id);
    await submitTo(web, id);
  }
  const forget = async (id: string): Promise<void> => {
    await web.forget(nameOf(id));
    forgotten.add(id);
    const answer = { transcription_id: id, status: 'PROGRESS', raw: null };
    await web.query({ ...nameOf(id), sealedId: id }, () => Promise.resolve(answer));
  };
  /** A page that asked while the task ran gets its answer when the task has ended. Once ended, a task stays ended. */
  const visit = async (id: string): Promise<void> => {
    const page = { ...nameOf(id), sealedId: id };
    const older = { transcription_id: id, status: 'PROGRESS', raw: null };
    const known = await web.query(page, async () => {
      await sleep(random.between(0, 2_000));
      return older;
    });
    if (!isTerminal(known.status) || forgotten.has(id)) return;
    const again = await web.query(page, () => Promise.resolve(older));
    if (!forgotten.has(id) && again.status !== known.status) {
      wrong.push(`${id} was ${known.status}, then ${again.status}`);
    }
  };
  const visits: Promise<void>[] = [];
  for (let step = 0; step < 6; step++) {
    for (let count = 0; count < 8; count++) {
      visits.push(visit(random.pick(ids as [string, ...string[]])));
    }
    const twice = random.pick(ids as [string, ...string[]]);
    if (!forgotten.has(twice)) await submitTo(web, twice);
    await sleep(random.between(100, 1_500));
    const what = random.pick(['forget', 'forget', 'outage', 'restart', 'clock']);
    // BullMQ compares wall clocks, so what is due waits for a clock that was set back.
    if (what === 'clock') clockError = random.between(-3_000, 3_000);
    if (what === 'outage') isDown = !isDown;
    if (what === 'forget') await forget(random.pick(ids as [string, ...string[]]));
    if (what === 'restart') {
      const [first, ...rest] = workers;
      await first?.stop();
      workers = [...rest, create()];
      workers.at(-1)?.start();
    }
  }
  await Promise.all(visits);
  isDown = false;
  const kept = ids.filter((id) => !forgotten.has(id));
  await until(() => kept.every((id) => successes.has(id)));
  assert.deepEqual(wrong, [], `seed ${SEED}`);
  for (const id of kept) assert.equal(successes.get(id), 1, `seed ${SEED}: ${id}`);
});
