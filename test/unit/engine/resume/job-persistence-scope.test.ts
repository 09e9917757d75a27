/** Work whose user is unknown until a token arrives, and work that is deleted by forgetStored. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScopeSource } from '../../../../src/engine.js';
import {
  ANNA,
  createBrowser,
  partsStored,
  storedPart,
  uploading,
  type Tab,
  type TestBrowser,
} from '../../../support/browser.js';
import { PATHS } from '../../../support/scripted-session.js';
import { SILENCE } from '../../../support/simulated-world.js';

const USER = 'user:anna';

/** A page whose token contains the scope; nothing requests it until `learn` is called. */
const lateSource = (scope: string | Error = USER) => {
  const state = { known: undefined as string | undefined, asked: 0 };
  const source: ScopeSource = {
    now: () => state.known,
    session: () => 'session:1',
    requestFromToken: () => {
      state.asked++;
      if (scope instanceof Error) return Promise.reject(scope);
      state.known = scope;
      return Promise.resolve(scope);
    },
  };
  return { state, source };
};

const address = (tab: Tab): void =>
  tab.session.dispatch({
    type: 'select',
    source: { kind: 'address', fileUrl: 'https://files.test/talk.wav' },
    options: {},
  });

describe('work of an unknown user', () => {
  it('is stored only once the token for its plan has arrived, together with its recording', async () => {
    const browser = createBrowser();
    const { state, source } = lateSource();
    const sizes: number[] = [];
    const tab = browser.open({}, { source, part: (n) => (n > 6 ? SILENCE : storedPart(n)) });
    tab.session.subscribe((_state, _previous, fact) => {
      // The token arrives with the plan, and before it.
      if (fact.type === 'checked')
        void tab.keeper.flushed().then(() => sizes.push(browser.store.size()));
      if (fact.type === 'planned') state.known = USER;
    });
    tab.selectFile();
    await tab.until('uploading');
    await new Promise(setImmediate);
    await tab.keeper.flushed();
    assert.deepEqual(sizes, [0]);
    const [job] = await browser.store.list(USER);
    assert.ok(job);
    assert.equal(await browser.store.recordingAccess(job.id), 'ready');
    assert.equal(state.asked, 0, 'no token is asked for to store it');
  });

  it('requests a token once for a file-url, so that its submission is stored', async () => {
    const browser = createBrowser();
    const { state, source } = lateSource();
    const kept: unknown[] = [];
    const tab: Tab = browser.open(
      {
        submit: () => {
          kept.push(...browser.store.written);
          return SILENCE;
        },
      },
      { source, kept: () => tab.keeper.flushed() },
    );
    address(tab);
    while (kept.length === 0) await new Promise(setImmediate);
    assert.equal(
      (kept as { job: { submissionAskedAtMs?: number } }[]).at(-1)?.job.submissionAskedAtMs !==
        undefined,
      true,
    );
    assert.equal(state.asked, 1);
  });

  it('is not stored without a token, and continues', async () => {
    const browser = createBrowser();
    const { state, source } = lateSource(new Error('not signed in'));
    const tab = browser.open({}, { source });
    address(tab);
    assert.equal((await tab.until('ready', 'failed')).name, 'ready');
    await tab.keeper.flushed();
    assert.deepEqual([browser.store.written, state.asked], [[], 1]);
    assert.deepEqual(tab.unavailable, []);
  });
});

describe('offer to an unknown user', () => {
  const left = async (): Promise<TestBrowser> => {
    const browser = createBrowser();
    await (await uploading(browser, { scope: USER })).crash();
    return browser;
  };

  it('is made once the token shows that the work is theirs', async () => {
    const { state, source } = lateSource();
    const tab = (await left()).open({}, { source });
    assert.equal((await tab.keeper.findOffer())?.title, 'talk.wav');
    assert.equal(state.asked, 1);
  });

  it('is not made to another user, and the work is deleted', async () => {
    const browser = await left();
    const { source } = lateSource('user:bo');
    assert.equal(await browser.open({}, { source }).keeper.findOffer(), null);
    assert.equal(browser.store.size(), 0);
  });

  it('requests no token if nothing is stored for a user', async () => {
    const browser = createBrowser();
    await (await uploading(browser, { scope: ANNA })).crash();
    const { state, source } = lateSource();
    assert.equal(await browser.open({}, { source }).keeper.findOffer(), null);
    assert.equal(state.asked, 0);
    assert.notEqual(browser.store.size(), 0);
  });

  it('is made for work of this session if the token has no user', async () => {
    const browser = createBrowser();
    await (await uploading(browser, { scope: 'session:1' })).crash();
    const { state, source } = lateSource('session:1');
    assert.equal((await browser.open({}, { source }).keeper.findOffer())?.title, 'talk.wav');
    assert.equal(state.asked, 1);
  });

  it('is not made without a token, deletes nothing, and does not request the token repeatedly', async () => {
    const browser = await left();
    const { state, source } = lateSource(new Error('offline'));
    const tab = browser.open({}, { source });
    for (let look = 0; look < 3; look++) assert.equal(await tab.keeper.findOffer(), null);
    assert.equal(state.asked, 1);
    assert.equal(browser.store.size(), 2);
    // When the user selects a file, it tries again.
    await tab.keeper.findMatch(new File(['x'], 'other.wav'));
    assert.equal(state.asked, 2);
  });
});

describe('forgotten work', () => {
  it('stops and is deleted', async () => {
    const browser = createBrowser();
    const tab = await uploading(browser);
    assert.equal(browser.store.size(), 2);
    await tab.keeper.forget('anna');
    assert.deepEqual([tab.session.getState().name, browser.store.size()], ['idle', 0]);
  });

  it('is limited to the given scope', async () => {
    const browser = createBrowser();
    const tab = await uploading(browser);
    await tab.keeper.forget('bo');
    assert.deepEqual([tab.session.getState().name, browser.store.size()], ['uploading', 2]);
    await tab.keeper.forget(null);
    assert.deepEqual([tab.session.getState().name, browser.store.size()], ['idle', 0]);
  });

  it('is stopped before its user was known if a token tells that it is theirs', async () => {
    const browser = createBrowser();
    const { state, source } = lateSource();
    const tab = await uploading(browser, { source });
    await tab.keeper.forget('anna');
    assert.equal(tab.session.getState().name, 'idle');
    assert.equal(state.asked, 1);
  });

  for (const when of ['before', 'after'] as const) {
    it(`continues and is stored if it is another user's: forgotten ${when} the token has arrived`, async () => {
      const browser = createBrowser();
      const { state, source } = lateSource();
      const tab = await uploading(browser, {
        source,
        part: (n, attempt) => (n > 6 && attempt === 1 ? SILENCE : storedPart(n)),
      });
      if (when === 'after') state.known = USER;
      await tab.keeper.forget('bo');
      assert.equal(tab.session.getState().name, 'uploading');
      // The element drops its token now.
      state.known = undefined;
      await partsStored(tab, 7, () => undefined);
      await tab.keeper.flushed();
      assert.equal((await browser.store.list(USER)).length, 1);
    });
  }

  for (const [what, learn] of [
    ['no token tells its user', () => Promise.reject(new Error('not signed in'))],
    ['no token arrives within 5 s', () => new Promise<never>(() => undefined)],
  ] as const) {
    it(`is stopped if ${what}`, async () => {
      const source: ScopeSource = { ...lateSource().source, requestFromToken: learn };
      const tab = await uploading(createBrowser(), { source });
      await tab.keeper.forget('anna');
      assert.equal(tab.session.getState().name, 'idle');
    });
  }

  it('is not stored again by a tab that was not notified; that tab continues without a record', async () => {
    const browser = createBrowser();
    const tab = browser.open();
    let written = 0;
    const deleted = partsStored(tab, 6, () => {
      void browser.store
        .removeWhere(() => true)
        .then(() => (written = browser.store.written.length));
    });
    tab.selectFile();
    await deleted;
    assert.equal((await tab.until('transcribing', 'failed')).name, 'transcribing');
    await tab.keeper.flushed();
    assert.ok(written > 0);
    assert.deepEqual([browser.store.size(), browser.store.written.length], [0, written]);
    assert.ok(tab.world.requests.includes(PATHS.submit));
  });
});
