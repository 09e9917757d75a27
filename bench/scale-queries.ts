/** How many queries a task costs the service: asked by its page, by the watcher, or by both. */
import { pollInterval } from '../src/protocol/timing.js';
import { createTaskWatcher } from '../src/server.js';
import { seededRandom } from '../test/support/seeded-random.js';
import { createBenchClock } from './bench-clock.js';
import { rounded, type Row } from './bench.js';

const TASKS = 100;
/** A recording is longer than its transcription takes. */
const RECORDING = 5;

const queriesOf = async (
  taskMs: number,
  hasPage: boolean,
  hasWatcher: boolean,
): Promise<number> => {
  const clock = createBenchClock();
  const { next } = seededRandom(1);
  let queries = 0;
  const status = (): string => (clock.now() >= taskMs ? 'SUCCESS' : 'PROGRESS');
  const fetch = (input: unknown): Promise<Response> => {
    queries += 1;
    const id = String(input).split('/').pop();
    const task = { transcription_id: id, status: status(), data: {} };
    return Promise.resolve(new Response(JSON.stringify(task)));
  };
  const watcher = createTaskWatcher({
    ...{ serviceUrl: 'https://service.example', clientId: 'client-1', apiKey: 'api-key-1' },
    ...{ clock, fetch },
    onFinished: () => undefined,
    onEvent: () => undefined,
  });
  if (hasWatcher) watcher.start();
  for (let task = 0; task < TASKS; task++) {
    const name = { userId: 'user-ada', transcriptionId: `t-${task}`, sealedId: `sealed-${task}` };
    const pending = { transcription_id: name.transcriptionId, status: 'PENDING', raw: null };
    if (hasWatcher) await watcher.submitted({ ...name, request: null }, pending);
    const ask = () => {
      queries += 1;
      return Promise.resolve({ ...pending, status: status() });
    };
    const poll = (query: number): void =>
      void clock.setTimer(
        () => {
          const answer = hasWatcher ? watcher.query(name, ask) : ask();
          void answer.then((known) => {
            if (known.status !== 'SUCCESS') poll(query + 1);
          });
        },
        pollInterval(query, (RECORDING * taskMs) / 1000, next()),
      );
    if (hasPage) poll(0);
  }
  await clock.advance(taskMs + 120_000);
  await watcher.stop();
  return rounded(queries / TASKS, 1);
};

export const queries = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const minutes of [0.5, 2, 10, 30, 120])
    rows.push({
      'transcription takes, min': minutes,
      'its page': await queriesOf(minutes * 60_000, true, false),
      'the watcher': await queriesOf(minutes * 60_000, false, true),
      'page and watcher': await queriesOf(minutes * 60_000, true, true),
    });
  return rows;
};
