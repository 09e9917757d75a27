/** Repeated submissions: each key creates at most one task, whatever is lost on the way. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PartnerHandler, SubmissionStore } from '../../../src/server.js';
import {
  advice,
  deadUrl,
  FILE_URL,
  readAnswer,
  requestOf,
  ROUTES,
  startHarness,
  type Answer,
  type Harness,
} from './harness.js';

const KEY = '0123456789abcdef0123456789abcdef';
const PENDING = { transcription_id: 'task-1', status: 'PENDING', data: {} };

interface Asking {
  readonly fileUrl?: string;
  readonly params?: unknown;
  readonly key?: string;
  /** Seconds. */
  readonly age?: number;
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const asked = ({
  fileUrl = FILE_URL,
  params,
  key = KEY,
  age,
  user = 'user-ada',
  headers = {},
}: Asking = {}) => ({
  user,
  json: { file_url: fileUrl, ...(params === undefined ? {} : { params }) },
  headers: {
    'Idempotency-Key': key,
    ...(age === undefined ? {} : { 'Idempotency-Key-Age': String(age) }),
    ...headers,
  },
});

const submit = (harness: Harness, asking?: Asking): Promise<Answer> =>
  harness.ask('POST /transcriptions', asked(asking));

/** As `submit`, with another handler than that of the harness. */
const submitTo = async (handler: PartnerHandler, asking?: Asking): Promise<Answer> =>
  readAnswer(await handler(requestOf('POST /transcriptions', asked(asking))));

/** A first attempt that has reached the service, which answers it when told to. */
const submitAndWait = async (harness: Harness) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  harness.service.on(ROUTES.submit, async () => {
    await answered;
    return { json: PENDING };
  });
  const arrived = harness.service.next(ROUTES.submit);
  const first = submit(harness);
  await arrived;
  return { first, answer };
};

const tasks = ({ service }: Harness): number => service.at(ROUTES.submit).length;

const idOf = ({ json }: Answer): string => (json as { transcription_id: string }).transcription_id;

/** A storage as plain as unstorage's, which instances share. */
const sharedStorage = (isAtomic: boolean): SubmissionStore & { fail: boolean; clear(): void } => {
  const values = new Map<string, string>();
  const act = async <T>(work: () => T): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (storage.fail) throw new Error('the store is down');
    return work();
  };
  const storage = {
    fail: false,
    clear: () => values.clear(),
    getItem: (key: string) => act(() => values.get(key) ?? null),
    setItem: (key: string, value: string) => act(() => void values.set(key, value)),
    removeItem: (key: string) => act(() => void values.delete(key)),
    ...(isAtomic && {
      setIfAbsent: (key: string, value: string) =>
        act(() => !values.has(key) && values.set(key, value) !== undefined),
    }),
  };
  return storage;
};

describe('the key of a submission', () => {
  it('gives a repeat the task of the first attempt', async (context) => {
    const harness = await startHarness(context);
    const first = await submit(harness);
    const repeat = await submit(harness, { age: 3 });
    assert.equal(repeat.status, 200);
    assert.equal(idOf(repeat), idOf(first));
    assert.equal(tasks(harness), 1);
  });

  it('of another decision, or of another user, creates another task', async (context) => {
    const harness = await startHarness(context);
    await submit(harness);
    await submit(harness, { key: 'fedcba9876543210' });
    await submit(harness, { user: 'user-bob' });
    assert.equal(tasks(harness), 3);
  });

  it('tells a repeat to ask again while the first attempt is open', async (context) => {
    const harness = await startHarness(context);
    const { first, answer } = await submitAndWait(harness);
    const early = await submit(harness, { age: 1 });
    assert.deepEqual([early.code, early.headers.get('retry-after')], ['submission-unknown', '1']);
    answer();
    const { json } = await first;
    assert.deepEqual((await submit(harness, { age: 2 })).json, json);
    assert.equal(tasks(harness), 1);
  });

  it('stays unknown if the answer of the service was lost', async (context) => {
    const harness = await startHarness(context);
    harness.service.on(ROUTES.submit, () => ({ status: 504 }));
    assert.equal((await submit(harness)).code, 'submission-unknown');
    const repeat = await submit(harness, { age: 1 });
    assert.deepEqual(
      [repeat.code, repeat.headers.get('retry-after')],
      ['submission-unknown', null],
    );
    assert.equal(tasks(harness), 1);
  });

  it('can be used again after the service has refused the submission', async (context) => {
    const harness = await startHarness(context);
    harness.service.on(ROUTES.submit, (_, count) =>
      count === 1 ? { status: 429, headers: { 'Retry-After': '2' } } : { json: PENDING },
    );
    assert.equal((await submit(harness)).status, 429);
    assert.equal((await submit(harness)).status, 200);
  });

  it('survives a browser that disconnects: the call to the service is not aborted', async (context) => {
    const harness = await startHarness(context);
    const leaving = new AbortController();
    harness.service.on(ROUTES.submit, async () => {
      leaving.abort();
      await new Promise((resolve) => setImmediate(resolve));
      return { json: PENDING };
    });
    await harness.handler(
      requestOf('POST /transcriptions', { ...asked(), signal: leaving.signal }),
    );
    assert.equal((await submit(harness, { age: 1 })).status, 200);
    assert.equal(tasks(harness), 1);
  });

  it('with another recording or other options is refused, and the first task stays', async (context) => {
    for (const options of [{}, { submissionStore: sharedStorage(true) }]) {
      const harness = await startHarness(context, options);
      const first = await submit(harness);
      for (const change of [
        { fileUrl: 'https://files.example.com/another.mp3?signature=abc' },
        { fileUrl: 'https://other.example.com/recording.mp3?signature=abc' },
        { params: { transcribe: { language: 'de' } } },
      ]) {
        const refused = await submit(harness, change);
        assert.deepEqual([refused.status, refused.code], [422, 'key-reused']);
      }
      assert.equal(idOf(await submit(harness, { age: 3 })), idOf(first));
      assert.equal(tasks(harness), 1);
    }
  });

  it('stays the same if the address of the recording was signed again', async (context) => {
    const harness = await startHarness(context);
    const first = await submit(harness);
    const again = await submit(harness, { fileUrl: FILE_URL.replace('abc', 'renewed') });
    assert.equal(idOf(again), idOf(first));
    assert.equal(tasks(harness), 1);
  });

  it('with another recording is refused while the first attempt is open', async (context) => {
    const harness = await startHarness(context);
    const { first, answer } = await submitAndWait(harness);
    const other = await submit(harness, { fileUrl: 'https://files.example.com/another.mp3' });
    assert.equal(other.code, 'key-reused');
    answer();
    assert.equal((await first).status, 200);
  });

  it('that version 1.0.0 has stored is understood', async (context) => {
    const store = sharedStorage(true);
    const written: string[] = [];
    const submissionStore = {
      ...store,
      setIfAbsent: async (key: string, value: string) => {
        if (key.includes(':submission:')) written.push(key);
        return store.setIfAbsent!(key, value, { ttl: 60 });
      },
    };
    const harness = await startHarness(context, { submissionStore });
    const sealedId = idOf(await submit(harness));
    for (const [stored, result] of [
      [`task ${sealedId}`, 200],
      ['unknown', 502],
      ['open 0', 502],
    ] as const) {
      await store.setItem(written[0] ?? '', stored);
      const other = harness.another({ submissionStore });
      const { status } = await submitTo(other, { age: 3 });
      assert.equal(status, result, stored);
    }
    assert.equal(tasks(harness), 1);
  });

  it('that is older than the process is not submitted, because an earlier process may have', async (context) => {
    const harness = await startHarness(context);
    harness.advance(10_000);
    assert.equal((await submit(harness, { age: 11 })).code, 'submission-unknown');
    assert.equal(tasks(harness), 0);
    assert.equal((await submit(harness, { key: 'fedcba9876543210', age: 9 })).status, 200);
  });

  it('that is older than a day is not submitted', async (context) => {
    const harness = await startHarness(context, { submissionStore: sharedStorage(true) });
    assert.equal((await submit(harness, { age: 86_401 })).code, 'submission-unknown');
    assert.equal(tasks(harness), 0);
  });

  it('works although the clock of the server was set back', async (context) => {
    const harness = await startHarness(context);
    harness.advance(-86_400_000);
    assert.equal((await submit(harness)).status, 200);
    assert.equal((await submit(harness, { age: 5 })).status, 200);
    assert.equal(tasks(harness), 1);
  });

  it('that is malformed is refused', async (context) => {
    const harness = await startHarness(context);
    assert.equal((await submit(harness, { key: 'short' })).status, 400);
    const headers = { 'Idempotency-Key-Age': 'soon' };
    assert.equal((await submit(harness, { headers })).status, 400);
    assert.equal(tasks(harness), 0);
  });
});

describe('the keys of several instances', () => {
  for (const isAtomic of [true, false]) {
    it(`are shared through a storage ${isAtomic ? 'with' : 'without'} setIfAbsent`, async (context) => {
      const submissionStore = sharedStorage(isAtomic);
      const harness = await startHarness(context, { submissionStore });
      const other = harness.another({ submissionStore });
      const first = await submit(harness);
      const repeat = await submitTo(other, { age: 3 });
      assert.equal(idOf(repeat), idOf(first));
      assert.equal(tasks(harness), 1);
    });
  }

  it('are taken by one of them at the same moment', async (context) => {
    const submissionStore = sharedStorage(true);
    const harness = await startHarness(context, { submissionStore });
    const all = [harness.handler, harness.another({ submissionStore })];
    const answers = await Promise.all([...all, ...all].map((handler) => submitTo(handler)));
    // One that arrives after the others is told the task that they have created.
    const told = answers.filter(({ status }) => status === 200);
    assert.equal(new Set(told.map(idOf)).size, 1);
    assert.equal(tasks(harness), 1);
  });

  for (const [what, loses] of [
    ['fails in between', false],
    ['loses everything in between', true],
  ] as const) {
    it(`pay once for one decision if the storage ${what}`, async (context) => {
      const submissionStore = sharedStorage(true);
      const harness = await startHarness(context, { submissionStore });
      const other = harness.another({ submissionStore });
      await submitTo(other, { key: 'another-decision' });
      const before = tasks(harness);
      harness.advance(60_000);
      // Its answer is lost on the way to the page.
      await submit(harness);
      submissionStore.fail = true;
      const down = await submitTo(other, { age: 5 });
      assert.deepEqual([down.code, down.headers.get('retry-after')], ['submission-unknown', '5']);
      assert.equal(
        (down.json as { sent?: boolean }).sent,
        undefined,
        'an earlier attempt was sent',
      );
      submissionStore.fail = false;
      if (loses) submissionStore.clear();
      harness.advance(10_000);
      const last = await submitTo(other, { age: 15 });
      assert.equal(last.code, loses ? 'submission-unknown' : undefined);
      assert.equal(last.headers.get('retry-after'), null);
      assert.equal(tasks(harness) - before, 1);
    });
  }

  it('submit a repeat whose first attempt never arrived', async (context) => {
    for (const isAtomic of [true, false]) {
      const submissionStore = sharedStorage(isAtomic);
      const harness = await startHarness(context, { submissionStore });
      await submit(harness, { key: 'another-decision' });
      harness.advance(60_000);
      assert.equal((await submit(harness, { age: 20 })).status, 200);
      assert.equal(tasks(harness), 2);
    }
  });

  it('submit the first key of all, although a gateway has answered its first attempts', async (context) => {
    const submissionStore = sharedStorage(true);
    const harness = await startHarness(context, { submissionStore });
    // The recording is uploaded with a token.
    assert.equal((await harness.ask('POST /user-token', { json: {} })).status, 200);
    harness.advance(60_000);
    assert.equal((await submit(harness, { age: 50 })).status, 200);
    assert.equal(tasks(harness), 1);
  });

  it('refuse submissions while the storage is down', async (context) => {
    const submissionStore = sharedStorage(true);
    const harness = await startHarness(context, { submissionStore });
    submissionStore.fail = true;
    const refused = await submit(harness);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
    assert.deepEqual((refused.json as { sent?: boolean }).sent, false);
    assert.equal(tasks(harness), 0);
    submissionStore.fail = false;
    assert.equal((await submit(harness)).status, 200);
  });
});

describe('a store that returns no text', () => {
  for (const [what, changed] of [
    ['bytes', (value: string) => Buffer.from(value)],
    ['an object', (value: string) => ({ value })],
  ] as const) {
    it(`is named in the log, and nothing is submitted: ${what}`, async (context) => {
      const store = sharedStorage(true);
      const submissionStore: SubmissionStore = {
        ...store,
        getItem: async (key) => {
          const value = await store.getItem(key);
          return value === null ? null : changed(value as string);
        },
      };
      const harness = await startHarness(context, { submissionStore });
      const other = harness.another({ submissionStore });
      await submit(harness);
      const refused = await submitTo(other);
      assert.equal(refused.status, 503);
      assert.match(
        advice(harness)[0]?.message ?? '',
        /submissionStore\.getItem must return the text/,
      );
      assert.equal(tasks(harness), 1);
    });
  }
});

describe('a store that carries out late what was given up', () => {
  /** It rejects a command while it is away, and carries it out when told to. `inOrder`: the oldest first. */
  const lateStorage = (inOrder = true) => {
    const storage = sharedStorage(true);
    const late: (() => Promise<unknown>)[] = [];
    const defer = <T>(work: () => Promise<T>): Promise<T> => {
      if (!state.isAway) return work();
      late.push(work);
      return Promise.reject(new Error('Command timed out'));
    };
    const state = {
      isAway: false,
      /** How many of these are carried out. */
      async comeBack(most = Infinity): Promise<void> {
        state.isAway = false;
        const all = inOrder ? late.splice(0) : late.splice(0).reverse();
        for (const [index, work] of all.entries()) if (index < most) await work();
      },
    };
    const store: SubmissionStore = {
      getItem: (key) => defer(() => storage.getItem(key)),
      setItem: (key, value) => defer(() => storage.setItem(key, value)),
      removeItem: (key) => defer(() => storage.removeItem(key)),
      setIfAbsent: (...claim) => defer(() => storage.setIfAbsent!(...claim)),
    };
    return { state, store, storage };
  };

  it('lets the handler go on that has made the claim', async (context) => {
    const { state, store } = lateStorage();
    const harness = await startHarness(context, { submissionStore: store });
    await submit(harness, { key: 'another-decision' });
    state.isAway = true;
    const refused = await submit(harness);
    assert.deepEqual([refused.status, (refused.json as { sent?: boolean }).sent], [503, false]);
    await state.comeBack();
    assert.equal((await submit(harness)).status, 200);
    assert.equal(tasks(harness), 2);
    assert.equal((await submit(harness, { age: 3 })).status, 200);
    assert.equal(tasks(harness), 2);
  });

  it('frees the key for other instances once it works again', async (context) => {
    const { state, store } = lateStorage();
    const harness = await startHarness(context, { submissionStore: store });
    const other = harness.another({ submissionStore: store });
    await submit(harness, { key: 'another-decision' });
    state.isAway = true;
    await submit(harness);
    await state.comeBack();
    // Any request shows that the store works. What is owed to it is paid meanwhile.
    await submit(harness, { key: 'one-more-decision' });
    let answer: Answer;
    do {
      answer = await submitTo(other);
    } while (answer.headers.get('retry-after') === '1');
    assert.equal(answer.status, 200);
    assert.equal(tasks(harness), 3);
  });

  it('tells other instances the outcome that could not be stored', async (context) => {
    const { state, store } = lateStorage();
    const harness = await startHarness(context, { submissionStore: store });
    const other = harness.another({ submissionStore: store });
    harness.service.on(ROUTES.submit, () => {
      state.isAway = true;
      return { json: PENDING };
    });
    const first = await submit(harness);
    assert.equal(first.status, 200);
    await state.comeBack(0);
    await submit(harness, { key: 'one-more-decision' });
    await state.comeBack(0);
    await submit(harness, { age: 3 });
    let repeat: Answer;
    do {
      repeat = await submitTo(other, { age: 3 });
    } while (repeat.headers.get('retry-after') === '1');
    assert.equal(idOf(repeat), idOf(first));
    assert.equal(tasks(harness), 2);
  });

  it('pays once if the removal of a refused attempt was given up', async (context) => {
    const { state, store } = lateStorage();
    const harness = await startHarness(context, { submissionStore: store });
    harness.service.on(ROUTES.submit, (_, count) => {
      if (count > 1) return { json: PENDING };
      state.isAway = true;
      return { status: 429 };
    });
    assert.equal((await submit(harness)).status, 429);
    await state.comeBack(0);
    assert.equal((await submit(harness)).status, 200);
    assert.equal((await submit(harness, { age: 2 })).status, 200);
    assert.equal(tasks(harness), 2);
  });

  it('does not free the claim of another handler, or of an earlier process', async (context) => {
    const { state, store } = lateStorage();
    const harness = await startHarness(context, { submissionStore: store });
    await submit(harness, { key: 'another-decision' });
    state.isAway = true;
    await submit(harness);
    await state.comeBack();
    const other = harness.another({ submissionStore: store });
    const answer = await submitTo(other);
    assert.deepEqual([answer.code, answer.headers.get('retry-after')], ['submission-unknown', '1']);
    assert.equal(tasks(harness), 1);
  });

  it('knows its own claim if the client sends a command twice', async (context) => {
    const storage = sharedStorage(true);
    const submissionStore: SubmissionStore = {
      ...storage,
      // The first answer is lost, so the client repeats the command by itself.
      async setIfAbsent(...claim) {
        await storage.setIfAbsent!(...claim);
        return storage.setIfAbsent!(...claim);
      },
    };
    const harness = await startHarness(context, { submissionStore });
    assert.equal((await submit(harness)).status, 200);
    assert.equal(tasks(harness), 1);
  });
});

describe('a submission', () => {
  it('of a recording that another user has uploaded is refused', async (context) => {
    const harness = await startHarness(context);
    const token = await harness.ask('POST /user-token', { user: 'user-ada', json: {} });
    const { userKey: scope } = token.json as { userKey: string };
    const headers = { 'User-Key': scope };
    const refused = await submit(harness, { user: 'user-bob', headers });
    assert.deepEqual([refused.status, refused.code], [409, 'another-user']);
    assert.equal(tasks(harness), 0);
    assert.equal((await submit(harness, { user: 'user-ada', headers })).status, 200);
  });

  it('of a page that began before the sealing keys were rotated is accepted', async (context) => {
    const old = 'o'.repeat(32);
    const fresh = 'n'.repeat(32);
    for (const [before, after] of [
      // The steps that docs/backend.md names.
      [[old], [old, fresh]],
      [
        [old, fresh],
        [fresh, old],
      ],
      [[old], [fresh, old]],
    ]) {
      const harness = await startHarness(context, { sealingKeys: before });
      const token = await harness.ask('POST /user-token', { user: 'user-ada', json: {} });
      const { userKey = '' } = token.json as { userKey?: string };
      const rotated = harness.another({ sealingKeys: after });
      const headers = { 'User-Key': userKey };
      assert.equal((await submitTo(rotated, { user: 'user-ada', headers })).status, 200);
      assert.equal((await submitTo(rotated, { user: 'user-bob', headers })).status, 409);
      const answer = await rotated(requestOf('POST /user-token', { user: 'user-ada', json: {} }));
      const now = (await answer.json()) as { userKey: string; userKeyAliases: readonly string[] };
      // What the browser has stored under the old key stays hers.
      assert.ok([now.userKey, ...now.userKeyAliases].includes(userKey));
    }
  });

  it('that the service has not processed says so', async (context) => {
    const harness = await startHarness(context);
    harness.service.on(ROUTES.submit, () => ({ status: 503, headers: { 'Retry-After': '7' } }));
    const busy = await submit(harness);
    assert.deepEqual([busy.status, busy.headers.get('retry-after')], [503, '7']);
    assert.equal((busy.json as { sent?: boolean }).sent, false);
  });

  it('whose connection was refused was not sent, so its key can be used again', async (context) => {
    let isUp = false;
    const dead = await deadUrl();
    const harness = await startHarness(context, {
      fetch: (url, init) => fetch(isUp ? url : dead, init),
    });
    const refused = await submit(harness);
    assert.deepEqual([refused.status, refused.code], [503, 'service-unavailable']);
    assert.equal((refused.json as { sent?: boolean }).sent, false);
    isUp = true;
    assert.equal((await submit(harness)).status, 200);
    assert.equal(tasks(harness), 1);
  });

  for (const [what, below, code] of [
    ['a host without an address', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    [
      'addresses that all refuse',
      {
        code: 'ECONNREFUSED',
        errors: [
          { code: 'ECONNREFUSED', syscall: 'connect' },
          { code: 'ETIMEDOUT', syscall: 'connect' },
        ],
      },
    ],
    ['a connection that takes too long', { code: 'UND_ERR_CONNECT_TIMEOUT' }],
    [
      'a connection that times out later',
      { code: 'ETIMEDOUT', syscall: 'read' },
      'submission-unknown',
    ],
    [
      'a host that vanishes later',
      { code: 'EHOSTUNREACH', syscall: 'write' },
      'submission-unknown',
    ],
    ['an error without a cause', undefined, 'submission-unknown'],
  ] as const) {
    it(`to ${what} is ${code ?? 'service-unavailable'}`, async (context) => {
      const cause = below && Object.assign(new Error('below'), below);
      const harness = await startHarness(context, {
        fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
      });
      assert.equal((await submit(harness)).code, code ?? 'service-unavailable');
    });
  }
});
