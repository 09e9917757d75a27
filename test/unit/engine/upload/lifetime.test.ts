/** The URL of an uploaded file is valid for about a day (section 8). After that, the recording is uploaded again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HttpRequest, SessionState, StoredJob } from '../../../../src/engine.js';
import {
  ANNA,
  createBrowser,
  offerOf,
  recording,
  type Tab,
  type TestBrowser,
} from '../../../support/browser.js';
import {
  codeOf,
  createScriptedSession,
  PATHS,
  RESULT,
  task,
  type ScriptedSession,
} from '../../../support/scripted-session.js';
import { jsonResponse } from '../../../support/simulated-world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { signal } = new AbortController();

/** The response of 4.6 to the n-th completion: each upload has its own URL. */
const completed = ({ body = '' }: HttpRequest, count: number, query = '') =>
  jsonResponse(200, {
    FileId: 'file-1',
    FileType: 'wav',
    DownloadUrl: `https://storage.test/file-${count}${query}`,
    FileMd5: (JSON.parse(body) as { file_md5: string }).file_md5,
  });

/** A service whose tasks fail until `heal` is called. */
const failing = (query = '') => {
  let failed = true;
  const heal = (): void => void (failed = false);
  const answers = {
    complete: (request: HttpRequest, count: number) => completed(request, count, query),
    query: () => (failed ? task('FAILURE') : task('SUCCESS', RESULT)),
  };
  return { answers, heal };
};

const count = ({ world }: ScriptedSession, path: string): number =>
  world.requests.filter((it) => it === path).length;

const submitted = (scripted: ScriptedSession): unknown[] =>
  scripted.bodies('submit').map((body) => (body as { file_url: string }).file_url);

/** A failed task that is retried this much later. */
const retriedAfter = async (ms: number, query = '') => {
  const { answers, heal } = failing(query);
  const scripted = createScriptedSession(answers);
  let hashed = 0;
  const { hash } = scripted.world;
  Object.assign(scripted.world, {
    hash: (...parameters: Parameters<typeof hash>) => {
      hashed++;
      return hash(...parameters);
    },
  });
  scripted.selectFile();
  const failed = await scripted.until('ready', 'failed');
  assert.equal(codeOf(failed), 'task-failed');
  assert.ok(failed.name === 'failed' && failed.job?.uploadedAtMs !== undefined);
  await scripted.world.clock.sleep(
    failed.job.uploadedAtMs + ms - scripted.world.clock.now(),
    signal,
  );
  heal();
  const before = scripted.states.length;
  scripted.session.dispatch({ type: 'retry' });
  assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
  return { scripted, states: scripted.states.slice(before), hashed: () => hashed };
};

const saysSo = (state: SessionState): boolean => 'job' in state && state.job?.uploadsAgain === true;

describe('retry of a failed task', () => {
  it('is submitted with its URL up to an hour before that expires', async () => {
    const { scripted, states } = await retriedAfter(23 * HOUR - 1);
    assert.deepEqual(
      submitted(scripted),
      [1, 1].map((n) => `https://storage.test/file-${n}`),
    );
    assert.equal(count(scripted, PATHS.plan), 1);
    assert.equal(scripted.world.sentParts.length, 5);
    assert.ok(!states.some(saysSo));
  });

  for (const ms of [23 * HOUR, 30 * HOUR]) {
    it(`is uploaded again after ${ms / HOUR} hours, with an event, and keeps the hash`, async () => {
      const { scripted, states, hashed } = await retriedAfter(ms);
      assert.deepEqual(
        submitted(scripted),
        [1, 2].map((n) => `https://storage.test/file-${n}`),
      );
      assert.equal(count(scripted, PATHS.plan), 2);
      assert.equal(scripted.world.sentParts.length, 10);
      assert.equal(hashed(), 1);
      const names = (of: readonly SessionState[]) => new Set(of.map(({ name }) => name));
      assert.deepEqual(names(states.filter(saysSo)), new Set(['preparing', 'uploading']));
      const silent = states.slice(states.findIndex(saysSo)).filter((state) => !saysSo(state));
      assert.deepEqual(names(silent), new Set(['submitting', 'transcribing', 'ready']));
    });
  }

  it('uses the lifetime in the URL, minus a tenth of it', async () => {
    for (const [ms, plans] of [
      [13.5 * MINUTE - 1, 1],
      [13.5 * MINUTE, 2],
    ] as const) {
      const { scripted } = await retriedAfter(ms, '?X-Amz-Expires=900');
      assert.equal(count(scripted, PATHS.plan), plans, String(ms));
    }
    const { scripted } = await retriedAfter(30 * HOUR, '?X-Amz-Expires=172800');
    assert.equal(count(scripted, PATHS.plan), 1);
  });

  it('is uploaded again after a second failure, because the service may be unable to fetch it', async () => {
    const { answers, heal } = failing();
    const scripted = createScriptedSession(answers);
    scripted.selectFile();
    await scripted.until('failed');
    scripted.session.dispatch({ type: 'retry' });
    await scripted.until('failed');
    heal();
    scripted.session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.deepEqual(
      submitted(scripted),
      [1, 1, 2].map((n) => `https://storage.test/file-${n}`),
    );
    assert.ok(!scripted.states.some(saysSo));
  });

  it('fails as file-changed if the page no longer has the file', async () => {
    const { answers } = failing();
    const { session, until, world } = createScriptedSession(answers);
    const uploaded = {
      FileId: 'f',
      FileType: 'wav',
      DownloadUrl: 'https://storage.test/file-1',
      FileMd5: 'f'.repeat(32),
    };
    session.dispatch({
      type: 'restore',
      job: {
        source: { kind: 'address', fileUrl: uploaded.DownloadUrl, title: 'talk.wav' },
        options: {},
        etags: new Map(),
        uploaded,
        uploadedAtMs: world.clock.now() - 30 * HOUR,
        transcriptionId: 'task-1',
      },
    });
    assert.equal(codeOf(await until('failed')), 'task-failed');
    const asked = world.requests.length;
    session.dispatch({ type: 'retry' });
    const end = await until('ready', 'failed');
    assert.equal(codeOf(end), 'file-changed');
    assert.ok(end.name === 'failed' && !end.error.recoverable);
    assert.match(end.error.message, /expired.*Choose it again/);
    assert.equal(world.requests.length, asked, 'nothing was submitted');
  });

  it("of a page's own file-url is submitted again, however old it is", async () => {
    const { answers, heal } = failing();
    const scripted = createScriptedSession(answers);
    const fileUrl = 'https://cdn.test/talk.mp3';
    scripted.session.dispatch({
      type: 'select',
      source: { kind: 'address', fileUrl },
      options: {},
    });
    await scripted.until('failed');
    await scripted.world.clock.sleep(300 * HOUR, signal);
    heal();
    scripted.session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.deepEqual(submitted(scripted), [fileUrl, fileUrl]);
    assert.equal(count(scripted, PATHS.plan), 0);
  });
});

describe('upload that could not be submitted for a day', () => {
  it('is repeated once if the device was offline for too long', async () => {
    const scripted = createScriptedSession({ complete: completed });
    const { world, session } = scripted;
    const { connectivity } = world;
    let onlineAtMs = 0;
    Object.assign(connectivity, {
      whenOnline: async (waiting: AbortSignal) => {
        await world.clock.sleep(Math.max(0, onlineAtMs - world.clock.now()), waiting);
        world.online = true;
      },
    });
    const { http } = world;
    Object.assign(world, {
      http: (...request: Parameters<typeof http>) =>
        connectivity.isOnline() ? http(...request) : Promise.reject(new TypeError('offline')),
    });
    session.subscribe((_state, _previous, { type }) => {
      if (type !== 'uploaded' || count(scripted, PATHS.complete) > 1) return;
      world.online = false;
      onlineAtMs = world.clock.now() + 30 * HOUR;
    });
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.deepEqual(submitted(scripted), ['https://storage.test/file-2']);
    assert.equal(count(scripted, PATHS.plan), 2);
  });
});

/** A browser whose task failed this long after its upload was completed, and whose tab was closed. */
const crashedAfterFailure = async (age: number | null): Promise<TestBrowser> => {
  const browser = createBrowser();
  const tab = browser.open(failing().answers);
  tab.selectFile();
  await tab.until('failed');
  await tab.crash();
  const [job] = await browser.store.list(ANNA);
  assert.ok(job?.job.uploadedAtMs !== undefined);
  const { uploadedAtMs, ...facts } = job.job;
  await browser.store.save(
    {
      ...job,
      job: age === null ? facts : { ...facts, uploadedAtMs: uploadedAtMs - age },
    },
    false,
  );
  return browser;
};

const storedJob = async ({ store }: TestBrowser): Promise<StoredJob> => {
  const [job] = await store.list(ANNA);
  assert.ok(job);
  return job;
};

const open = (browser: TestBrowser): Tab => browser.open({ complete: completed });

describe('upload after a reload', () => {
  it('that is recent is submitted without the file', async () => {
    const browser = await crashedAfterFailure(20 * HOUR);
    const tab = open(browser);
    const offer = await offerOf(tab);
    assert.deepEqual([offer.needs, offer.uploadedFraction], ['nothing', 1]);
    await tab.keeper.accept(offer);
    assert.equal(codeOf(await tab.until('ready', 'failed')), 'ready');
    assert.equal(count(tab, PATHS.plan), 0);
  });

  for (const [what, age] of [
    ['that is too old', 30 * HOUR],
    ['whose age was not stored', null],
  ] as const) {
    it(`${what} is repeated from the stored file`, async () => {
      const browser = await crashedAfterFailure(age);
      const tab = open(browser);
      const offer = await offerOf(tab);
      assert.deepEqual([offer.needs, offer.uploadedFraction], ['nothing', 0]);
      assert.equal(await tab.keeper.accept(offer), 'resumed');
      assert.equal(codeOf(await tab.until('ready', 'failed')), 'ready');
      assert.equal(count(tab, PATHS.plan), 1);
      assert.equal(tab.world.sentParts.length, 20);
      assert.ok(tab.states.some(saysSo));
    });
  }

  it('that is too old needs the file, and compares one that is picked again', async () => {
    for (const same of [true, false]) {
      const browser = await crashedAfterFailure(30 * HOUR);
      browser.store.access = 'missing';
      const tab = open(browser);
      const offer = await tab.keeper.findOffer();
      assert.equal(offer?.needs, 'recording');
      browser.store.access = null;
      assert.equal(await tab.keeper.accept(offer), 'recording-needed');
      assert.equal(tab.session.getState().name, 'idle');
      const bytes = new Uint8Array(await recording().arrayBuffer());
      if (!same) bytes[300] = 1;
      const file = new File([bytes], 'talk.wav', { lastModified: 2_000 });
      assert.equal(await tab.keeper.accept(offer, { file }), 'resumed');
      const end = await tab.until('ready', 'failed');
      assert.equal(codeOf(end), same ? 'ready' : 'file-changed');
      assert.equal(tab.world.sentParts.length, same ? 20 : 0);
    }
  });

  it('is repeated if a task failed before the reload and one after it', async () => {
    const browser = await crashedAfterFailure(HOUR);
    const { answers, heal } = failing();
    const tab = browser.open(answers);
    await tab.keeper.accept(await offerOf(tab));
    await tab.until('failed');
    assert.equal(count(tab, PATHS.plan), 0);
    heal();
    tab.session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await tab.until('ready', 'failed')), 'ready');
    assert.equal(count(tab, PATHS.plan), 1);
  });

  it('whose task still runs is only polled, however old it is', async () => {
    const browser = createBrowser();
    const before = browser.open({ query: () => task('PROGRESS') });
    before.selectFile();
    await before.until('transcribing');
    await before.crash();
    const stored = await storedJob(browser);
    const { uploadedAtMs: _age, ...job } = stored.job;
    await browser.store.save({ ...stored, job }, false);
    browser.store.access = 'missing';
    const tab = open(browser);
    const offer = await offerOf(tab);
    assert.deepEqual([offer.needs, offer.uploadedFraction], ['nothing', 1]);
    await tab.keeper.accept(offer);
    assert.equal(codeOf(await tab.until('ready', 'failed')), 'ready');
    assert.deepEqual(new Set(tab.world.requests), new Set([PATHS.query]));
  });

  it('that is repeated is still marked after another reload', async () => {
    const browser = await crashedAfterFailure(30 * HOUR);
    const tab = open(browser);
    const offer = await offerOf(tab);
    await tab.keeper.accept(offer);
    await tab.until('uploading');
    await tab.crash();
    const { job, etags } = await storedJob(browser);
    assert.deepEqual([job.uploadsAgain, job.uploaded], [true, undefined]);
    assert.ok(etags.length < 20);
  });
});
