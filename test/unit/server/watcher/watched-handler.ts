/** A handler with a task watcher that has a clock of its own. */
import type { TestContext } from 'node:test';
import { createStorage } from 'unstorage';
import {
  createTaskWatcher,
  type FinishedTask,
  type PartnerHandlerOptions,
  type SubmittedTask,
  type TaskWatcherOptions,
} from '../../../../src/server.js';
import {
  API_KEY,
  assertNoSecrets,
  CLIENT_ID,
  readAnswer,
  requestOf,
  startHarness,
  type Harness,
} from '../harness.js';
import { createSimulatedClock, type SimulatedClock } from './world.js';

export interface Watched {
  readonly harness: Harness;
  readonly clock: SimulatedClock;
  readonly finished: FinishedTask[];
  readonly submitted: SubmittedTask[];
  readonly watcher: ReturnType<typeof createTaskWatcher>;
}

export const startWatched = async (
  t: TestContext,
  changes: Partial<TaskWatcherOptions> = {},
  more: Partial<PartnerHandlerOptions> = {},
): Promise<Watched> => {
  const plain = await startHarness(t);
  const clock = createSimulatedClock(plain.now());
  const finished: FinishedTask[] = [];
  const submitted: SubmittedTask[] = [];
  const watcher = createTaskWatcher({
    serviceUrl: plain.service.url,
    clientId: CLIENT_ID,
    apiKey: API_KEY,
    storage: createStorage(),
    clock,
    onSubmitted: (task) => void submitted.push(task),
    onFinished: (task) => void finished.push(task),
    ...changes,
  });
  const harness = {
    ...plain,
    handler: plain.another({ watcher, ...more }),
  };
  const ask: Harness['ask'] = async (what, asked) => {
    const answer = await readAnswer(await harness.handler(requestOf(what, asked)));
    assertNoSecrets(answer.text + JSON.stringify(plain.events));
    return answer;
  };
  return { harness: { ...harness, ask }, clock, finished, submitted, watcher };
};
