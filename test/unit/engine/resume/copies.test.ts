/** Copies of recordings: which file the work uses, and what a reload continues. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AudioFile, type CopyRequest, type CopyResult } from '../../../../src/engine.js';
import { createOngoingJobs } from '../../../../src/browser/tab-session.js';
import {
  ANNA,
  crashedUploading,
  createBrowser,
  offerOf,
  recording,
  RECORDING_SIZE,
} from '../../../support/browser.js';
import { createMemoryStore, createMemoryTabs } from '../../../support/memory-store.js';
import { alone, known, ownScopeFor } from '../../../support/own-scope.js';
import { createScriptedSession } from '../../../support/scripted-session.js';
import { SILENCE } from '../../../support/simulated-world.js';
import { createTestPersistence } from '../../../support/persistence.js';

const { signal } = new AbortController();

/** A job persistence whose copier answers with `result`. */
const withCopier = (result: (file: AudioFile) => CopyResult, scope: string | null = ANNA) => {
  const requests: Omit<CopyRequest, 'signal'>[] = [];
  const scripted = createScriptedSession({}, { size: RECORDING_SIZE, part: () => SILENCE });
  const store = createMemoryStore();
  const tab = createMemoryTabs().open();
  const { clock } = scripted.world;
  const persistence = createTestPersistence({
    ...{ session: scripted.session, store, clock, newId: () => 'job-1', ...tab, ...alone() },
    scope: ownScopeFor(
      known(() => scope),
      { jobs: store, locks: tab.locks, clock },
    ),
    onUnavailable: () => undefined,
    copy: (file, { signal: _signal, ...request }) => {
      requests.push(request);
      return Promise.resolve(result(file));
    },
  });
  return { ...scripted, persistence, requests, store };
};

describe('the file that a job works with', () => {
  it('is the copy, under the id of the job, or in memory if nothing may be stored', async () => {
    const copy = recording();
    for (const [scope, jobId] of [
      [ANNA, 'job-1'],
      [null, null],
    ] as const) {
      const { persistence, requests, selectFile } = withCopier(
        () => ({ kind: 'copied', file: copy }),
        scope,
      );
      selectFile(recording());
      assert.equal(await persistence.stable(recording(), signal), copy);
      assert.deepEqual(requests[0], { jobId, when: 'first' });
    }
  });

  it('is the file itself if there is no space, until it could not be read', async () => {
    const { persistence, requests, session, selectFile, until } = withCopier(() => ({
      kind: 'not-copied',
      problem: 'no-space',
    }));
    const file = recording();
    assert.equal(await persistence.stable(file, signal), file);
    const unreadable = Object.assign(recording(), {
      slice: () =>
        Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('gone')) }),
    });
    selectFile(unreadable);
    const failed = await until('failed');
    assert.ok(failed.name === 'failed' && failed.error.failure?.reason === 'file-unreadable');
    assert.equal(await persistence.stable(file, signal), 'no-space');
    assert.equal(requests.at(-1)?.when, 'after-failure');
    session.dispatch({ type: 'cancel' });
  });

  it('is unreadable if the copy could not be made', async () => {
    const { persistence } = withCopier(() => ({ kind: 'not-copied', problem: 'unreadable' }));
    assert.equal(await persistence.stable(recording(), signal), 'unreadable');
  });
});

describe('a copy beside an upload', () => {
  it('is made once the plan is stored, replaces the stored file, and goes with the job', async () => {
    const copy = recording();
    const { requests, session, store, selectFile, until, persistence } = withCopier(() => ({
      kind: 'copied',
      file: copy,
    }));
    const replaced = new Promise<string>((resolve) => {
      const { saveRecording } = store;
      store.saveRecording = async (id, file) => {
        const isSaved = await saveRecording(id, file);
        if (file === copy) resolve(id);
        return isSaved;
      };
    });
    selectFile(recording());
    await until('uploading');
    assert.equal(await replaced, 'job-1');
    await persistence.flushed();
    assert.deepEqual(
      requests.filter(({ when }) => when === 'beside'),
      [{ jobId: 'job-1', when: 'beside' }],
    );
    session.dispatch({ type: 'cancel' });
    await persistence.flushed();
    assert.equal(store.size(), 0);
  });
});

describe('ongoing jobs', () => {
  const sessionStorageOf = (items: Map<string, string>) => () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });

  it('continue once after a reload, and only if they were ongoing', () => {
    const items = new Map<string, string>();
    const before = createOngoingJobs(sessionStorageOf(items), () => false);
    before.persist('a', true);
    before.persist('b', true);
    before.persist('b', false);
    assert.equal(before.take('a'), false);
    const visit = createOngoingJobs(sessionStorageOf(items), () => false);
    assert.equal(visit.take('a'), false);
    const reloaded = createOngoingJobs(sessionStorageOf(items), () => true);
    assert.deepEqual(
      ['a', 'a', 'b', 'c'].map((id) => reloaded.take(id)),
      [true, false, false, false],
    );
  });

  it('are not changed by a page that was left', () => {
    const items = new Map<string, string>();
    let isLeft = false;
    const page = createOngoingJobs(
      () => (isLeft ? null : sessionStorageOf(items)()),
      () => false,
    );
    page.persist('a', true);
    isLeft = true;
    page.persist('a', false);
    assert.equal(createOngoingJobs(sessionStorageOf(items), () => true).take('a'), true);
  });

  it('are only offered if the browser forbids session storage', () => {
    const forbidden = (): never => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    const jobs = createOngoingJobs(forbidden, () => true);
    jobs.persist('a', true);
    assert.equal(jobs.take('b'), false);
  });

  it('do not continue while the user must do something', async () => {
    const browser = createBrowser();
    await crashedUploading(browser);
    const tab = browser.open();
    const offer = await offerOf(tab);
    assert.equal(offer.needs, 'nothing');
    // This tab has not worked on it.
    assert.equal(tab.keeper.continues(offer), false);
  });
});
