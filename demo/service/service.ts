/** The whole service of the specification. Its clock, ids, store and recogniser are given to it. */
import type { Route } from './route.js';
import { serviceRoutes, type ServiceContext } from './service-routes.js';
import type { Records } from './store.js';
import type { TaskRecord } from './task-record.js';
import { loadTasks, type TasksOptions } from './tasks.js';
import { loadTokens, type Token } from './tokens.js';
import { loadUploads, type UploadRecord } from './uploads.js';

/** Loaded from the records. */
type Loaded = 'tokens' | 'uploads' | 'tasks';

export interface ServiceOptions
  extends Omit<ServiceContext, Loaded>, Omit<TasksOptions, 'records' | 'secrets'> {
  readonly records: {
    readonly tokens: Records<Token>;
    readonly uploads: Records<UploadRecord>;
    readonly tasks: Records<TaskRecord>;
  };
}

export interface Service extends Pick<ServiceContext, Loaded> {
  /** 4.1 to 4.4 and 4.6 to 4.8. */
  readonly routes: readonly Route[];
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
