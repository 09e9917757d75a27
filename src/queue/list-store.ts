/** Stores the list of one element, for a reload of the page. */
import type { Clock, EditStore, OwnScope } from '../engine/index.js';
import { createWriteQueue } from '../engine/resume/held-job.js';
import type { Entry } from './entry.js';
import { parseStoredList, toStoredList, type StoredList } from './stored-list.js';

/** Lists are stored beside the corrections. No task has an id that begins like this. */
const PREFIX = 'list ';

/** In ms: one day, like unfinished jobs. A list whose tab was closed is deleted after this time. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface ListStoreOptions {
  readonly lists: EditStore;
  readonly clock: Clock;
  readonly scope: OwnScope;
  /** Identifies the tab, the page and the element. Null if nothing identifies the tab. */
  readonly listKey: string | null;
  /** True if the page was reloaded or is shown again. On a new visit, the stored list is not shown. */
  readonly isRevisited: boolean;
  readonly onUnavailable: (cause: unknown) => void;
}

export interface ListStore {
  /** Whose list it is. Null until the user is known, and if nothing is stored. */
  readonly scope: string | null;
  load(): Promise<ReturnType<typeof parseStoredList>>;
  /** Several calls in a row write once. */
  save(entries: readonly Entry[]): void;
  settled(): Promise<void>;
  isKeeping(): boolean;
}

export const createListStore = (options: ListStoreOptions): ListStore => {
  const { lists, clock, onUnavailable } = options;
  const key = options.listKey === null ? null : PREFIX + options.listKey;
  const writes = createWriteQueue(onUnavailable);
  let scope: string | null = null;
  let unsaved: readonly Entry[] | null = null;
  let written = '';

  const tidy = async (): Promise<void> => {
    const now = clock.now();
    await lists.removeWhere(
      ({ id, savedAtMs }) => id.startsWith(PREFIX) && Math.abs(now - savedAtMs) > LIFETIME_MS,
    );
  };

  const write = async (list: StoredList | null): Promise<void> => {
    const text = JSON.stringify(list);
    if (key === null || text === written) return;
    const known = options.scope.now();
    // Nothing is stored under an unknown user, so there is nothing to delete.
    if (known === undefined && list === null) return;
    scope = known === undefined ? await options.scope.learn(new AbortController().signal) : known;
    if (scope === null) return;
    await (list === null ? lists.remove(scope, key) : lists.save(scope, key, list));
    written = text;
  };

  return {
    get scope() {
      return scope;
    },
    async load() {
      if (key === null) return [];
      try {
        scope = await options.scope.look(false);
        if (scope === null) return [];
        await tidy();
        if (options.isRevisited) return parseStoredList(await lists.load(scope, key));
        await lists.remove(scope, key);
      } catch (cause) {
        onUnavailable(cause);
      }
      return [];
    },
    save(entries) {
      const isQueued = unsaved !== null;
      unsaved = entries;
      if (isQueued) return;
      writes.add(async () => {
        const list = toStoredList(unsaved ?? []);
        unsaved = null;
        await write(list);
      });
    },
    settled: () => writes.settled(),
    isKeeping: () => key !== null && options.scope.now() !== null && writes.isKeeping(),
  };
};
