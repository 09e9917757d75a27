/** A simulated browser with tabs that share a store, each with its own session and job persistence. */
import assert from 'node:assert/strict';
import { type Locks, type PartResponse, type ScopeSource } from '../../src/engine.js';
import type { ResumableJob } from '../../src/engine/resume/scope.js';
import { createMemoryStore, createMemoryTabs, type MemoryStore } from './memory-store.js';
import { alone, known, ownScopeFor } from './own-scope.js';
import {
  CHUNK_SIZE,
  createScriptedSession,
  task,
  wavFile,
  type Answers,
  type ScriptedSession,
} from './scripted-session.js';
import { SILENCE } from './simulated-world.js';
import { createTestPersistence, type TestPersistence } from './persistence.js';

/** Size of the recording in bytes. It is sent in twenty parts. */
export const RECORDING_SIZE = 20 * CHUNK_SIZE;

/** The default owner of the work. */
export const ANNA = 'page:anna';

/** The recording, the same each time it is picked. */
export const recording = (bytes = RECORDING_SIZE, name = 'talk.wav', lastModified = 1_000): File =>
  new File([wavFile(bytes)], name, { lastModified });

export interface Tab extends ScriptedSession {
  readonly keeper: TestPersistence;
  readonly unavailable: unknown[];
  /** Crashes the tab: its work stops, and stored data stays. */
  readonly crash: () => Promise<void>;
}

export interface TestBrowser {
  readonly store: MemoryStore;
  readonly passTime: (ms: number) => void;
  /** The locks as seen by a tab that holds none. */
  readonly locks: () => Locks;
  readonly open: (
    answers?: Answers,
    script?: Parameters<typeof createScriptedSession>[1] & {
      /** The scope of stored work. Default: `ANNA`. */
      scope?: string | null;
      /** Replaces `scope` if the owner is unknown at first. */
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
      const keeper = createTestPersistence({
        ...{ ...shared, ...alone() },
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
          await keeper.flushed();
          die();
        },
      };
    },
  };
};

/** The storage host's response to an accepted part. */
export const storedPart = (partNumber: number): PartResponse => ({
  status: 200,
  etag: `"etag-${partNumber}"`,
  retryAfter: null,
});

/** Resolves at the moment when this many parts are stored. */
export const partsStored = (tab: Tab, count: number, then: () => void): Promise<void> =>
  new Promise((resolve) => {
    const stop = tab.session.subscribe((state) => {
      if (state.name !== 'uploading' || state.job.etags.size < count) return;
      stop();
      then();
      resolve();
    });
  });

/** A working tab whose parts from the seventh on stay in flight. */
export const uploading = async (
  browser: TestBrowser,
  script: Parameters<TestBrowser['open']>[1] = {},
  file = recording(),
): Promise<Tab> => {
  const tab = browser.open({}, { part: (n) => (n > 6 ? SILENCE : storedPart(n)), ...script });
  const begun = partsStored(tab, 6, () => undefined);
  tab.selectFile(file);
  await begun;
  await tab.keeper.flushed();
  return tab;
};

export const offerOf = async (tab: Tab): Promise<ResumableJob> => {
  const offer = await tab.keeper.findOffer();
  assert.ok(offer);
  return offer;
};

/** A tab that crashed during an upload, with six of twenty parts stored. */
export const crashedUploading = async (browser: TestBrowser): Promise<Tab> => {
  const tab = browser.open();
  const stopped = partsStored(tab, 6, () => tab.session.dispatch({ type: 'suspend' }));
  tab.selectFile();
  await stopped;
  await tab.crash();
  return tab;
};

/** A tab that crashed while the task was running. */
export const crashedTranscribing = async (browser: TestBrowser): Promise<Tab> => {
  const tab = browser.open({ query: () => task('PROGRESS') });
  tab.selectFile();
  await tab.until('transcribing');
  await tab.crash();
  return tab;
};
