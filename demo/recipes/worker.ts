import {
  createPartnerHandler,
  createTaskWatcher,
  type TaskWatcher,
  type WatcherStorage,
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

const storageOf = (namespace: Namespace): WatcherStorage => ({
  getItem: (key) => namespace.get(key),
  // KV keeps nothing for less than a minute.
  setItem: (key, value, { ttl } = {}) =>
    namespace.put(key, value, ttl === undefined ? undefined : { expirationTtl: Math.max(60, ttl) }),
  removeItem: (key) => namespace.delete(key),
  async getKeys(prefix) {
    const names: string[] = [];
    for (let cursor: string | undefined, more = true; more;) {
      const page = await namespace.list(cursor === undefined ? { prefix } : { prefix, cursor });
      names.push(...page.keys.map(({ name }) => name));
      more = !page.list_complete;
      cursor = page.cursor;
    }
    return names;
  },
});

const watcherOf = ({ SERVICE_URL, CLIENT_ID, API_KEY, TASKS, MAIL }: Environment): TaskWatcher =>
  createTaskWatcher({
    ...{ serviceUrl: SERVICE_URL, clientId: CLIENT_ID, apiKey: API_KEY },
    storage: storageOf(TASKS),
    onFinished: ({ userId, status }) => MAIL.send({ userId, status }),
  });

export default {
  fetch(request: Request, environment: Environment): Promise<Response> {
    const { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY } = environment;
    const handler = createPartnerHandler({
      ...{ serviceUrl: SERVICE_URL, clientId: CLIENT_ID, apiKey: API_KEY },
      clientSecret: CLIENT_SECRET,
      authorize: createSession(CLIENT_SECRET).authorize,
      watcher: watcherOf(environment),
    });
    return handler(request);
  },
  /** Add a cron trigger of every minute: `crons = ["* * * * *"]`. */
  scheduled: (_event: unknown, environment: Environment): Promise<void> =>
    watcherOf(environment).runOnce(),
};
