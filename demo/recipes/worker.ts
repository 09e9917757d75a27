import {
  createPartnerHandler,
  createTaskSteps,
  type KeyValueStorage,
  type TaskRecorder,
  type TaskStep,
} from '../../src/server.js';
import { createSession } from '../session.js';

/** A namespace of Workers KV, as far as it is used. */
interface Namespace {
  get(key: string): Promise<string | null>;
  put(key: string, value: string, options?: { expirationTtl: number }): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string; cursor?: string }): Promise<{
    keys: readonly { name: string }[];
    list_complete: boolean;
    cursor?: string;
  }>;
}

interface Environment {
  readonly SERVICE_URL: string;
  readonly CLIENT_ID: string;
  readonly CLIENT_SECRET: string;
  readonly API_KEY: string;
  readonly TASKS: Namespace;
  readonly MAIL: { send(message: { userId: string; status: string }): Promise<void> };
}

const serviceOf = ({ SERVICE_URL, CLIENT_ID, API_KEY }: Environment) => ({
  ...{ serviceUrl: SERVICE_URL, clientId: CLIENT_ID, apiKey: API_KEY },
});

const storageOf = (namespace: Namespace): KeyValueStorage => ({
  getItem: (key) => namespace.get(key),
  // KV keeps nothing for less than a minute.
  setItem: (key, value, { ttl = 60 } = {}) =>
    namespace.put(key, value, { expirationTtl: Math.max(60, ttl) }),
  removeItem: (key) => namespace.delete(key),
});

const tasksOf = (environment: Environment) => {
  const { TASKS, MAIL } = environment;
  const steps = createTaskSteps({
    ...serviceOf(environment),
    onFinished: ({ userId, status }) => MAIL.send({ userId, status }),
  });
  /** Keeps a task until its hook has succeeded. A task whose hook failed for too long stays, for you to look at. */
  const keep = async (key: string, { task, at, outcome }: TaskStep): Promise<void> => {
    if (outcome === 'finished') await TASKS.delete(key);
    else await TASKS.put(key, JSON.stringify({ task, at }));
  };

  const watcher: TaskRecorder = {
    submitted: (task, response) =>
      keep(`task:${task.transcriptionId}`, steps.first(task, response)),
    async query(_task, ask) {
      const { status, raw } = await ask();
      return { status, data: raw };
    },
  };
  const runDue = async (key: string): Promise<void> => {
    const stored = await TASKS.get(key);
    if (stored === null) return;
    let step = JSON.parse(stored) as Pick<TaskStep, 'task' | 'at'>;
    while (step.at !== null && step.at <= Date.now()) {
      const next = await steps.next(step.task);
      await keep(key, next);
      step = next;
    }
  };
  return { watcher, runDue };
};

export default {
  fetch(request: Request, environment: Environment): Promise<Response> {
    const handler = createPartnerHandler({
      ...serviceOf(environment),
      clientSecret: environment.CLIENT_SECRET,
      authorize: createSession(environment.CLIENT_SECRET).authorize,
      // Without it, a repeated submission is paid twice.
      submissionStore: storageOf(environment.TASKS),
      watcher: tasksOf(environment).watcher,
    });
    return handler(request);
  },
  /** Add a cron trigger of every minute: `crons = ["* * * * *"]`. */
  async scheduled(_event: unknown, environment: Environment): Promise<void> {
    const { runDue } = tasksOf(environment);
    for (let cursor: string | undefined, more = true; more;) {
      const prefix = 'task:';
      const page = await environment.TASKS.list(cursor ? { prefix, cursor } : { prefix });
      for (const { name } of page.keys) await runDue(name);
      more = !page.list_complete;
      cursor = page.cursor;
    }
  },
};
