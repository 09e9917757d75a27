/** The whole service of the specification. Its clock, ids, store and recogniser are given to it. */
import type { Route } from './route.js';
import { serviceRoutes } from './service-routes.js';
import type { Clock, Credentials, Lifetimes, Secrets } from './settings.js';
import type { Records, Store } from './store.js';
import type { TaskRecord } from './task-record.js';
import { loadTasks, type Tasks, type TaskWork } from './tasks.js';
import { loadTokens, type Token, type Tokens } from './tokens.js';
import { loadUploads, type UploadRecord, type Uploads } from './uploads.js';

export interface ServiceOptions {
  readonly clock: Clock;
  readonly lifetimes: Lifetimes;
  readonly credentials: Credentials;
  readonly secrets: Secrets;
  readonly store: Store;
  readonly records: {
    readonly tokens: Records<Token>;
    readonly uploads: Records<UploadRecord>;
    readonly tasks: Records<TaskRecord>;
  };
  /** Recognises the recording of a task. */
  readonly work: TaskWork;
  /** Chunk size in bytes for a file of this size. */
  readonly chunkSize: (filesize: number, session: string | null) => number;
  /** Maximum number of queued tasks; further ones are rejected with 429. */
  readonly queueLength: number;
  /** Number of tasks that run in parallel. */
  readonly workers: number;
}

export interface Service {
  /** 4.1 to 4.4 and 4.6 to 4.8. */
  readonly routes: readonly Route[];
  readonly tokens: Tokens;
  readonly uploads: Uploads;
  readonly tasks: Tasks;
}

/** Restores what the records have. Call `tasks.start` once `file_url` can be reached. */
export const openService = async (options: ServiceOptions): Promise<Service> => {
  const { records, ...shared } = options;
  const tokens = await loadTokens({ ...shared, records: records.tokens });
  const uploads = await loadUploads({ ...shared, records: records.uploads });
  const tasks = await loadTasks({ ...shared, records: records.tasks });
  return {
    routes: serviceRoutes({ ...shared, tokens, uploads, tasks }),
    ...{ tokens, uploads, tasks },
  };
};
