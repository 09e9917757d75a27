/** The scope under which a test stores work. */
import type { Origin } from '../../src/engine/ports.js';
import {
  createStorageCleanup,
  createOwnScope,
  type Clock,
  type Locks,
  type OwnScope,
  type RecordStore,
  type ScopeSource,
} from '../../src/engine.js';
import { createLivePage, type LivePage } from '../../src/engine/resume/scope.js';

/** Stores nothing. */
export const EMPTY_RECORDS: RecordStore = {
  list: () => Promise.resolve([]),
  removeWhere: () => Promise.resolve(),
};

/** The only element of a page. */
export const ORIGIN: Origin = {
  page: '/page',
  element: ' 1/1',
  service: 'https://service.example',
  backend: 'https://backend.example',
};

/** An element in a document of its own. */
export const alone = (
  origin: Origin = ORIGIN,
): { readonly origin: () => Origin; readonly page: LivePage } => ({
  origin: () => origin,
  page: createLivePage(),
});

/** A page that knows its scope without a token. */
export const known = (now: () => string | null): ScopeSource => ({
  now,
  requestFromToken: () => Promise.resolve(now()),
  session: () => null,
});

/** The real implementation, with the stores and locks of the test. */
export const ownScopeFor = (
  source: ScopeSource,
  { jobs, ...rest }: { jobs: RecordStore; edits?: RecordStore; locks: Locks; clock: Clock },
): OwnScope =>
  createOwnScope({
    source,
    cleanup: createStorageCleanup({ edits: EMPTY_RECORDS, peaks: EMPTY_RECORDS, jobs, ...rest }),
    locks: rest.locks,
  });
