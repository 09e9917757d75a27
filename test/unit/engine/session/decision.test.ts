/** A decision of one person leads to one task, whatever answers, and whoever signs in meanwhile. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createCheckedBackend,
  type PartnerBackend,
} from '../../../../src/engine/calls/page-backend.js';
import type { HttpRequest, HttpResponse, Job, SessionState } from '../../../../src/engine.js';
import {
  codeOf,
  createScriptedSession,
  passTime,
  PATHS,
  RESULT,
  task,
  type Answers,
} from '../../../support/scripted-session.js';
import { jsonResponse } from '../../../support/simulated-world.js';

const RETRY_AFTER = { 'Retry-After': '2' };
const gatewayIsBusy = jsonResponse(503, undefined, RETRY_AFTER);
const handlerIsBusy = jsonResponse(503, { code: 'service-unavailable', sent: false }, RETRY_AFTER);
const LOST = new TypeError('connection reset');

const jobIn = (state: SessionState): Job => {
  assert.ok('job' in state && state.job !== null, state.name);
  return state.job;
};

/** Records the key and the age of each submission. */
const recording = (answer: (request: HttpRequest, count: number) => HttpResponse | Error) => {
  const keys: (string | undefined)[] = [];
  const ages: (string | undefined)[] = [];
  const submit = (request: HttpRequest, count: number): HttpResponse | Error => {
    keys.push(request.headers['Idempotency-Key']);
    ages.push(request.headers['Idempotency-Key-Age']);
    return answer(request, count);
  };
  return { submit, keys, ages };
};

describe('“Try again” after a submission whose answer was lost', () => {
  for (const [what, first, then] of [
    ['a gateway that stays busy', LOST, gatewayIsBusy],
    ['a handler that stays busy', LOST, handlerIsBusy],
    ['half an answer', jsonResponse(200, undefined), handlerIsBusy],
    ['an instance of the handler whose store fails', gatewayIsBusy, handlerIsBusy],
    ['a handler that is not there', LOST, jsonResponse(404, { code: 'not-found' })],
    ['the cookie of another user', LOST, jsonResponse(409, { code: 'another-user' })],
  ] as const) {
    it(`${what}: repeats the same submission, with its age`, async () => {
      let isBack = false;
      const { submit, keys, ages } = recording((_request, count) =>
        isBack ? task('PENDING') : count === 1 ? first : then,
      );
      const { session, until, selectFile } = createScriptedSession({ submit });
      selectFile();
      const failed = await until('ready', 'failed');
      assert.ok(failed.name === 'failed' && failed.error.recoverable);
      isBack = true;
      session.dispatch({ type: 'retry' });
      assert.equal(codeOf(await until('ready', 'failed')), 'ready');
      assert.equal(new Set(keys).size, 1);
      assert.ok(Number(ages.at(-1)) > 0, String(ages));
    });

    it(`${what}: so does a reload`, async () => {
      const before = recording((_request, count) => (count === 1 ? first : then));
      const one = createScriptedSession({ submit: before.submit });
      one.selectFile();
      const job = jobIn(await one.until('failed'));
      const after = recording(() => task('PENDING'));
      const other = createScriptedSession({ submit: after.submit });
      await passTime(other.world);
      other.session.dispatch({ type: 'restore', job });
      assert.equal(codeOf(await other.until('ready', 'failed')), 'ready');
      assert.deepEqual(after.keys, [before.keys[0]]);
      assert.ok(Number(after.ages[0]) > 0);
    });
  }

  it('a settings mistake of the page: the options of the open submission stay', async () => {
    const { submit, keys } = recording((_request, count) =>
      count === 1 ? LOST : count === 2 ? jsonResponse(404, { code: 'not-found' }) : task('PENDING'),
    );
    const { session, until, selectFile, bodies } = createScriptedSession({ submit });
    selectFile();
    await until('failed');
    session.dispatch({ type: 'retry', options: { diarization: true } });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(new Set(keys).size, 1);
    assert.equal(new Set(bodies('submit').map((body) => JSON.stringify(body))).size, 1);
  });
});

describe('a submission that the service answered with a result that cannot be read', () => {
  for (const [what, answer] of [
    ['as the handler says', jsonResponse(502, { code: 'service-result-invalid' })],
    ['as another backend passes it on', task('SUCCESS', 'no object')],
  ] as const) {
    it(`${what}: its task exists, so the key stays`, async () => {
      const { submit, keys } = recording((_request, count) =>
        count === 1 ? answer : task('PENDING'),
      );
      const one = createScriptedSession({ submit });
      one.selectFile();
      const job = jobIn(await one.until('ready', 'failed'));
      assert.notEqual(job.submissionAskedAtMs, undefined);
      const other = createScriptedSession({ submit: (...call) => submit(call[0], 2) });
      other.session.dispatch({ type: 'restore', job });
      assert.equal(codeOf(await other.until('ready', 'failed')), 'ready');
      assert.equal(keys.length, 2);
      assert.equal(new Set(keys).size, 1);
    });
  }
});

describe('the key of a submission', () => {
  it('is a new one after a refusal', async () => {
    const { submit, keys } = recording((_request, count) =>
      count === 1 ? jsonResponse(402, { code: 'payment-required' }) : task('PENDING'),
    );
    const { session, until, selectFile, world } = createScriptedSession({ submit });
    selectFile();
    await until('failed');
    Object.assign(world, { random: () => 0.7 });
    session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(new Set(keys).size, 2);
  });

  it('stays the same if the plan is lost, so a record that is older than the submission pays once', async () => {
    const { submit, keys } = recording(() => task('PENDING'));
    const one = createScriptedSession({ submit });
    let planned: Job | undefined;
    one.session.subscribe((state, _previous, { type }) => {
      if (type === 'planned') planned = jobIn(state);
    });
    one.selectFile();
    assert.equal(codeOf(await one.until('ready', 'failed')), 'ready');
    assert.ok(planned);
    const { sendPart } = one.world;
    const other = createScriptedSession({ submit });
    Object.assign(other.world, {
      random: () => 0.7,
      // The first plan is lost.
      sendPart: async (request: Parameters<typeof sendPart>[0]) =>
        other.bodies('plan').length === 0
          ? { status: 404, etag: null, retryAfter: null, errorBody: '<Code>NoSuchUpload</Code>' }
          : sendPart(request),
    });
    other.session.dispatch({ type: 'restore', job: planned });
    assert.equal(codeOf(await other.until('ready', 'failed')), 'ready');
    assert.equal(other.bodies('plan').length, 1);
    assert.equal(keys.length, 2);
    assert.equal(new Set(keys).size, 1);
  });

  it('with another request: no second task without the question', async () => {
    const { submit, keys } = recording((_request, count) =>
      count === 1 ? jsonResponse(422, { code: 'key-reused' }) : task('PENDING'),
    );
    const { session, until, selectFile, world } = createScriptedSession({ submit });
    selectFile();
    const failed = await until('ready', 'failed');
    assert.ok(failed.name === 'failed');
    assert.deepEqual([failed.error.code, failed.error.recoverable], ['network', true]);
    assert.match(failed.error.message, /charged twice/);
    assert.notEqual(jobIn(failed).submissionAskedAtMs, undefined, 'a reload asks, too');
    Object.assign(world, { random: () => 0.7 });
    session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(new Set(keys).size, 2);
  });
});

describe('file-url, which starts without a click', () => {
  const SOURCE = { kind: 'address', fileUrl: 'https://cdn.test/a.mp3' } as const;
  const tokenOf = (userKey?: string) => () =>
    jsonResponse(200, { access_token: 't', token_type: 'bearer', expires_in: 9_000, userKey });

  /** The keys that a page sends; the random numbers of each differ. */
  const keysOf = async (
    random: number,
    {
      answers = {},
      isAutomatic = true,
      options = {},
      retries = 0,
    }: { answers?: Answers; isAutomatic?: boolean; options?: object; retries?: number } = {},
  ) => {
    const { submit, keys } = recording(() => task('PENDING'));
    const query: Answers['query'] = () => task(retries > 0 ? 'FAILURE' : 'SUCCESS', RESULT);
    const all = { userToken: tokenOf('anna-key'), submit, query, ...answers };
    const { session, until, world } = createScriptedSession(all, { asksForToken: true });
    Object.assign(world, { random: () => random });
    session.dispatch({ type: 'select', source: SOURCE, options, isAutomatic });
    for (let left = retries; left > 0; left--) {
      await until('failed');
      session.dispatch({ type: 'retry' });
    }
    await until('ready', 'failed');
    return keys;
  };

  it('has the same key in two tabs and after a reload', async () => {
    const [one] = await keysOf(0.1);
    const [other] = await keysOf(0.7);
    assert.equal(one, other);
    assert.match(one ?? '', /^[0-9a-f]{32}$/);
  });

  it('has another key for other options, and for a click', async () => {
    const all = [
      ...(await keysOf(0.1)),
      ...(await keysOf(0.2, { options: { diarization: true } })),
      ...(await keysOf(0.3, { isAutomatic: false })),
    ];
    assert.equal(new Set(all).size, 3);
  });

  it('has the same key when the handler has another name for the person', async () => {
    const [one] = await keysOf(0.1);
    const [other] = await keysOf(0.2, { answers: { userToken: tokenOf('another-name') } });
    assert.equal(one, other);
  });

  it('has another key for another person at a page’s own backend, which may not tell them apart', async () => {
    const keys: string[] = [];
    for (const userKey of ['anna-key', 'bruno-key']) {
      const own: PartnerBackend = {
        submit: (_request, { key }) => {
          keys.push(key);
          return Promise.resolve({ transcription_id: 'task-1', status: 'PENDING' });
        },
        query: () =>
          Promise.resolve({ transcription_id: 'task-1', status: 'SUCCESS', result: RESULT }),
      };
      const { session, until, world } = createScriptedSession(
        { userToken: tokenOf(userKey) },
        { asksForToken: true, context: { backend: () => createCheckedBackend(own, world) } },
      );
      session.dispatch({ type: 'select', source: SOURCE, options: {}, isAutomatic: true });
      await until('ready', 'failed');
    }
    assert.equal(new Set(keys).size, 2);
  });

  it('submits nothing while the token fails, because its owner is not known', async () => {
    const signInPage = () => jsonResponse(200, undefined, { 'Content-Type': 'text/html' });
    assert.deepEqual(await keysOf(0.1, { answers: { userToken: signInPage } }), []);
  });

  it('has a new key if the user tries again after the task has failed', async () => {
    const [first, second] = await keysOf(0.1, { retries: 1 });
    assert.notEqual(first, second);
  });

  for (const [what, broken] of [
    [
      'the token had failed',
      { userToken: () => jsonResponse(403, { code: 'origin-not-allowed' }) },
    ],
    [
      'the submission was refused',
      { submit: () => jsonResponse(402, { code: 'payment-required' }) },
    ],
  ] as const satisfies readonly (readonly [string, Answers])[]) {
    it(`has the same key as another tab if the user tries again after ${what}`, async () => {
      const [other] = await keysOf(0.7);
      let isBroken = true;
      const { submit, keys } = recording(() => task('PENDING'));
      const good: Answers = { userToken: tokenOf('anna-key'), submit };
      const either =
        (name: 'userToken' | 'submit'): NonNullable<Answers['submit']> =>
        (...call) =>
          ((isBroken && (broken as Answers)[name]) || good[name])!(...call);
      const { session, until } = createScriptedSession(
        { userToken: either('userToken'), submit: either('submit') },
        { asksForToken: true },
      );
      session.dispatch({ type: 'select', source: SOURCE, options: {}, isAutomatic: true });
      await until('failed');
      isBroken = false;
      session.dispatch({ type: 'retry' });
      assert.equal(codeOf(await until('ready', 'failed')), 'ready');
      assert.deepEqual(keys, [other]);
    });
  }

  it('keeps its key after a reload of a failed task: the page alone pays for no second one', async () => {
    const { submit, keys } = recording(() => task('PENDING'));
    const answers = { userToken: tokenOf('anna-key'), submit, query: () => task('FAILURE') };
    const one = createScriptedSession(answers);
    one.session.dispatch({ type: 'select', source: SOURCE, options: {}, isAutomatic: true });
    const job = jobIn(await one.until('failed'));
    const other = createScriptedSession(answers);
    Object.assign(other.world, { random: () => 0.7 });
    other.session.dispatch({ type: 'restore', job });
    await other.until('failed');
    assert.equal(keys.length, 2);
    assert.equal(new Set(keys).size, 1);
  });
});

describe('another person who signs in', () => {
  const tokens =
    (seconds: number): NonNullable<Answers['userToken']> =>
    (_request, count) =>
      jsonResponse(200, {
        access_token: `token-${count}`,
        token_type: 'bearer',
        expires_in: seconds,
        userKey: count === 1 ? 'anna-key' : 'bruno-key',
      });

  const assertAnotherUser = (state: SessionState): void => {
    assert.ok(state.name === 'failed', state.name);
    assert.deepEqual(
      [state.error.code, state.error.failure?.reason],
      ['not-authorized', 'another-user'],
    );
  };

  it('during a pause: gets no plan, no ids and no task of the recording', async () => {
    const { session, until, selectFile, world, bodies } = createScriptedSession({
      userToken: tokens(60),
    });
    const stop = session.subscribe((_state, _previous, { type }) => {
      if (type !== 'part-stored') return;
      stop();
      session.dispatch({ type: 'pause' });
    });
    selectFile();
    await until('paused');
    await passTime(world);
    session.dispatch({ type: 'resume' });
    assertAnotherUser(await until('ready', 'failed'));
    assert.deepEqual([bodies('plan').length, bodies('complete'), bodies('submit')], [1, [], []]);
  });

  it('before the plan: the recording that was chosen before is not uploaded', async () => {
    const { session, until, selectFile, world, bodies } = createScriptedSession(
      { userToken: tokens(60) },
      { manualStart: true, asksForToken: true },
    );
    const owned = new Promise<void>((resolve) => {
      session.subscribe((_state, _previous, { type }) => void (type === 'owned' && resolve()));
    });
    selectFile();
    await owned;
    await passTime(world);
    session.dispatch({ type: 'start' });
    assertAnotherUser(await until('ready', 'failed'));
    assert.deepEqual([bodies('plan'), world.sentParts], [[], []]);
  });

  it('by the page’s own name: nothing is sent any more', async () => {
    let user = 'anna';
    const { session, until, selectFile, bodies } = createScriptedSession(
      {},
      { manualStart: true, context: { userKey: () => user } },
    );
    session.subscribe((_state, _previous, { type }) => {
      if (type !== 'checked') return;
      user = 'bruno';
      queueMicrotask(() => session.dispatch({ type: 'start' }));
    });
    selectFile();
    assertAnotherUser(await until('ready', 'failed'));
    assert.deepEqual(bodies('plan'), []);
  });

  it('during an open submission: the owner can still repeat it', async () => {
    let user = 'anna';
    let isBack = false;
    const { submit, keys } = recording(() => (isBack ? task('PENDING') : gatewayIsBusy));
    const { session, until, selectFile, world } = createScriptedSession(
      { submit },
      { context: { userKey: () => user } },
    );
    selectFile();
    await until('failed');
    const sent = keys.length;
    user = 'bruno';
    session.dispatch({ type: 'retry' });
    const refused = await until('ready', 'failed');
    assert.ok(refused.name === 'failed' && refused.error.recoverable);
    assert.match(refused.error.message, /Sign in again/);
    assert.equal(keys.length, sent);
    user = 'anna';
    isBack = true;
    session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(new Set(keys).size, 1);
    assert.ok(world.requests.includes(PATHS.submit));
  });
});
