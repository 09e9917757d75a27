import PgBoss from 'pg-boss';
import {
  createPartnerHandler,
  createTaskSteps,
  type TaskRecorder,
  type TaskStep,
} from '../../src/server.js';
import { createSession } from '../session.js';

const QUEUE = 'transcriptions';
const FAILED = 'transcriptions-failed';
const { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY, DATABASE_URL = '' } = process.env;
const service = { serviceUrl: SERVICE_URL, clientId: CLIENT_ID, apiKey: API_KEY };

const steps = createTaskSteps({
  ...service,
  onFinished: async ({ transcriptionId, status, data }) => {
    await saveTranscript(transcriptionId, status, data); // your own table
  },
});

const boss = new PgBoss(DATABASE_URL);
boss.on('error', console.error);

/** A job does one step, and adds a job for the next one. A step that throws is run again. */
const enqueue = async ({ task, at }: TaskStep): Promise<void> => {
  if (at === null) return;
  await boss.send(QUEUE, task, { startAfter: new Date(at), retryLimit: 1000, retryBackoff: true });
};

const watcher: TaskRecorder = {
  submitted: async (task, response) => enqueue(steps.first(task, response)),
  // pg-boss finds no job by a task's id: ask the service.
  async query(_task, ask) {
    const { status, ...answer } = await ask();
    return { status, data: 'raw' in answer ? answer.raw : null };
  },
};

export const start = async (): Promise<void> => {
  await boss.start();
  await boss.createQueue(QUEUE);
  await boss.createQueue(FAILED);
  await boss.work(QUEUE, async (jobs) => {
    for (const { data } of jobs) {
      const step = await steps.next(data);
      if (step.outcome === 'gave-up') await boss.send(FAILED, step.task);
      await enqueue(step);
    }
  });
};

export const handler = createPartnerHandler({
  ...service,
  clientSecret: CLIENT_SECRET,
  authorize: createSession(CLIENT_SECRET ?? '').authorize,
  watcher,
});

export const saved = new Map<string, unknown>();
const saveTranscript = (id: string, status: string, data: unknown): Promise<unknown> =>
  Promise.resolve(saved.set(id, { status, data }));
