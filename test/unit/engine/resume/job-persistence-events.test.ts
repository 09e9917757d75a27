/** How job persistence reacts to each session event. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  TranscribeError,
  type Command,
  type SessionEvent,
  type Job,
  type Listener,
  type SessionState,
} from '../../../../src/engine.js';
import { ANNA, createBrowser, offerOf, recording } from '../../../support/browser.js';
import { createMemoryStore, createMemoryTabs } from '../../../support/memory-store.js';
import { alone, known, ownScopeFor } from '../../../support/own-scope.js';
import { PATHS, task } from '../../../support/scripted-session.js';
import { createSimulatedClock, jsonResponse } from '../../../support/simulated-world.js';
import { createTestPersistence } from '../../../support/persistence.js';

const MD5 = '0123456789abcdef0123456789abcdef';

const file = recording(450);
const job: Job = {
  source: { kind: 'file', file },
  options: {},
  file: {
    name: file.name,
    size: 450,
    fileType: 'wav',
    durationSeconds: 3,
    lastModifiedMs: file.lastModified,
  },
  plan: {
    FileId: 'f',
    UploadId: 'u',
    ChunkSize: 450,
    Parts: [{ PartNumber: 1, PresignedUrl: 'https://storage.test/1' }],
  },
  etags: new Map(),
  hashPoint: { bytes: 450, md5: MD5, state: { engine: 'e', bytes: new Uint8Array([1]) } },
};

const uploading = (of: Job): SessionState => ({
  name: 'uploading',
  trouble: null,
  job: of,
  step: 'sending',
  progress: { sentBytes: 0, totalBytes: 450, bytesPerSecond: null, late: false },
  retrying: new Map(),
});

/** Job persistence for a session whose events the test sends. */
const setUp = () => {
  let state: SessionState = { name: 'idle' };
  const listeners = new Set<Listener>();
  const commands: Command[] = [];
  const tell = (next: SessionState, fact: SessionEvent): void => {
    const previous = state;
    state = next;
    for (const listener of listeners) listener(state, previous, fact);
  };
  const store = createMemoryStore();
  const tabs = createMemoryTabs();
  const { locks, news } = tabs.open();
  let ids = 0;
  const clock = createSimulatedClock();
  const keeper = createTestPersistence({
    session: {
      getState: () => state,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      dispatch: (command) => {
        commands.push(command);
        if (command.type === 'restore') {
          tell(uploading(command.job), { type: 'selected', job: command.job });
        }
      },
    },
    ...alone(),
    store,
    locks,
    news,
    clock,
    newId: () => `job-${++ids}`,
    scope: ownScopeFor(
      known(() => ANNA),
      { jobs: store, locks, clock },
    ),
    onUnavailable: () => undefined,
  });
  const lockOf = (id: string) => tabs.open().locks.isTaken(`audio-transcribe:${id}`);
  return {
    clock,
    keeper,
    store,
    tell,
    lockOf,
    commands,
    jobOf: () => state.name !== 'idle' && state.job,
  };
};

/** Work that started here and ended with the tab; returns the job persistence of the next tab. */
const begun = async () => {
  const set = setUp();
  const { tell, keeper } = set;
  tell({ name: 'preparing', trouble: null, job, step: 'checking' }, { type: 'selected', job });
  tell(uploading(job), { type: 'checked', facts: file as never, wait: false });
  await keeper.flushed();
  return set;
};

/** Work whose file was picked again but not compared yet. */
const doubted = async () => {
  const set = setUp();
  await set.store.save(
    {
      version: 4,
      id: 'old',
      scope: ANNA,
      savedAtMs: set.clock.now(),
      title: file.name,
      source: { kind: 'file' },
      job: { ...job, source: undefined, etags: undefined } as never,
      etags: [],
    },
    true,
  );
  const offer = await set.keeper.findOffer();
  assert.equal(offer?.needs, 'recording');
  assert.equal(await set.keeper.accept(offer, { file }), 'resumed');
  const of = set.jobOf();
  assert.ok(of);
  assert.equal(of.unverified, true);
  return { ...set, job: of };
};

describe('job persistence on a session event', () => {
  it('end: releases the lock once the record is deleted', async () => {
    const { keeper, store, tell, lockOf } = await begun();
    assert.equal(await lockOf('job-1'), true);
    assert.equal(store.size(), 2);
    tell({ name: 'idle' }, { type: 'cleared' });
    await keeper.flushed();
    assert.deepEqual([await lockOf('job-1'), store.size()], [false, 0]);
  });

  it('submission started: the record is stored once the outcome is known', async () => {
    const { keeper, store, tell } = await begun();
    const asked = { ...job, submissionAskedAtMs: 5 };
    tell({ name: 'submitting', trouble: null, job: asked }, { type: 'submission-asked' } as never);
    await keeper.flushed();
    assert.equal((await store.list(ANNA))[0]?.job.submissionAskedAtMs, 5);
    assert.equal(keeper.atRisk(), true);
  });

  it('picked file is the right one: stores it, and not before', async () => {
    const { keeper, store, tell, job: of } = await doubted();
    tell(uploading(of), { type: 'part-stored', partNumber: 1, etag: '"e"' });
    await keeper.flushed();
    assert.equal(await store.recordingAccess('old'), 'missing');
    assert.equal(keeper.atRisk(), true);
    const { unverified: _compared, ...verified } = of;
    tell(uploading(verified), { type: 'verified' } as never);
    await keeper.flushed();
    assert.equal(await store.recordingAccess('old'), 'ready');
    assert.equal(keeper.atRisk(), false);
  });

  it('picked file is another one: releases it, so that the right one can still be picked', async () => {
    const { keeper, store, tell, lockOf, job: of } = await doubted();
    const error = new TranscribeError('file-changed', 'Another file.');
    tell({ name: 'failed', job: of, error, progress: null }, { type: 'failed', error });
    tell({ name: 'idle' }, { type: 'cleared' });
    await keeper.flushed();
    assert.equal(await lockOf('old'), false);
    assert.deepEqual([store.size(), (await keeper.findOffer())?.id], [1, 'old']);
  });

  it('another file is uploaded anyway: stores it as new work', async () => {
    const { keeper, store, tell, lockOf, job: of } = await doubted();
    const error = new TranscribeError('file-changed', 'Another file.');
    tell({ name: 'failed', job: of, error, progress: null }, { type: 'failed', error });
    const { unverified: _compared, ...anew } = of;
    tell({ name: 'preparing', trouble: null, job: anew, step: 'checking' }, { type: 'resumed' });
    tell(uploading(anew), { type: 'checked', facts: file as never, wait: false });
    await keeper.flushed();
    assert.equal(await lockOf('job-1'), true);
    assert.deepEqual((await store.list(ANNA)).map(({ id }) => id).sort(), ['job-1', 'old']);
  });
});

describe('job persistence on a final failure', () => {
  for (const paid of [{ transcriptionId: 'task-1' }, { submissionAskedAtMs: 5 }]) {
    it(`keeps what was paid for until the user dismisses it: ${Object.keys(paid).join()}`, async () => {
      const { keeper, store, tell } = await begun();
      const error = new TranscribeError('network', 'It is gone.', { recoverable: false });
      tell(
        { name: 'failed', job: { ...job, ...paid }, error, progress: null },
        {
          type: 'failed',
          error,
        },
      );
      await keeper.flushed();
      const [kept] = await store.list(ANNA);
      assert.deepEqual({ ...kept?.job, ...paid }, kept?.job);
      // Another recording does not replace it.
      tell({ name: 'preparing', trouble: null, job, step: 'checking' }, { type: 'selected', job });
      tell(uploading(job), { type: 'checked', facts: file as never, wait: false });
      await keeper.flushed();
      assert.deepEqual((await store.list(ANNA)).map(({ id }) => id).sort(), ['job-1', 'job-2']);
      const offer = await keeper.findOffer();
      assert.equal(offer?.id, 'job-1');
      await keeper.decline(offer);
      assert.deepEqual(
        (await store.list(ANNA)).map(({ id }) => id),
        ['job-2'],
      );
    });
  }

  it('deletes a job without a task', async () => {
    const { keeper, store, tell } = await begun();
    const error = new TranscribeError('configuration', 'It is gone.', { recoverable: false });
    tell({ name: 'failed', job, error, progress: null }, { type: 'failed', error });
    await keeper.flushed();
    assert.equal(store.size(), 0);
  });

  it('of a submission: it did not arrive, also after a reload', async () => {
    const browser = createBrowser();
    const tab = browser.open({
      submit: () => jsonResponse(403, { code: 'origin-not-allowed' }),
    });
    tab.selectFile();
    await tab.until('failed');
    await tab.crash();
    const [kept] = await browser.store.list(ANNA);
    assert.ok(kept?.job.uploaded);
    assert.equal(kept.job.submissionAskedAtMs, undefined);
  });

  it('of a task: it has ended and is never queried again, also after a reload', async () => {
    const browser = createBrowser();
    const answers = { query: () => task('FAILURE') };
    const tab = browser.open(answers);
    tab.selectFile();
    await tab.until('failed');
    await tab.crash();
    const next = browser.open(answers);
    const offer = await offerOf(next);
    await next.keeper.accept(offer);
    await next.until('failed');
    assert.equal(next.world.requests[0], PATHS.submit);
  });
});
