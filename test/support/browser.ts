/** A browser with tabs, each with its session and keeper, over one store. */
import {
  createJobPersistence,
  type JobPersistence,
  type Locks,
  type PartResponse,
  type ScopeSource,
} from '../../src/engine/index.js';
import { createMemoryStore, createMemoryTabs, type MemoryStore } from './memory-store.js';
import { known, ownScopeFor } from './own-scope.js';
import {
  CHUNK_SIZE,
  createScriptedSession,
  task,
  wavFile,
  type Answers,
  type ScriptedSession,
} from './scripted-session.js';

/** Bytes of the recording; it goes in twenty parts. */
export const RECORDING_SIZE = 20 * CHUNK_SIZE;

/** Whose work it is unless told otherwise. */
export const ANNA = 'page:anna';

/** The recording, the same however often it is picked. */
export const recording = (bytes = RECORDING_SIZE, name = 'talk.wav', lastModified = 1_000): File =>
  new File([wavFile(bytes)], name, { lastModified });

export interface Tab extends ScriptedSession {
  readonly keeper: JobPersistence;
  readonly unavailable: unknown[];
  /** Ends the tab as a crash does: its work stops, what is stored stays. */
  readonly crash: () => Promise<void>;
}

export interface TestBrowser {
  readonly store: MemoryStore;
  readonly passTime: (ms: number) => void;
  /** The locks as a tab that holds none sees them. */
  readonly locks: () => Locks;
  readonly open: (
    answers?: Answers,
    script?: Parameters<typeof createScriptedSession>[1] & {
      /** As it is stored; `ANNA` where it is left out. */
      scope?: string | null;
      /** In place of `scope`: whose work it is may not be known at first. */
      source?: ScopeSource;
    },
  ) => Tab;
}

export const createBrowser = (): TestBrowser => {
  const store = createMemoryStore();
  const tabs = createMemoryTabs();
  let ids = 0;
  let lateMs = 0;
  return {
    store,
    passTime: (ms) => (lateMs += ms),
    locks: () => tabs.open().locks,
    open(answers = {}, script = {}) {
      const scripted = createScriptedSession(answers, { size: RECORDING_SIZE, ...script });
      const { die, ...shared } = tabs.open();
      const unavailable: unknown[] = [];
      const world = scripted.world;
      const clock = { ...world.clock, now: () => world.clock.now() + lateMs };
      const keeper = createJobPersistence({
        ...shared,
        session: scripted.session,
        store,
        clock,
        newId: () => `job-${++ids}`,
        scope: ownScopeFor(
          script.source ?? known(() => (script.scope === undefined ? ANNA : script.scope)),
          { jobs: store, locks: shared.locks, clock },
        ),
        onUnavailable: (cause) => unavailable.push(cause),
      });
      return {
        ...scripted,
        selectFile: (file = recording()) => scripted.selectFile(file),
        keeper,
        unavailable,
        crash: async () => {
          scripted.session.dispatch({ type: 'suspend' });
          await keeper.settled();
          die();
        },
      };
    },
  };
};

/** The storage host's answer to a part that it has taken. */
export const storedPart = (partNumber: number): PartResponse => ({
  status: 200,
  etag: `"etag-${partNumber}"`,
  retryAfter: null,
});

/** Resolves once so many parts are stored, at that very moment. */
export const partsStored = (tab: Tab, count: number, then: () => void): Promise<void> =>
  new Promise((resolve) => {
    const stop = tab.session.subscribe((state) => {
      if (state.name !== 'uploading' || state.job.etags.size < count) return;
      stop();
      then();
      resolve();
    });
  });

/** A tab that has crashed in the middle of an upload, six parts of twenty stored. */
export const crashedUploading = async (browser: TestBrowser): Promise<Tab> => {
  const tab = browser.open();
  const stopped = partsStored(tab, 6, () => tab.session.dispatch({ type: 'suspend' }));
  tab.selectFile();
  await stopped;
  await tab.crash();
  return tab;
};

/** A tab that has crashed while the task was running. */
export const crashedTranscribing = async (browser: TestBrowser): Promise<Tab> => {
  const tab = browser.open({ query: () => task('PROGRESS') });
  tab.selectFile();
  await tab.until('transcribing');
  await tab.crash();
  return tab;
};
