/** What the handler tells a watcher, and asks it. */
import type { TranscriptionRequest, RawTask } from '../../protocol/index.js';
import type { TaskName } from './task.js';

/** The answer to a page's query (4.8). */
export interface TaskAnswer {
  readonly status: string;
  /** After SUCCESS, `data` as the service sent it. Otherwise null. */
  readonly data: unknown;
}

/** A task in the list of a user. */
export interface ListedTask extends TaskName {
  readonly status: string;
  /** In ms since the epoch. */
  readonly submittedAt: number;
  /** In ms since the epoch. Null if it has not ended. */
  readonly endedAt: number | null;
}

export interface TaskPage {
  /** The newest first. */
  readonly tasks: readonly ListedTask[];
  /** Pass it as `after` to get the next page. Null if this is the last one. */
  readonly next: string | null;
}

/** The part of a watcher that the handler uses. Implement it to keep tasks in a queue of your own. */
export interface TaskRecorder {
  /** Called after each submission, with the service's response (4.7). Must not reject if the task is kept. */
  submitted(
    task: TaskName & { readonly sealedId: string; readonly request: TranscriptionRequest | null },
    response: RawTask,
  ): Promise<void>;
  /** Answers a page's query from what is known. Otherwise calls `ask`, which queries the service. */
  query(
    task: TaskName & { readonly sealedId: string },
    ask: () => Promise<RawTask>,
  ): Promise<TaskAnswer>;
  /** Lists a user's tasks. `after` is `next` of the page before. */
  list?(
    userId: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<TaskPage>;
}
