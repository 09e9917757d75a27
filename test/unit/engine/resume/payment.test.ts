/** Stored work and money: what the service wants to be paid for first, and what must not be paid for twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ANNA, createBrowser, offerOf, recording, type Tab } from '../../../support/browser.js';
import { PATHS, task, type Answers } from '../../../support/scripted-session.js';
import { jsonResponse, SILENCE } from '../../../support/simulated-world.js';

describe('work whose request was answered with 402', () => {
  for (const [path, uploadedFraction, plans, parts] of [
    ['submit', 1, 0, 0],
    ['complete', 1, 0, 0],
    ['plan', 0, 1, 20],
  ] as const) {
    it(`(${path}) is offered after a reload, with its uploaded parts`, async () => {
      const browser = createBrowser();
      const tab = browser.open({ [path]: () => jsonResponse(402, undefined) });
      tab.selectFile();
      await tab.until('failed');
      await tab.crash();
      const next = browser.open();
      const offer = await offerOf(next);
      assert.deepEqual([offer.needs, offer.uploadedFraction], ['nothing', uploadedFraction]);
      await next.keeper.accept(offer);
      assert.equal((await next.until('ready', 'failed')).name, 'ready');
      const planned = next.world.requests.filter((it) => it === PATHS.plan);
      assert.deepEqual([planned.length, next.world.sentParts.length], [plans, parts]);
    });
  }
});

describe('a task that succeeded with a result that cannot be read', () => {
  it('is offered at the next visit, which asks for the result again and submits nothing', async () => {
    const browser = createBrowser();
    const tab = browser.open({ query: () => task('SUCCESS', 'no object') });
    tab.selectFile();
    const failed = await tab.until('ready', 'failed');
    assert.ok(failed.name === 'failed' && !failed.error.recoverable);
    await tab.crash();
    const next = browser.open();
    const offer = await next.keeper.findOffer();
    assert.equal(offer?.transcriptionId, 'task-1');
    await next.keeper.accept(offer);
    assert.equal((await next.until('ready', 'failed')).name, 'ready');
    assert.deepEqual(next.bodies('submit'), []);
  });
});

describe('a record that is older than its submission', () => {
  it('has the same key if its file is chosen again with other options: the handler then asks', async () => {
    const browser = createBrowser();
    const keys: (string | undefined)[] = [];
    const submit: Answers['submit'] = ({ headers }) => {
      keys.push(headers['Idempotency-Key']);
      return task('PENDING');
    };
    const tab = browser.open({ submit });
    let comesBack = (): void => undefined;
    await new Promise<void>((resolve) => {
      tab.session.subscribe(({ name }, _previous, { type }) => {
        if (type === 'planned')
          void tab.keeper.flushed().then(() => (comesBack = browser.store.snapshot()));
        if (name === 'ready') resolve();
      });
      tab.selectFile();
    });
    await tab.crash();
    comesBack();
    const next = browser.open({ submit });
    Object.assign(next.world, { random: () => 0.7 });
    const offer = await next.keeper.findMatch(recording());
    assert.ok(offer);
    const ended = next.until('ready', 'failed');
    const choice = { file: recording(), options: { diarization: true } };
    assert.equal(await next.keeper.accept(offer, choice), 'resumed');
    assert.equal((await ended).name, 'ready');
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    assert.match(JSON.stringify(next.bodies('submit')), /"diarization":\{"enabled":true\}/);
  });
});

describe('work that was submitted while the disk was full', () => {
  for (const [what, save] of [
    ['fails', () => Promise.reject(new Error('QuotaExceededError'))],
    ['never ends', () => new Promise<boolean>(() => undefined)],
  ] as const) {
    it(`is not offered after a crash if its write ${what}: the old record would submit it again`, async () => {
      const browser = createBrowser();
      const { store } = browser;
      let onSubmitted = (): void => undefined;
      const submitted = new Promise<void>((resolve) => (onSubmitted = resolve));
      const tab: Tab = browser.open(
        {
          submit: () => {
            onSubmitted();
            return SILENCE;
          },
        },
        { kept: () => tab.keeper.flushed(), discard: () => tab.keeper.discard() },
      );
      const { save: saveNow } = store;
      tab.session.subscribe((_state, _previous, { type }) => {
        if (type === 'submission-asked') Object.assign(store, { save });
      });
      tab.selectFile();
      await submitted;
      tab.session.dispatch({ type: 'suspend' });
      Object.assign(store, { save: saveNow });
      assert.equal(await browser.open().keeper.findOffer(), null);
    });
  }
});

describe('work that is left while a slow disk still writes what came before its submission', () => {
  it('is stored as submitted, and as locked until then', async () => {
    const browser = createBrowser();
    const { store } = browser;
    const tab = browser.open({ submit: () => SILENCE });
    const { save } = store;
    let writeNow = (): void => undefined;
    const slow = new Promise<void>((resolve) => (writeNow = resolve));
    const submitted = new Promise<void>((resolve) => {
      tab.session.subscribe((_state, _previous, { type }) => {
        if (type === 'uploaded')
          Object.assign(store, {
            save: (...request: Parameters<typeof save>) => slow.then(() => save(...request)),
          });
        if (type === 'submission-asked') resolve();
      });
    });
    tab.selectFile();
    await submitted;
    const [{ id } = { id: '' }] = await store.list(ANNA);
    tab.selectFile(recording(undefined, 'other.wav'));
    assert.equal(await browser.locks().isTaken(`audio-transcribe:${id}`), true);
    writeNow();
    await tab.keeper.flushed();
    assert.equal(await browser.locks().isTaken(`audio-transcribe:${id}`), false);
    const stored = (await store.list(ANNA)).find((record) => record.id === id);
    assert.notEqual(stored?.job.submissionAskedAtMs, undefined);
  });
});
