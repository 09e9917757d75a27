import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createJobKeeper, type JobKeeper } from '../../../src/engine/index.js';
import { STORED_JOB_LIFETIME_MS } from '../../../src/engine/stored-job.js';
import { createMemoryLocks, createMemoryStore } from '../../support/memory-store.js';
import {
  CHUNK_SIZE,
  createScriptedSession,
  PATHS,
  task,
  type Answers,
  type ScriptedSession,
} from '../../support/scripted-session.js';

interface Page extends ScriptedSession {
  readonly keeper: JobKeeper;
  readonly unavailable: unknown[];
}

/** What outlives a page: the store, the locks, and the time. */
const createBrowser = () => {
  const store = createMemoryStore();
  const locks = createMemoryLocks();
  let ids = 0;
  let lateMs = 0;
  return {
    store,
    locks,
    passTime: (ms: number) => (lateMs += ms),
    openPage: (
      answers: Answers = {},
      script: Parameters<typeof createScriptedSession>[1] & { scope?: string | null } = {},
    ): Page => {
      const scripted = createScriptedSession(answers, { size: 20 * CHUNK_SIZE, ...script });
      const unavailable: unknown[] = [];
      const { clock } = scripted.world;
      const keeper = createJobKeeper({
        session: scripted.session,
        store,
        locks,
        clock: { ...clock, now: () => clock.now() + lateMs },
        newId: () => `job-${++ids}`,
        toFile: (bytes, name) => new File([bytes], name),
        scope: () => (script.scope === undefined ? 'anna' : script.scope),
        onUnavailable: (cause) => unavailable.push(cause),
      });
      return { ...scripted, keeper, unavailable };
    },
  };
};

/** Ends a page as a crash does: its work stops, what is stored stays. */
const crash = async (page: Page): Promise<void> => {
  await page.keeper.settled();
  page.session.dispatch({ type: 'suspend' });
};

const crashed = async (during: 'uploading' | 'transcribing') => {
  const browser = createBrowser();
  const first = browser.openPage({ query: () => task('PROGRESS') });
  const stored =
    during === 'uploading'
      ? new Promise<void>((resolve) => {
          first.session.subscribe((state) => {
            if (state.name === 'uploading' && state.job.etags.size === 6) {
              first.session.dispatch({ type: 'suspend' });
              resolve();
            }
          });
        })
      : first.until('transcribing').then(() => undefined);
  first.selectFile();
  await stored;
  await crash(first);
  return { browser, first };
};

/** A browser whose locks are those of a new start: the crashed page's are gone. */
const reopened = (browser: ReturnType<typeof createBrowser>): void => {
  Object.assign(browser.locks, createMemoryLocks());
};

describe('work that was interrupted', () => {
  it('goes on with the parts that are missing, under the same plan', async () => {
    const { browser } = await crashed('uploading');
    reopened(browser);
    const second = browser.openPage();
    const offer = await second.keeper.findOffer();
    assert.equal(offer?.title, 'talk.wav');
    assert.equal(await second.keeper.accept(offer), true);
    assert.equal((await second.until('ready', 'failed')).name, 'ready');
    assert.equal(second.world.sentParts.length, 14);
    assert.equal(second.world.requests.filter((it) => it === PATHS.plan).length, 0);
    await second.keeper.settled();
    assert.equal(browser.store.size(), 0);
  });

  it('goes on asking for the task, and submits nothing twice', async () => {
    const { browser } = await crashed('transcribing');
    reopened(browser);
    const second = browser.openPage();
    const offer = await second.keeper.findOffer();
    assert.ok(offer);
    await second.keeper.accept(offer);
    assert.equal((await second.until('ready', 'failed')).name, 'ready');
    assert.deepEqual(new Set(second.world.requests), new Set([PATHS.query]));
  });

  it('is offered to nobody else, and not to another tab while one is at it', async () => {
    const { browser } = await crashed('uploading');
    assert.equal(await browser.openPage().keeper.findOffer(), null, 'its tab still lives');
    reopened(browser);
    assert.equal(await browser.openPage({}, { scope: 'bo' }).keeper.findOffer(), null);
    const one = browser.openPage({ query: () => task('PROGRESS') });
    const other = browser.openPage();
    const offer = await other.keeper.findOffer();
    assert.ok(offer);
    assert.equal(await one.keeper.accept(offer), true);
    assert.equal(await other.keeper.accept(offer), false);
    assert.equal(other.session.getState().name, 'idle');
    one.session.dispatch({ type: 'cancel' });
  });

  it('is dropped when it is declined, and after a day', async () => {
    const declined = await crashed('uploading');
    reopened(declined.browser);
    const page = declined.browser.openPage();
    const offer = await page.keeper.findOffer();
    assert.ok(offer);
    await page.keeper.decline(offer);
    assert.equal(declined.browser.store.size(), 0);

    const old = await crashed('uploading');
    reopened(old.browser);
    old.browser.passTime(STORED_JOB_LIFETIME_MS + 60_000);
    assert.equal(await old.browser.openPage().keeper.findOffer(), null);
    assert.equal(old.browser.store.size(), 0);
  });
});

describe('what is kept', () => {
  it('no token, and nothing at all once the work is done, cancelled or hopeless', async () => {
    const { browser, first } = await crashed('transcribing');
    const [stored] = await browser.store.list('anna');
    assert.doesNotMatch(JSON.stringify(stored), /token-\d/);
    first.session.dispatch({ type: 'cancel' });
    await first.keeper.settled();
    assert.equal(browser.store.size(), 0);

    const hopeless = browser.openPage();
    hopeless.selectFile(new File(['%PDF-1.7'], 'a.mp3'));
    await hopeless.until('failed');
    await hopeless.keeper.settled();
    assert.equal(browser.store.size(), 0);
  });

  it('says when leaving would lose something: a recording that is neither there nor kept here', async () => {
    for (const [scope, atRisk] of [
      ['anna', false],
      [null, true],
    ] as const) {
      const page = createBrowser().openPage({}, { scope });
      assert.equal(page.keeper.atRisk(), false);
      const risks: boolean[] = [];
      page.session.subscribe((state) => {
        if (state.name === 'uploading' && state.step === 'completing') {
          risks.push(page.keeper.atRisk());
        }
      });
      page.selectFile();
      await page.until('transcribing');
      assert.equal(risks.at(-1), atRisk);
      assert.equal(page.keeper.atRisk(), false);
      page.session.dispatch({ type: 'cancel' });
    }
  });

  it('nothing where the page wants nothing stored', async () => {
    const browser = createBrowser();
    const page = browser.openPage({}, { scope: null });
    page.selectFile();
    await page.until('transcribing');
    await page.keeper.settled();
    assert.equal(browser.store.size(), 0);
    assert.equal(await page.keeper.findOffer(), null);
  });

  it('a storage that fails is told once, and the work goes on', async () => {
    const browser = createBrowser();
    browser.store.fail = new Error('the disk is full');
    const page = browser.openPage();
    page.selectFile();
    assert.equal((await page.until('ready', 'failed')).name, 'ready');
    await page.keeper.settled();
    assert.deepEqual(page.unavailable, [browser.store.fail]);
    assert.equal(await page.keeper.findOffer(), null);
  });
});
