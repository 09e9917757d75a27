/** Whose work a test stores. */
import {
  createLeftovers,
  createOwnScope,
  type Clock,
  type Locks,
  type OwnScope,
  type RecordStore,
  type ScopeSource,
} from '../../src/engine/index.js';

/** Nothing is stored there. */
export const EMPTY_RECORDS: RecordStore = {
  list: () => Promise.resolve([]),
  removeWhere: () => Promise.resolve(),
};

/** A page that knows the scope by itself. */
export const known = (now: () => string | null): ScopeSource => ({
  now,
  learn: () => Promise.resolve(now()),
  session: () => null,
});

/** The real thing, over stores and locks of the test. */
export const ownScopeFor = (
  source: ScopeSource,
  { jobs, ...rest }: { jobs: RecordStore; edits?: RecordStore; locks: Locks; clock: Clock },
): OwnScope =>
  createOwnScope({
    source,
    leftovers: createLeftovers({ edits: EMPTY_RECORDS, jobs, ...rest }),
    locks: rest.locks,
  });
