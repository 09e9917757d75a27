/** Repeated submissions: each key creates at most one task, whatever is lost on the way. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SubmissionStore } from '../../../src/server.js';
import {
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

interface Asking {
  readonly key?: string;
  /** Seconds. */
  readonly age?: number;
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const asked = ({ key = KEY, age, user = 'user-ada', headers = {} }: Asking = {}) => ({
  user,
  json: { file_url: FILE_URL },
  headers: {
    'Idempotency-Key': key,
    ...(age === undefined ? {} : { 'Idempotency-Key-Age': String(age) }),
    ...headers,
  },
});

const submit = (harness: Harness, asking?: Asking): Promise<Answer> =>
  harness.ask('POST /transcriptions', asked(asking));

const tasks = ({ service }: Harness): number => service.at(ROUTES.submit).length;

const idOf = ({ json }: Answer): string => (json as { transcription_id: string }).transcription_id;

/** A storage as plain as unstorage's, which instances share. */
const sharedStorage = (isAtomic: boolean): SubmissionStore & { fail: boolean } => {
  const values = new Map<string, string>();
  const act = async <T>(work: () => T): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (storage.fail) throw new Error('the store is down');
    return work();
  };
  const storage = {
    fail: false,
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
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    harness.service.on(ROUTES.submit, async () => {
      await answered;
      return { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } };
    });
    const arrived = harness.service.next(ROUTES.submit);
    const first = submit(harness);
    await arrived;
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
      count === 1
        ? { status: 429, headers: { 'Retry-After': '2' } }
        : { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } },
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
      return { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } };
    });
    await harness.handler(
      requestOf('POST /transcriptions', { ...asked(), signal: leaving.signal }),
    );
    assert.equal((await submit(harness, { age: 1 })).status, 200);
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
      const repeat = await readAnswer(
        await other(requestOf('POST /transcriptions', asked({ age: 3 }))),
      );
      assert.equal(idOf(repeat), idOf(first));
      assert.equal(tasks(harness), 1);
    });
  }

  it('are taken by one of them at the same moment', async (context) => {
    const submissionStore = sharedStorage(true);
    const harness = await startHarness(context, { submissionStore });
    const all = [harness.handler, harness.another({ submissionStore })];
    const answers = await Promise.all(
      [...all, ...all].map(async (handler) =>
        readAnswer(await handler(requestOf('POST /transcriptions', asked()))),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
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

  it('after a 503 of a gateway that does not say when to try again is unknown', async (context) => {
    const harness = await startHarness(context);
    harness.service.on(ROUTES.submit, () => ({ status: 503 }));
    assert.equal((await submit(harness)).code, 'submission-unknown');
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
