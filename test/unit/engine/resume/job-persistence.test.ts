import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { HttpRequest, HttpResponse, StoredJob } from '../../../../src/engine.js';
import { LIFETIMES_MS } from '../../../../src/engine/resume/scope.js';
import {
  ANNA,
  crashedTranscribing,
  crashedUploading,
  createBrowser,
  offerOf,
  recording,
  RECORDING_SIZE,
  storedPart,
  type Tab,
  type TestBrowser,
} from '../../../support/browser.js';
import { CHUNK_SIZE, PATHS, task } from '../../../support/scripted-session.js';

const BEGINNING = await recording()
  .slice(0, 6 * CHUNK_SIZE)
  .arrayBuffer();

const POINT = {
  bytes: BEGINNING.byteLength,
  md5: createHash('md5').update(new Uint8Array(BEGINNING)).digest('hex'),
  state: { engine: 'test', bytes: new Uint8Array([1]) },
};

const onlyJob = async ({ store }: TestBrowser): Promise<StoredJob> => {
  const [job, ...others] = await store.list(ANNA);
  assert.ok(job);
  assert.equal(others.length, 0);
  return job;
};

/** A browser with an interrupted upload whose recording could not be stored, hashed up to `POINT`. */
const withoutRecording = async (hashPoint = true): Promise<TestBrowser> => {
  const browser = createBrowser();
  browser.store.recordingLimit = 0;
  await crashedUploading(browser);
  const job = await onlyJob(browser);
  const { hashPoint: _point, ...facts } = job.job;
  await browser.store.save(
    { ...job, job: hashPoint ? { ...facts, hashPoint: POINT } : facts },
    true,
  );
  return browser;
};

const jobOf = (tab: Tab) => {
  const state = tab.session.getState();
  assert.ok(state.name !== 'idle' && state.job !== null);
  return state.job;
};

const asked = (tab: Tab, path: string): number =>
  tab.world.requests.filter((it) => it === path).length;

describe('interrupted work', () => {
  it('resumes with the missing parts and the same plan', async () => {
    const browser = createBrowser();
    await crashedUploading(browser);
    const tab = browser.open();
    const offer = await offerOf(tab);
    assert.deepEqual(
      [offer.kind, offer.needs, offer.title, offer.size, offer.uploadedFraction],
      ['interrupted', 'nothing', 'talk.wav', RECORDING_SIZE, 0.3],
    );
    assert.equal(await tab.keeper.accept(offer), 'resumed');
    assert.equal(jobOf(tab).unverified, undefined);
    assert.equal((await tab.until('ready', 'failed')).name, 'ready');
    assert.equal(tab.world.sentParts.length, 14);
    assert.equal(asked(tab, PATHS.plan), 0);
    await tab.keeper.flushed();
    assert.equal(browser.store.size(), 0);
  });

  it('resumes polling the task without submitting again', async () => {
    const browser = createBrowser();
    await crashedTranscribing(browser);
    const tab = browser.open();
    const offer = await tab.keeper.findOffer();
    assert.equal(offer?.uploadedFraction, 1);
    await tab.keeper.accept(offer);
    assert.equal((await tab.until('ready', 'failed')).name, 'ready');
    assert.deepEqual(new Set(tab.world.requests), new Set([PATHS.query]));
  });

  it('is offered to no other user, and deleted when declined and after a day in any scope', async () => {
    const browser = createBrowser();
    await crashedUploading(browser);
    const tab = browser.open();
    tab.keeper.connect(() => undefined);
    const offer = await offerOf(tab);
    // Her element is live, so another scope's element must not delete it.
    assert.equal(await browser.open({}, { scope: 'page:bo' }).keeper.findOffer(), null);
    assert.notEqual(browser.store.size(), 0);
    await tab.keeper.decline(offer);
    assert.equal(browser.store.size(), 0);

    await crashedUploading(browser);
    browser.passTime(LIFETIMES_MS.job + 60_000);
    assert.equal(await browser.open({}, { scope: 'page:bo' }).keeper.findOffer(), null);
    assert.equal(browser.store.size(), 0);
  });

  it('asks for permission if the browser requires it, and for the file if it is denied', async () => {
    const browser = createBrowser();
    await crashedUploading(browser);
    browser.store.access = 'asks';
    const tab = browser.open();
    const offer = await tab.keeper.findOffer();
    assert.equal(offer?.needs, 'permission');
    browser.store.access = null;
    assert.equal(await tab.keeper.accept(offer), 'recording-needed');
    assert.equal(tab.session.getState().name, 'idle');
    assert.equal((await tab.keeper.findOffer())?.needs, 'recording');
    assert.equal((await tab.keeper.findOffer())?.kind, 'interrupted', 'nobody holds it');
  });

  it('treats a recording that changed on disk as unverified, and does not read one of another size', async () => {
    const browser = createBrowser();
    await crashedUploading(browser);
    const job = await onlyJob(browser);
    await browser.store.save({ ...job, job: { ...job.job, hashPoint: POINT } }, true);
    browser.store.changeRecording((file) => recording(file.size, file.name, 2_000));
    const tab = browser.open();
    const offer = await offerOf(tab);
    assert.equal(await tab.keeper.accept(offer), 'resumed');
    assert.equal(jobOf(tab).unverified, true);
    await tab.crash();

    browser.store.changeRecording((file) => recording(file.size + 1, file.name));
    const next = browser.open();
    const again = await offerOf(next);
    assert.equal(await next.keeper.accept(again), 'recording-needed');
  });
});

describe('recording that is picked again', () => {
  it('is rejected if its size differs, and the offer stays', async () => {
    const tab = (await withoutRecording()).open();
    const offer = await tab.keeper.findOffer();
    assert.equal(offer?.needs, 'recording');
    assert.equal(await tab.keeper.accept(offer), 'recording-needed');
    const other = { file: recording(RECORDING_SIZE - 1) };
    assert.equal(await tab.keeper.accept(offer, other), 'another-recording');
    assert.equal(tab.session.getState().name, 'idle');
    assert.deepEqual(await tab.keeper.findOffer(), offer);
  });

  it('resumes, unverified until its content has been compared', async () => {
    const browser = await withoutRecording();
    const tab = browser.open();
    const offer = await offerOf(tab);
    const choice = { file: recording(RECORDING_SIZE, 'copy.wav', 5_000) };
    assert.equal(await tab.keeper.accept(offer, choice), 'resumed');
    assert.equal(jobOf(tab).unverified, true);
    assert.deepEqual(jobOf(tab).hashPoint, POINT);
    assert.equal(jobOf(tab).etags.size, 6);
    assert.equal(tab.keeper.atRisk(), false, 'what was interrupted is still there');
    await tab.until('uploading');
    assert.equal(tab.keeper.atRisk(), true, 'and would have to be picked once more');
  });

  it('starts a new upload if there is no hash to compare it with', async () => {
    const browser = await withoutRecording(false);
    browser.store.recordingLimit = Infinity;
    const tab = browser.open();
    const offer = await offerOf(tab);
    assert.equal(offer.uploadedFraction, 0, 'what was sent is of no use');
    assert.equal(await tab.keeper.accept(offer, { file: recording() }), 'resumed');
    const { unverified, etags, file: facts } = jobOf(tab);
    assert.deepEqual([unverified, etags.size, facts?.size], [undefined, 0, RECORDING_SIZE]);
    assert.equal((await tab.until('ready', 'failed')).name, 'ready');
    assert.equal(asked(tab, PATHS.plan), 1);
    assert.equal(tab.world.sentParts.length, 20);
  });

  it('is recognised without an offer, by name, size and modification time', async () => {
    const tab = (await withoutRecording()).open();
    const match = await tab.keeper.findMatch(recording());
    assert.equal(match?.needs, 'nothing');
    for (const other of [
      recording(RECORDING_SIZE - 1),
      recording(RECORDING_SIZE, 'other.wav'),
      recording(RECORDING_SIZE, 'talk.wav', 1_001),
    ]) {
      assert.equal(await tab.keeper.findMatch(other), null);
    }
  });

  it('repeats a submission whose answer was lost as it was, although the options are others now', async () => {
    const browser = createBrowser();
    const sent: unknown[] = [];
    const submit =
      (answer: HttpResponse | Error) =>
      ({ headers, body }: HttpRequest): HttpResponse | Error => {
        sent.push([headers['Idempotency-Key'], body]);
        return answer;
      };
    const lost = browser.open({ submit: submit(new TypeError('connection reset')) });
    lost.selectFile();
    await lost.until('failed');
    await lost.crash();
    const before = sent.length;
    const tab = browser.open({ submit: submit(task('PENDING')) });
    Object.assign(tab.world, { random: () => 0.7 });
    const offer = await offerOf(tab);
    await tab.keeper.accept(offer, { file: recording(), options: { language: 'de' } });
    assert.equal((await tab.until('ready', 'failed')).name, 'ready');
    assert.equal(sent.length, before + 1);
    assert.deepEqual(sent.at(-1), sent[0]);
  });

  it('is submitted again with other options, but not sent again', async () => {
    const browser = createBrowser();
    await crashedTranscribing(browser);
    const tab = browser.open();
    const match = await tab.keeper.findMatch(recording());
    assert.ok(match);
    const choice = { file: recording(), options: { diarization: true } };
    await tab.keeper.accept(match, choice);
    assert.equal((await tab.until('ready', 'failed')).name, 'ready');
    assert.deepEqual([asked(tab, PATHS.submit), tab.world.sentParts.length], [1, 0]);
  });

  it('of failed work in this page resumes that work', async () => {
    const browser = createBrowser();
    const tab = browser.open(
      {},
      { part: (number) => (number === 9 ? refusal : storedPart(number)) },
    );
    tab.selectFile();
    await tab.until('failed');
    const match = await tab.keeper.findMatch(recording());
    assert.equal(match?.kind, 'interrupted');
    assert.equal(await tab.keeper.findOffer(), null, 'it is not offered beside itself');
    assert.equal(await tab.keeper.accept(match, { file: recording() }), 'resumed');
    assert.equal((await onlyJob(browser)).id, match.id);
  });
});

const refusal = { status: 400, etag: null, retryAfter: null };

describe('stored data', () => {
  it('contains no token and no expired address, and is deleted when the work is done or cancelled', async () => {
    const browser = createBrowser();
    const tab = await crashedTranscribing(browser);
    for (const record of browser.store.written) {
      assert.doesNotMatch(JSON.stringify(record), /token-\d/);
    }
    assert.equal((await onlyJob(browser)).job.plan, undefined);
    tab.session.dispatch({ type: 'cancel' });
    await tab.keeper.flushed();
    assert.equal(browser.store.size(), 0);

    const hopeless = browser.open();
    hopeless.selectFile(new File(['%PDF-1.7'], 'a.mp3'));
    await hopeless.until('failed');
    await hopeless.keeper.flushed();
    assert.equal(browser.store.size(), 0);
  });

  it('warns before leaving if the recording is neither stored nor readable later', async () => {
    for (const [scope, limit, atRisk] of [
      ['anna', Infinity, false],
      ['anna', 0, true],
      [null, Infinity, true],
    ] as const) {
      const browser = createBrowser();
      browser.store.recordingLimit = limit;
      const tab = browser.open({}, { scope });
      assert.equal(tab.keeper.atRisk(), false);
      const risks: boolean[] = [];
      tab.session.subscribe((state) => {
        if (state.name === 'uploading' && state.step === 'completing') {
          risks.push(tab.keeper.atRisk());
        }
      });
      tab.selectFile();
      await tab.until('transcribing');
      assert.equal(risks.at(-1), atRisk);
      assert.equal(tab.keeper.atRisk(), false);
      tab.session.dispatch({ type: 'cancel' });
    }
  });

  it('is empty with noStorage', async () => {
    const browser = createBrowser();
    const tab = browser.open({}, { scope: null });
    tab.selectFile();
    await tab.until('transcribing');
    await tab.keeper.flushed();
    assert.equal(browser.store.size(), 0);
    assert.equal(await tab.keeper.findOffer(), null);
  });

  it('is deleted as soon as noStorage is set', async () => {
    const browser = createBrowser();
    const script: { scope: string | null; size: number } = { scope: ANNA, size: RECORDING_SIZE };
    const tab = browser.open({}, script);
    tab.selectFile();
    await tab.until('uploading');
    await tab.keeper.flushed();
    assert.ok(browser.store.size() > 0);
    script.scope = null;
    assert.equal((await tab.until('ready', 'failed')).name, 'ready');
    await tab.keeper.flushed();
    assert.equal(browser.store.size(), 0);
  });

  it('a failing storage is reported once, and the work continues', async () => {
    const browser = createBrowser();
    browser.store.fail = new Error('the disk is full');
    const tab = browser.open();
    assert.equal(tab.keeper.isKeeping(), true);
    tab.selectFile();
    assert.equal((await tab.until('ready', 'failed')).name, 'ready');
    await tab.keeper.flushed();
    assert.deepEqual(tab.unavailable, [browser.store.fail]);
    assert.equal(tab.keeper.isKeeping(), false);
    assert.equal(await tab.keeper.findOffer(), null);
  });

  it('several changes are not stored if the one write of them all fails', async () => {
    const browser = createBrowser();
    let endFirst = (): void => undefined;
    let saves = 0;
    const save = (): Promise<boolean> =>
      saves++ === 0
        ? new Promise((resolve) => (endFirst = () => resolve(true)))
        : Promise.reject(new Error('the disk is full'));
    Object.assign(browser.store, { save });
    const tab = browser.open();
    const changed = new Promise<void>((resolve) => {
      let parts = 0;
      tab.session.subscribe((_state, _previous, { type }) => {
        if (type === 'part-stored' && ++parts === 2) resolve();
      });
    });
    tab.selectFile();
    await changed;
    tab.session.dispatch({ type: 'suspend' });
    endFirst();
    assert.equal(await tab.keeper.flushed(), false);
  });

  it('a storage that never answers does not block the work', async () => {
    const browser = createBrowser();
    const tab = browser.open();
    browser.store.list = () => new Promise(() => undefined);
    assert.equal(await tab.keeper.findOffer(), null);
    assert.equal(await tab.keeper.findMatch(recording()), null);
  });
});
