/** A page with `file-url` is loaded again: the stored job is resumed, and the URL is submitted once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TranscriptionOptions } from '../../../../src/engine.js';
import type { ResumableJob } from '../../../../src/engine/resume/scope.js';
import { crashedUploading, createBrowser, offerOf, type Tab } from '../../../support/browser.js';
import { PATHS, task, type Answers } from '../../../support/scripted-session.js';
import { SILENCE } from '../../../support/simulated-world.js';

const FILE_URL = 'https://cdn.test/talk.mp3';

/** Loads the page, as the element does. */
const load = async (
  tab: Tab,
  fileUrl = FILE_URL,
  options: TranscriptionOptions = {},
): Promise<ResumableJob | null> => {
  const job = await tab.keeper.findAddress(fileUrl, options);
  if (job !== null && (await tab.keeper.accept(job)) === 'resumed') return job;
  tab.session.dispatch({ type: 'select', source: { kind: 'address', fileUrl }, options });
  return null;
};

const submissions = (tab: Tab): number =>
  tab.world.requests.filter((it) => it === PATHS.submit).length;

/** Runs one page after the other in one browser; returns the submissions of each. */
const loads = async (...pages: readonly [answers: Answers, end: 'transcribing' | 'ready'][]) => {
  const browser = createBrowser();
  const counts: number[] = [];
  for (const [answers, end] of pages) {
    const tab = browser.open(answers);
    const ended = tab.until(end, 'failed');
    await load(tab);
    assert.equal((await ended).name, end);
    await tab.crash();
    counts.push(submissions(tab));
  }
  return { browser, counts };
};

const WORKING: Answers = { query: () => task('PROGRESS') };

describe('the stored job of a file-url', () => {
  it('is resumed by each load: three loads, one task', async () => {
    const { counts } = await loads(
      [WORKING, 'transcribing'],
      [WORKING, 'transcribing'],
      [{}, 'ready'],
    );
    assert.deepEqual(counts, [1, 0, 0]);
  });

  it('is kept once it has its transcript, and offered to nobody', async () => {
    const { browser, counts } = await loads([{}, 'ready'], [{}, 'ready'], [{}, 'ready']);
    assert.deepEqual(counts, [1, 0, 0]);
    assert.equal(await browser.open().keeper.findOffer(), null);
  });

  it('whose submission had no answer is repeated with its key', async () => {
    const browser = createBrowser();
    const keys: unknown[] = [];
    let submitted: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (submitted = resolve));
    const first = browser.open({
      submit: ({ headers }) => {
        keys.push(headers['Idempotency-Key']);
        submitted();
        return SILENCE;
      },
    });
    await load(first);
    await asked;
    await first.crash();
    const second = browser.open({
      submit: ({ headers }) => {
        keys.push(headers['Idempotency-Key']);
        return task('PENDING');
      },
    });
    const ended = second.until('ready', 'failed');
    assert.notEqual(await load(second), null);
    assert.equal((await ended).name, 'ready');
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
  });

  it('of another URL, of other options, or of a file is another job', async () => {
    const { browser } = await loads([WORKING, 'transcribing']);
    await crashedUploading(browser);
    const tab = browser.open();
    assert.equal(await tab.keeper.findAddress('https://cdn.test/other.mp3', {}), null);
    assert.equal(await tab.keeper.findAddress(FILE_URL, { language: 'de' }), null);
    assert.notEqual(await tab.keeper.findAddress(FILE_URL, {}), null);
  });

  it('tells another tab its task', async () => {
    const browser = createBrowser();
    const first = browser.open(WORKING);
    await load(first);
    await first.until('transcribing');
    await first.keeper.flushed();
    const found = await browser.open().keeper.findAddress(FILE_URL, {});
    assert.deepEqual([found?.kind, found?.transcriptionId], ['in-other-tab', 'task-1']);
    await first.crash();
  });
});

describe('a job that is resumed', () => {
  it('is not, if that is cancelled while its recording is read', async () => {
    const browser = createBrowser();
    await crashedUploading(browser);
    const tab = browser.open();
    const offer = await offerOf(tab);
    const cancelled = new AbortController();
    const accepted = tab.keeper.accept(offer, undefined, cancelled.signal);
    cancelled.abort();
    assert.equal(await accepted, 'gone');
    assert.equal(tab.session.getState().name, 'idle');
    assert.equal((await browser.open().keeper.findOffer())?.kind, 'interrupted');
  });

  it('is free again if the element is removed while its lock is requested', async () => {
    const browser = createBrowser();
    const tab = browser.open();
    const disconnect = tab.keeper.connect(() => undefined);
    tab.selectFile();
    disconnect();
    await tab.keeper.flushed();
    const held = await browser.locks().held();
    assert.deepEqual(
      [...held].filter((name) => name.includes('job-')),
      [],
    );
  });
});
