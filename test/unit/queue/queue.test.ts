/** Several recordings: one upload at a time, failures that stay alone, reloads, and other tabs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Converter, ScopeSource } from '../../../src/engine.js';
import type { RecordingAccess } from '../../../src/engine/ports.js';
import { createLivePage } from '../../../src/engine/resume/scope.js';
import { known } from '../../support/own-scope.js';
import { createPartnerHandler } from '../../../src/server.js';
import {
  BACKEND,
  broken,
  createQueueBrowser,
  named,
  submissionsOf,
  type QueueTab,
} from '../../support/queue.js';
import { passTime, RESULT } from '../../support/scripted-session.js';
import { silence } from '../../support/simulated-world.js';

/** A page that stores nothing. */
const NO_STORAGE = known(() => null);

const idOf = ({ queue }: QueueTab, name: string): string =>
  queue.items.find((item) => item.name === name)?.id ?? '';

/** Resolves once this condition is true. */
const untilTrue = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
};

describe('several recordings', () => {
  it('are uploaded one at a time in the order of the list, and a broken one stops no other', async () => {
    const tab = createQueueBrowser().open();
    tab.queue.add([named('a'), broken('b'), named('c'), named('d')]);
    await tab.until('a ready, b failed, c ready, d ready');
    const uploads = tab.events.filter((event) => /uploading|submitting/.test(event));
    const inTurn = ['a', 'c', 'd'].flatMap((it) => [`${it} uploading`, `${it} submitting`]);
    assert.deepEqual(uploads, inTurn);
    assert.equal(tab.queue.items[1]?.error?.code, 'unsupported-format');
    assert.equal(tab.queue.state, 'ready');
    const ids = tab.queue.items.map(({ transcriptionId }) => transcriptionId);
    assert.deepEqual(ids, ['task-1', null, 'task-2', 'task-3']);
  });

  it('are uploaded in the order of the list, also if one before must be converted', async () => {
    let finish = (): void => undefined;
    const tab = createQueueBrowser().open({
      convert: () =>
        new Promise((resolve) => {
          finish = () => resolve({ kind: 'converted', file: named('a') });
        }),
    });
    tab.queue.add([new File(['OggS', new Uint8Array(99)], 'a'), named('b')]);
    await tab.until('a preparing, b waiting');
    await passTime(tab.world);
    assert.deepEqual(tab.world.sentParts, []);
    finish();
    await tab.until('a ready, b ready');
    const uploads = tab.events.filter((event) => event.endsWith('uploading'));
    assert.deepEqual(uploads, ['a uploading', 'b uploading']);
  });

  it('go on or stay paused, as before, when they are removed and put back', async () => {
    for (const [isPaused, end] of [
      [true, 'a paused'],
      [false, 'a ready'],
    ] as const) {
      const tab = createQueueBrowser().open();
      tab.service.isHeld = true;
      tab.queue.add([named('a')]);
      await tab.until('a uploading');
      const id = idOf(tab, 'a');
      if (isPaused) tab.queue.pauseItem(id);
      tab.queue.removal.hold(id);
      assert.equal(tab.states(), '');
      tab.service.isHeld = false;
      tab.queue.removal.putBack(id);
      await passTime(tab.world);
      assert.equal(tab.states(), end);
    }
  });

  it('go on after a failed task, which can be tried again alone', async () => {
    const tab = createQueueBrowser().open();
    tab.service.failing.add('task-1');
    tab.queue.add([named('a'), named('b')]);
    await tab.until('a failed, b ready');
    tab.queue.continue(idOf(tab, 'a'));
    await tab.until('a ready, b ready');
    // The file is not uploaded again.
    assert.equal(tab.world.sentParts.length, 2);
  });

  it('are all submitted within the default limits of the handler: 200 files, and none fails', async () => {
    const tab = createQueueBrowser().open({ source: NO_STORAGE });
    const { now } = tab.world.clock;
    let tasks = 0;
    tab.service.handler = createPartnerHandler({
      serviceUrl: 'https://service.example',
      ...{ clientId: 'client-1', clientSecret: 'secret-1', apiKey: 'api-key-1' },
      basePath: new URL(BACKEND).pathname,
      allowedFileHosts: ['storage.test'],
      authorize: () => ({ userId: 'user-anna' }),
      clock: { now },
      onEvent: () => undefined,
      fetch: (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        const isSubmission = pathname.endsWith('/transcriptions/') && init?.method === 'POST';
        return Promise.resolve(
          Response.json(
            pathname.includes('transcriptions')
              ? {
                  transcription_id: isSubmission
                    ? `task-${(tasks += 1)}`
                    : pathname.split('/').pop(),
                  status: isSubmission ? 'PENDING' : 'SUCCESS',
                  data: isSubmission ? {} : RESULT,
                }
              : { access_token: 't', token_type: 'bearer', expires_in: 86_400 },
          ),
        );
      },
    });
    const start = now();
    const names = Array.from({ length: 200 }, (_, index) => `file ${index}`);
    tab.queue.add(names.map(named));
    await tab.until(names.map((name) => `${name} ready`).join(', '));
    assert.deepEqual(
      tab.events.filter((event) => event.endsWith('failed')),
      [],
    );
    assert.equal(tasks, 200);
    assert.ok(now() - start < 160 * 60_000, `${(now() - start) / 60_000} min`);
    const { limited } = tab.service;
    assert.ok(limited > 100 && limited < 1_000, `${limited} requests for nothing`);
  });

  it('are queried further while six others can not be', async () => {
    const tab = createQueueBrowser().open();
    const { busy } = tab.service;
    for (const id of [1, 2, 3, 4, 5, 6]) busy.set(`task-${id}`, 10_000);
    const others = ['a', 'b', 'c', 'd', 'e', 'f'];
    tab.queue.add(others.map(named));
    await untilTrue(() => ![...busy.values()].includes(10_000));
    tab.queue.add([named('g')]);
    await tab.until([...others.map((name) => `${name} transcribing`), 'g ready'].join(', '));
    tab.die();
  });

  it('leave the place to the next one while one is paused', async () => {
    const tab = createQueueBrowser().open();
    tab.service.isHeld = true;
    tab.queue.add([named('a'), named('b')]);
    await tab.until('a uploading, b waiting');
    tab.queue.pauseItem(idOf(tab, 'a'));
    await tab.until('a paused, b uploading');
    tab.queue.continue(idOf(tab, 'a'));
    await tab.until('a waiting, b uploading');
    tab.service.isHeld = false;
    await tab.until('a ready, b ready');
  });

  it('all wait while the list is paused', async () => {
    const tab = createQueueBrowser().open();
    tab.service.isHeld = true;
    tab.queue.add([named('a'), named('b')]);
    await tab.until('a uploading, b waiting');
    tab.queue.pause();
    await tab.until('a paused, b waiting');
    assert.equal(tab.queue.state, 'paused');
    tab.service.isHeld = false;
    tab.queue.resume();
    await tab.until('a ready, b ready');
  });

  it('wait for start() with manual-start', async () => {
    const tab = createQueueBrowser().open({ manualStart: true });
    tab.queue.add([named('a'), named('b')]);
    await tab.until('a waiting, b waiting');
    assert.deepEqual(tab.world.sentParts, []);
    tab.queue.start();
    await tab.until('a ready, b ready');
  });

  it('are not added twice; a failed one is replaced', async () => {
    const tab = createQueueBrowser().open({ manualStart: true });
    tab.queue.add([named('a'), broken('b')]);
    await tab.until('a waiting, b failed');
    assert.deepEqual(tab.queue.add([named('a'), broken('b')]), ['a']);
    await tab.until('a waiting, b failed');
    assert.equal(tab.queue.items.length, 2);
  });

  it('take another file in place of one that has changed', async () => {
    const tab = createQueueBrowser().open();
    const changed = named('a');
    changed.slice = () => {
      throw new DOMException('The file could not be read.', 'NotReadableError');
    };
    tab.queue.add([changed]);
    await tab.until('a failed');
    assert.equal(tab.queue.items[0]?.error?.code, 'file-changed');
    await tab.queue.provide(idOf(tab, 'a'), named('a'));
    await tab.until('a ready');
  });

  it('are cancelled except for those that are finished', async () => {
    const tab = createQueueBrowser().open();
    tab.queue.add([named('a')]);
    await tab.until('a ready');
    tab.service.isHeld = true;
    tab.queue.add([named('b'), named('c')]);
    await tab.until('a ready, b uploading, c waiting');
    tab.queue.cancel();
    assert.equal(tab.states(), 'a ready');
    tab.queue.clear();
    assert.equal(tab.states(), '');
    assert.equal(tab.queue.state, 'idle');
  });

  it('are at risk while they can be stored nowhere', async () => {
    const tab = createQueueBrowser().open({ source: NO_STORAGE, manualStart: true });
    tab.queue.add([named('a')]);
    await tab.until('a waiting');
    assert.equal(tab.recordings.isAtRisk(), true);
    assert.equal(tab.recordings.isKeeping(), false);
    const other = createQueueBrowser().open({ manualStart: true });
    other.queue.add([named('a')]);
    await other.until('a waiting');
    assert.equal(other.recordings.isAtRisk(), false);
  });
});

describe('a reload', () => {
  /** A tab with a finished, an uploading and a waiting recording, and a paused one. */
  const left = async () => {
    const browser = createQueueBrowser();
    const tab = browser.open();
    tab.queue.add([named('a')]);
    await tab.until('a ready');
    tab.service.isHeld = true;
    tab.queue.add([named('b'), named('c'), named('d')]);
    await tab.until('a ready, b uploading, c waiting, d waiting');
    tab.queue.pauseItem(idOf(tab, 'b'));
    await tab.until('a ready, b paused, c uploading, d waiting');
    const { store, lists } = browser;
    await untilTrue(() => store.size() === 6 && JSON.stringify([...lists.records]).includes('"d"'));
    return { browser, tab };
  };

  /** The tab after a reload, without recordings that it can read by itself. */
  const interrupted = async (access: RecordingAccess) => {
    const { browser, tab } = await left();
    tab.die();
    browser.store.access = access;
    const reloaded = browser.open({ reloaded: true });
    await reloaded.until('a ready, b interrupted, c interrupted, d interrupted');
    return reloaded;
  };

  it('keeps the list in its order, continues what was under way, and leaves what was paused', async () => {
    const { browser, tab } = await left();
    tab.die();
    const reloaded = browser.open({ reloaded: true });
    await reloaded.until('a ready, b interrupted, c ready, d ready');
    // The transcript of the first is fetched when it is opened.
    assert.deepEqual(
      reloaded.events.filter((event) => event.startsWith('a')),
      [],
    );
    reloaded.queue.fetch(idOf(reloaded, 'a'));
    await reloaded.until('a transcribing, b interrupted, c ready, d ready');
    await reloaded.until('a ready, b interrupted, c ready, d ready');
    reloaded.queue.continue(idOf(reloaded, 'b'));
    await reloaded.until('a ready, b ready, c ready, d ready');
  });

  it('continues no item that is removed while it is being read', async () => {
    for (let steps = 0; steps < 60; steps += 2) {
      const { browser, tab } = await left();
      tab.die();
      const reloaded = browser.open({ reloaded: true });
      await reloaded.until('a ready, b interrupted, c ready, d ready');
      const { requests } = reloaded.world;
      const before = requests.length;
      const id = idOf(reloaded, 'b');
      reloaded.queue.continue(id);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      reloaded.queue.remove(id);
      await passTime(reloaded.world);
      const submitted = requests.slice(before).filter((it) => it.endsWith('transcriptions'));
      assert.deepEqual([submitted, browser.store.size()], [[], 0], `after ${steps} steps`);
    }
  });

  it('asks for files that were not stored; they find their places by name, size and time', async () => {
    const reloaded = await interrupted('missing');
    assert.deepEqual(reloaded.queue.add(['d', 'c', 'b'].map(named)), []);
    await reloaded.until('a ready, b ready, c ready, d ready');
    assert.equal(reloaded.queue.items.length, 4);
  });

  it('asks at once for the permission to read a file, and uploads it in its turn', async () => {
    const reloaded = await interrupted('asks');
    reloaded.service.isHeld = true;
    reloaded.queue.add([named('e')]);
    await reloaded.until('a ready, b interrupted, c interrupted, d interrupted, e uploading');
    reloaded.queue.continue(idOf(reloaded, 'd'));
    await reloaded.world.clock.sleep(1_000, new AbortController().signal);
    assert.equal(
      reloaded.states(),
      'a ready, b interrupted, c interrupted, d waiting, e uploading',
    );
    reloaded.service.isHeld = false;
    await reloaded.until('a ready, b interrupted, c interrupted, d ready, e ready');
  });

  it('knows a video by its own name, although its sound was converted, so it is not paid for again', async () => {
    const browser = createQueueBrowser();
    const video = new File(['OggS', new Uint8Array(99)], 'film.webm', { lastModified: 1 });
    const convert: Converter = () =>
      Promise.resolve({ kind: 'converted', file: named('film.m4a') });
    const tab = browser.open({ convert });
    tab.service.isHeld = true;
    tab.queue.add([video]);
    await tab.until('film.webm uploading');
    await untilTrue(() => browser.store.size() === 2);
    tab.die();
    const reloaded = browser.open({ reloaded: true, convert });
    await reloaded.until('film.webm ready');
    assert.deepEqual(reloaded.queue.add([video]), ['film.webm']);
    await passTime(reloaded.world);
    const { requests } = reloaded.world;
    assert.equal(requests.filter((it) => it === 'POST /api/transcriptions').length, 1);
  });

  it('says so if the chosen file is another one', async () => {
    const reloaded = await interrupted('missing');
    await reloaded.queue.provide(idOf(reloaded, 'b'), broken('other'));
    const { content } = reloaded.queue.entries[1] ?? {};
    assert.equal(content?.kind === 'stored' && content.problem, 'another-recording');
  });

  it('is told from a new visit, which shows only unfinished work', async () => {
    const { browser, tab } = await left();
    tab.die();
    const visited = browser.open();
    await visited.until('b interrupted, c interrupted, d interrupted');
    assert.equal(visited.queue.state, 'idle');
    assert.equal([...browser.lists.records.keys()].length, 0);
  });

  it('ignores a list that another version has written', async () => {
    const { browser, tab } = await left();
    tab.die();
    for (const key of browser.lists.records.keys())
      browser.lists.records.set(key, { version: 2, items: [{ id: 7 }] });
    const reloaded = browser.open({ reloaded: true });
    await reloaded.until('b interrupted, c interrupted, d interrupted');
  });

  it('finds nothing after the data of the user was deleted', async () => {
    const { browser, tab } = await left();
    await tab.recordings.forget('user');
    assert.equal(tab.states(), '');
    assert.equal(browser.store.size(), 0);
    assert.equal(browser.lists.records.size, 0);
    tab.die();
    const reloaded = browser.open({ reloaded: true });
    reloaded.queue.add([named('e')]);
    await reloaded.until('e ready');
  });
});

describe('data of another user that is deleted', () => {
  const late = (learn: (signal: AbortSignal) => Promise<string>): ScopeSource => {
    let scope: string | undefined;
    return {
      now: () => scope,
      requestFromToken: async (signal) => (scope = await learn(signal)),
      session: () => null,
    };
  };

  for (const [whose, source] of [
    ['a list that has just begun', known(() => 'page:anna')],
    ['a list without storage', NO_STORAGE],
    ['a list whose user is not known yet', late(() => Promise.resolve('user:anna'))],
  ] as const) {
    it(`stops no item of ${whose}`, async () => {
      const tab = createQueueBrowser().open({ source });
      tab.queue.add(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => named(name)));
      await tab.recordings.forget('bo');
      assert.equal(tab.queue.items.length, 6);
      await tab.until('a ready, b ready, c ready, d ready, e ready, f ready');
    });
  }

  for (const [what, learn] of [
    ['no token tells the user', () => Promise.reject(new Error('not signed in'))],
    ['no token arrives within 5 s', silence],
  ] as const) {
    it(`stops all items if ${what}`, async () => {
      const tab = createQueueBrowser().open({ source: late(learn) });
      tab.queue.add(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => named(name)));
      await tab.recordings.forget('bo');
      assert.equal(tab.queue.items.length, 0);
    });
  }
});

describe('a list while another user signs in', () => {
  /** Anna's list, with a task that has ended, and an upload. */
  const ofAnna = async () => {
    const browser = createQueueBrowser();
    let [user, aliases]: [string, readonly string[]] = ['user:anna', []];
    const source: ScopeSource = { ...known(() => user), aliases: () => aliases };
    const tab = browser.open({ source, reloaded: true });
    tab.queue.add([named('a')]);
    await tab.until('a ready');
    tab.service.isHeld = true;
    tab.queue.add([named('b')]);
    await tab.until('a ready, b uploading');
    /** The names in the list that is stored for this scope. */
    const storedFor = (scope: string): string =>
      [...browser.lists.records]
        .filter(([key]) => key.startsWith(`["${scope}"`))
        .map(([, list]) => (list as { items: { name: string }[] }).items.map(({ name }) => name))
        .join();
    await untilTrue(() => storedFor('user:anna') === 'a,b');
    const become = (next: string, others: readonly string[] = []): void => {
      [user, aliases] = [next, others];
    };
    return { browser, tab, storedFor, become };
  };

  it('is theirs at once, and what they add is stored without it', async () => {
    const { tab, storedFor, become } = await ofAnna();
    become('user:bo');
    tab.recordings.ownerChanged();
    assert.equal(tab.states(), '');
    tab.service.isHeld = false;
    tab.queue.add([named('c')]);
    await tab.until('c ready');
    await untilTrue(() => storedFor('user:bo') === 'c');
    assert.equal(submissionsOf(tab), 2);
  });

  it('is not stored for them before the element notices', async () => {
    const { tab, storedFor, become } = await ofAnna();
    become('user:bo');
    tab.queue.pauseItem(idOf(tab, 'b'));
    await passTime(tab.world);
    assert.equal(storedFor('user:bo'), '');
    tab.die();
  });

  it('is theirs although the element was out of the page meanwhile', async () => {
    const { tab, become } = await ofAnna();
    tab.die();
    become('user:bo');
    tab.recordings.ownerChanged();
    tab.recordings.connect();
    await passTime(tab.world);
    assert.equal(tab.states(), '');
  });

  it('goes away if the data of the first one is deleted before the element notices', async () => {
    const { tab, become } = await ofAnna();
    become('user:bo');
    await tab.queue.forget('bo');
    assert.match(tab.states(), /^a ready, b \w+$/);
    await tab.queue.forget('anna');
    assert.equal(tab.states(), '');
    tab.die();
  });

  it('keeps what was removed and can be put back, while the user stays the same', async () => {
    const { tab, become } = await ofAnna();
    const b = idOf(tab, 'b');
    tab.queue.removal.hold(b);
    assert.match(tab.states(), /^a \w+$/);
    tab.recordings.ownerChanged();
    tab.queue.removal.putBack(b);
    tab.service.isHeld = false;
    await tab.until('a ready, b ready');
    tab.queue.removal.hold(b);
    become('user:bo');
    tab.recordings.ownerChanged();
    assert.deepEqual([tab.states(), tab.queue.rows], ['', []]);
  });

  it('stays if the same user has another key', async () => {
    const { tab, storedFor, become } = await ofAnna();
    become('user:new', ['user:anna']);
    tab.recordings.ownerChanged();
    tab.service.isHeld = false;
    await tab.until('a ready, b ready');
    await untilTrue(() => storedFor('user:new') === 'a,b');
  });
});

/** Two tabs. The first one works on `a`, which the service holds. */
const openTwo = async () => {
  const browser = createQueueBrowser();
  const first = browser.open();
  const second = browser.open({ key: 'other tab' });
  first.service.isHeld = true;
  first.queue.add([named('a')]);
  await second.until('a in-other-tab');
  return { browser, first, second };
};

describe('another tab', () => {
  it('shows the recordings of the first one, and takes one over on request', async () => {
    const { first, second } = await openTwo();
    assert.equal(second.queue.state, 'idle');
    second.queue.continue(idOf(second, 'a'));
    await second.until('a ready');
    await first.until('');
  });

  it('stops showing a recording that the first one has finished', async () => {
    const { first, second } = await openTwo();
    first.service.isHeld = false;
    await first.until('a ready');
    await second.until('');
  });
});

describe('a file that is added while another tab works on it', () => {
  const addedTwice = async () => {
    const { browser, first, second } = await openTwo();
    assert.deepEqual(second.queue.add([named('a')]), ['a']);
    await passTime(second.world);
    assert.equal(second.states(), 'a in-other-tab');
    return { browser, first, second };
  };

  it('continues once that tab is closed, with what it has sent', async () => {
    const { first, second } = await addedTwice();
    first.die();
    await second.until('a ready');
    assert.deepEqual([submissionsOf(first), submissionsOf(second)], [0, 1]);
  });

  it('is finished once that tab has finished it, and is not submitted again', async () => {
    const { first, second } = await addedTwice();
    first.service.isHeld = false;
    await first.until('a ready');
    await second.until('a ready');
    assert.deepEqual([submissionsOf(first), submissionsOf(second)], [1, 0]);
    second.queue.fetch(idOf(second, 'a'));
    await second.until('a transcribing');
    await second.until('a ready');
    assert.equal(submissionsOf(second), 0);
  });

  it('is submitted again only by the person if its task has failed in that tab', async () => {
    const { first, second } = await addedTwice();
    first.service.failing.add('task-1');
    first.service.isHeld = false;
    await first.until('a failed');
    first.die();
    await second.until('a interrupted');
    await passTime(second.world);
    assert.deepEqual([submissionsOf(first), submissionsOf(second)], [1, 0]);
    second.queue.continue(idOf(second, 'a'));
    await second.until('a ready');
    assert.equal(submissionsOf(second), 1);
  });

  it('asks for the person if that tab has cancelled it', async () => {
    const { first, second } = await addedTwice();
    first.queue.remove(idOf(first, 'a'));
    await second.until('a interrupted');
    assert.equal(submissionsOf(second), 0);
    second.queue.add([named('a')]);
    await second.until('a ready');
  });
});

describe('a file that is added while another element of the page works on it', () => {
  /** A page whose first element is about to upload what it gets. */
  const openPage = () => {
    const browser = createQueueBrowser();
    const page = createLivePage();
    const first = browser.open({ page });
    first.service.isHeld = true;
    const openSecond = (reloaded = false): QueueTab =>
      browser.open({ key: 'second', page, reloaded });
    /** Adds `a` to the first element, and waits until it is stored. */
    const addFirst = async (): Promise<void> => {
      first.queue.add([named('a')]);
      await first.until('a uploading');
      await untilTrue(() => browser.store.size() === 2);
    };
    return { browser, first, openSecond, addFirst };
  };

  it('waits for that, and is not submitted again', async () => {
    const { first, openSecond, addFirst } = openPage();
    const second = openSecond();
    await addFirst();
    assert.equal(second.states(), '');
    second.queue.add([named('a'), named('b')]);
    await second.until('a in-other-tab, b ready');
    first.service.isHeld = false;
    await first.until('a ready');
    await second.until('a ready, b ready');
    assert.deepEqual([submissionsOf(first), submissionsOf(second)], [1, 1]);
  });

  it('waits for that in place of one that has failed', async () => {
    const { first, openSecond, addFirst } = openPage();
    const second = openSecond();
    const file = named('a');
    second.queue.add([new File([new Uint8Array(file.size)], 'a', { lastModified: 1 })]);
    await second.until('a failed');
    await addFirst();
    second.queue.add([file]);
    await second.until('a in-other-tab');
    assert.equal(first.states(), 'a uploading');
  });

  it('waits for that in place of an item that has lost it', async () => {
    const { browser, openSecond, addFirst } = openPage();
    await addFirst();
    await browser.lists.save('page:user', 'list second', {
      version: 1,
      items: [
        {
          ...{ id: 'lost', name: 'a', size: named('a').size, lastModifiedMs: 1 },
          ...{ transcriptionId: null, continues: true },
        },
      ],
    });
    const second = openSecond(true);
    await second.until('a interrupted');
    second.queue.add([named('a')]);
    await second.until('a in-other-tab');
    assert.equal(submissionsOf(second), 0);
  });
});
