/** How each response of the backend and the service is handled: retry, ask the user, or stop. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionState } from '../../../../src/engine.js';
import { errorFor } from '../../../../src/protocol/failures.js';
import { DEFAULT_RETRY } from '../../../../src/engine/calls/retry.js';
import type { HttpResponse } from '../../../../src/engine/ports.js';
import {
  codeOf,
  createScriptedSession,
  PATHS,
  RESULT,
  task,
  type Answers,
} from '../../../support/scripted-session.js';
import { jsonResponse } from '../../../support/simulated-world.js';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

const webPage = (status: number): HttpResponse => jsonResponse(status, undefined, HTML);

/** When the clock of a simulated world starts. */
const START_MS = 1_700_000_000_000;

const SHOWN = { kind: 'task', transcriptionId: 'task-1' } as const;

/** Transcribes a recording to its end, or polls an existing task. */
const run = async (answers: Answers, source: 'file' | 'task' = 'file') => {
  const scripted = createScriptedSession(answers);
  const { session, until, world, selectFile } = scripted;
  const end = until('ready', 'failed');
  if (source === 'file') selectFile();
  else session.dispatch({ type: 'select', source: SHOWN, options: {} });
  const state = await end;
  const count = (path: keyof typeof PATHS): number =>
    world.requests.filter((it) => it === PATHS[path]).length;
  return { ...scripted, state, count };
};

const failureOf = (state: SessionState) => {
  assert.ok(state.name === 'failed', state.name);
  return state.error;
};

const isUnknown = (state: SessionState): boolean =>
  state.name === 'failed' &&
  state.error.code === 'network' &&
  state.error.message.includes('twice');

describe('submission', () => {
  for (const [status, retryAfter, waitsMs] of [
    [429, '7', 7_000],
    [429, null, 1],
    [503, '7', 7_000],
    [503, null, 1],
  ] as const) {
    it(`a ${status} ${retryAfter === null ? 'without' : 'with'} Retry-After is retried until it is accepted`, async () => {
      const at: number[] = [];
      const scripted = createScriptedSession({
        submit: (_request, count) => {
          at.push(scripted.world.clock.now());
          const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter };
          return count < 3 ? jsonResponse(status, undefined, headers) : task('PENDING');
        },
      });
      scripted.selectFile();
      assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
      assert.equal(at.length, 3);
      for (const [index, time] of at.slice(1).entries()) {
        assert.ok(time - (at[index] ?? 0) >= waitsMs, String(at));
      }
    });
  }

  it('a submission to a backend that stays busy: fails as recoverable after eight attempts', async () => {
    const { state, count } = await run({
      submit: () => jsonResponse(503, { code: 'service-unavailable' }, { 'Retry-After': '20' }),
    });
    const error = failureOf(state);
    assert.deepEqual([error.code, error.recoverable], ['backend-rejected', true]);
    assert.ok(!error.message.includes('twice'));
    assert.equal(state.name === 'failed' && state.job?.submissionAskedAtMs, undefined);
    assert.equal(count('submit'), DEFAULT_RETRY.attempts);
  });

  for (const answer of [
    jsonResponse(500, { code: 'handler-failed' }),
    jsonResponse(502, { code: 'submission-unknown' }),
    jsonResponse(502, { code: 'service-answer-invalid' }),
    jsonResponse(503, { code: 'service-unavailable' }),
    jsonResponse(504, { code: 'service-timeout' }),
  ]) {
    it(`a ${answer.status} of the handler is not repeated, as the task may exist: a retry has a new key`, async () => {
      const keys: unknown[] = [];
      const { state, count, session, until, world } = await run({
        submit: ({ headers }, count) => {
          keys.push(headers['Idempotency-Key']);
          return count === 1 ? answer : task('PENDING');
        },
      });
      assert.ok(isUnknown(state), codeOf(state));
      assert.equal(state.name === 'failed' && state.job?.submissionAskedAtMs === undefined, false);
      assert.equal(count('submit'), 1);
      assert.equal(count('query'), 0);
      Object.assign(world, { random: () => 0.7 });
      session.dispatch({ type: 'retry' });
      assert.equal(codeOf(await until('ready', 'failed')), 'ready');
      assert.equal(new Set(keys).size, 2);
      assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    });
  }

  for (const answer of [
    new TypeError('connection reset'),
    // The first attempt is still open at the handler.
    jsonResponse(502, { code: 'submission-unknown' }, { 'Retry-After': '1' }),
    // These come from a gateway, or a captive portal.
    jsonResponse(408, undefined),
    jsonResponse(429, undefined),
    jsonResponse(500, undefined),
    jsonResponse(503, undefined),
    jsonResponse(507, undefined),
    webPage(502),
    jsonResponse(200, { hello: 1 }),
    jsonResponse(200, undefined),
    webPage(200),
    jsonResponse(204, undefined),
    // A gateway during a deploy, and a proxy that limits the size of a request.
    webPage(404),
    jsonResponse(404, { detail: 'Not Found' }),
    jsonResponse(413, undefined),
    // Frameworks that know no session.
    jsonResponse(401, { message: 'Unauthenticated.' }),
    jsonResponse(419, { message: 'Page Expired' }),
  ]) {
    const kind =
      answer instanceof Error
        ? answer.message
        : `${answer.status}${answer.header('Content-Type') === null ? '' : ' web page'}`;
    it(`a submission that got no answer of the handler (${kind}) is repeated with its key`, async () => {
      const keys = new Set<unknown>();
      const ages: unknown[] = [];
      const { state, count } = await run({
        submit: ({ headers }, count) => {
          keys.add(headers['Idempotency-Key']);
          ages.push(headers['Idempotency-Key-Age']);
          return count < 3 ? answer : task('PENDING');
        },
      });
      assert.equal(codeOf(state), 'ready');
      assert.deepEqual([count('submit'), keys.size], [3, 1]);
      assert.equal(ages[0], undefined);
    });
  }

  it('a backend that is not reached ends as an error whose retry repeats the submission with its key', async () => {
    const keys = new Set<unknown>();
    let isBack = false;
    const { state, session, until } = await run({
      submit: ({ headers }) => {
        keys.add(headers['Idempotency-Key']);
        return isBack ? task('PENDING') : jsonResponse(502, undefined);
      },
    });
    const error = failureOf(state);
    assert.deepEqual([error.code, error.recoverable], ['network', true]);
    assert.ok(!error.message.includes('twice'));
    isBack = true;
    session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(keys.size, 1);
  });

  it('a session that ends is told, and after the sign-in the same submission continues without a click', async () => {
    const keys = new Set<unknown>();
    const scripted = createScriptedSession({
      submit: ({ headers }, count) => {
        keys.add(headers['Idempotency-Key']);
        if (count > 4) return task('PENDING');
        return count === 1 ? new TypeError('reset') : jsonResponse(401, { code: 'no-session' });
      },
    });
    const troubles: unknown[] = [];
    scripted.session.subscribe((_state, _previous, event) => {
      if (event.type === 'trouble') troubles.push(event.trouble);
    });
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(keys.size, 1);
    assert.ok(troubles.includes('signed-out'), String(troubles));
  });

  it('of another user’s recording is refused, and is not recoverable', async () => {
    const { state } = await run({ submit: () => jsonResponse(409, { code: 'another-user' }) });
    const error = failureOf(state);
    assert.deepEqual([error.code, error.recoverable], ['not-authorized', false]);
    assert.match(error.message, /Another user has signed in/);
  });

  it('is sent only while the browser is online, also if the network goes during the wait for Retry-After', async () => {
    const { until, selectFile, world } = createScriptedSession({
      submit: (_request, count) => {
        if (!world.online) return new TypeError('Failed to fetch');
        if (count > 1) return task('PENDING');
        const wait = world.clock.sleep(30_000, new AbortController().signal);
        void wait.then(() => (world.online = false));
        const busy = { code: 'too-many-requests', sent: false };
        return jsonResponse(429, busy, { 'Retry-After': '60' });
      },
    });
    selectFile();
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(world.requests.filter((it) => it === PATHS.submit).length, 2);
  });

  it('that could not leave the browser is not said to have started', async () => {
    const ages: unknown[] = [];
    const { until, selectFile, world, session } = createScriptedSession({
      submit: ({ headers }, count) => {
        ages.push(headers['Idempotency-Key-Age']);
        if (count === 1) return new TypeError('Failed to fetch');
        world.online = true;
        return jsonResponse(403, { code: 'origin-not-allowed' });
      },
    });
    // As behind some VPNs: the browser never reports that it is online.
    world.connectivity.whenOnline = () => new Promise(() => undefined);
    session.subscribe(({ name }) => {
      if (name === 'submitting') world.online = false;
    });
    selectFile();
    const error = failureOf(await until('ready', 'failed'));
    assert.equal(error.code, 'backend-rejected');
    assert.deepEqual(ages, [undefined, undefined]);
  });

  for (const [status, code, ends, recoverable, sentence] of [
    [500, 'misconfigured', 'backend-rejected', true, /contact support/],
    [502, 'service-credentials', 'backend-rejected', true, /contact support/],
    [403, 'origin-not-allowed', 'backend-rejected', true, /did not accept this page/],
    [400, 'bad-request', 'backend-rejected', true, /did not accept this page/],
    [402, 'payment-required', 'backend-rejected', true, /payment/],
    [413, 'recording-too-large', 'file-too-large', false, /too large/],
    [413, 'body-too-large', 'backend-rejected', true, /did not accept this page/],
    [422, 'service-rejected', 'backend-rejected', false, /did not accept this recording/],
    [404, 'not-found', 'configuration', false, /“backend-url”/],
    [405, 'method-not-allowed', 'configuration', false, /“backend-url”/],
  ] as const) {
    it(`a ${status} (${code}) means that there is no task: ${ends}, ${recoverable ? '' : 'not '}recoverable`, async () => {
      const { state, count } = await run({ submit: () => jsonResponse(status, { code }) });
      const error = failureOf(state);
      assert.deepEqual([error.code, error.recoverable], [ends, recoverable]);
      assert.match(error.message, sentence);
      assert.ok(!error.message.includes('twice'));
      assert.equal(state.name === 'failed' && state.job?.submissionAskedAtMs, undefined);
      assert.equal(count('submit'), 1);
    });
  }

  it('a submission answered with SUCCESS: uses its result and does not query the task', async () => {
    const { state, count } = await run({ submit: () => task('SUCCESS', RESULT) });
    assert.equal(state.name === 'ready' && state.data.text, RESULT.text);
    assert.equal(count('query'), 0);
  });

  it('a submission answered with FAILURE: fails and does not query the task', async () => {
    const { state, count } = await run({ submit: () => task('FAILURE') });
    assert.equal(codeOf(state), 'task-failed');
    assert.equal(count('query'), 0);
  });
});

describe('plan and completion', () => {
  for (const [path, status, ends, recoverable, sentence] of [
    ['plan', 400, 'backend-rejected', false, /did not accept this recording/],
    ['plan', 402, 'backend-rejected', true, /payment/],
    ['plan', 413, 'file-too-large', false, /too large/],
    ['plan', 422, 'backend-rejected', false, /did not accept this recording/],
    ['plan', 403, 'not-authorized', true, /Sign in/],
    ['complete', 402, 'backend-rejected', true, /payment/],
    ['complete', 413, 'file-too-large', false, /too large/],
    // The parts do not match, so the recording is uploaded again.
    ['complete', 400, 'integrity-mismatch', true, /Try again/],
    ['complete', 422, 'integrity-mismatch', true, /Try again/],
  ] as const) {
    it(`${path}: a ${status} ends as ${ends}, ${recoverable ? '' : 'not '}recoverable`, async () => {
      const { state, count } = await run({ [path]: () => jsonResponse(status, undefined) });
      const error = failureOf(state);
      assert.deepEqual([error.code, error.recoverable], [ends, recoverable]);
      assert.match(error.message, sentence);
      assert.equal(count(path), 1);
    });
  }

  it('plan: a 404 that lasts ends as configuration, not recoverable', async () => {
    const { state } = await run({ plan: () => jsonResponse(404, undefined) });
    const error = failureOf(state);
    assert.deepEqual([error.code, error.recoverable], ['configuration', false]);
    assert.match(
      error.message,
      /at service\.test\/open\/partner\/files\/upload\/generate-presigned-urls \(“service-url”\)/,
    );
  });
});

describe('user token', () => {
  for (const [what, answer] of [
    ['a 404', jsonResponse(404, undefined)],
    ['a 404 page', webPage(404)],
    ['a 405', jsonResponse(405, { code: 'method-not-allowed' })],
  ] as const) {
    it(`${what} is a configuration error that names backend-url`, async () => {
      const { state, count } = await run({ userToken: () => answer });
      const error = failureOf(state);
      assert.deepEqual([error.code, error.recoverable], ['configuration', false]);
      assert.match(error.message, /“backend-url”/);
      assert.doesNotMatch(error.message, /belongs to somebody else|https?:/);
      assert.equal(count('plan'), 0);
    });
  }

  it('an offline page that stays: says what may answer, after 20 s', async () => {
    const { state, world, count } = await run({ userToken: () => webPage(200) });
    const error = failureOf(state);
    assert.deepEqual([error.code, error.recoverable], ['network', true]);
    assert.match(error.message, /offline mode.*network.*extension/);
    assert.match(String(error.cause), /backend \/api\/user-token, status 200, a web page/);
    assert.ok(count('userToken') > 1 && world.clock.now() - START_MS >= 20_000);
  });

  for (const [status, code, ends, recoverable, sentence] of [
    [400, 'bad-request', 'backend-rejected', false, /did not accept this page/],
    [401, 'no-session', 'not-authorized', true, /Sign in/],
    [402, 'payment-required', 'backend-rejected', true, /payment/],
    [403, 'origin-not-allowed', 'backend-rejected', true, /did not accept this page/],
    [422, 'service-rejected', 'backend-rejected', false, /did not accept this page/],
    [500, 'misconfigured', 'backend-rejected', true, /Try again later/],
    [502, 'service-credentials', 'backend-rejected', true, /Try again later/],
  ] as const) {
    it(`a ${status} (${code}) ends as ${ends}, ${recoverable ? '' : 'not '}recoverable`, async () => {
      const { state, count } = await run({ userToken: () => jsonResponse(status, { code }) });
      const error = failureOf(state);
      assert.deepEqual([error.code, error.recoverable], [ends, recoverable]);
      assert.match(error.message, sentence);
      assert.equal(count('userToken'), 1);
    });
  }

  for (const [status, code] of [
    [500, 'handler-failed'],
    [502, 'service-answer-invalid'],
    [503, 'service-unavailable'],
    [504, 'service-timeout'],
  ] as const) {
    it(`a ${status} (${code}) is asked again`, async () => {
      const { state, count } = await run({
        userToken: (_request, asked) =>
          asked < 3
            ? jsonResponse(status, { code })
            : jsonResponse(200, { access_token: 't', token_type: 'bearer', expires_in: 86_400 }),
      });
      assert.equal(codeOf(state), 'ready');
      assert.equal(count('userToken'), 3);
    });
  }

  it('JSON that is no token was not written by the backend', async () => {
    const { state } = await run({ userToken: () => jsonResponse(200, { token: 'x' }) });
    assert.equal(failureOf(state).failure?.reason, 'answered-by-another');
  });
});

describe('query', () => {
  for (const [what, answer] of [
    ['SUCCESS without data', jsonResponse(200, { transcription_id: 'task-1', status: 'SUCCESS' })],
    ['SUCCESS with a text as data', task('SUCCESS', 'Hello.')],
    ['SUCCESS without an id', jsonResponse(200, { status: 'SUCCESS', data: RESULT })],
    ['FAILURE without an id', jsonResponse(200, { status: 'FAILURE' })],
    [
      'a result that the handler cannot read',
      jsonResponse(502, { code: 'service-result-invalid' }),
    ],
  ] as const) {
    for (const source of ['file', 'task'] as const) {
      it(`${what} (${source}): response-invalid at once, and the task is not queried again by itself`, async () => {
        const { state, count, session, until } = await run({ query: () => answer }, source);
        const error = failureOf(state);
        assert.deepEqual([error.code, error.recoverable], ['response-invalid', false]);
        assert.equal(count('query'), 1);
        // A program may call retry(), or the user opens it later: the paid task is asked again, and nothing is submitted.
        session.dispatch({ type: 'retry' });
        assert.equal(failureOf(await until('ready', 'failed')).code, 'response-invalid');
        assert.deepEqual([count('submit'), count('query')], [source === 'file' ? 1 : 0, 2]);
      });
    }
  }

  for (const [status, code] of [
    ['FAILURE', 'task-failed'],
    ['REVOKED', 'task-revoked'],
  ] as const) {
    for (const data of [null, [], 'odd', RESULT]) {
      it(`${status} with ${JSON.stringify(data).slice(0, 6)} as data: ${code} at once`, async () => {
        const { state, count } = await run({ query: () => task(status, data) });
        assert.equal(codeOf(state), code);
        assert.equal(count('query'), 1);
      });
    }
  }

  it('ready: raw is the result as the service sent it', async () => {
    const sent = { ...RESULT, speaker_embeddings: { S1: [0.5] }, duration: 'long' };
    const { state } = await run({ query: () => task('SUCCESS', sent) });
    assert.ok(state.name === 'ready');
    assert.deepEqual(state.raw, sent);
    assert.equal(state.data.duration, null);
    assert.ok(!('speaker_embeddings' in state.data));
  });

  for (const [status, code, expected] of [
    [403, 'origin-not-allowed', 'backend-refused'],
    [400, 'bad-request', 'backend-unavailable'],
  ] as const) {
    it(`a query answered with ${status} (${code}): ${expected}`, async () => {
      const { state } = await run({ query: () => jsonResponse(status, { code }) }, 'task');
      const { code: told, message } = errorFor(expected, {});
      assert.equal(codeOf(state), told);
      assert.equal(failureOf(state).message, message);
    });
  }

  it("a query answered with 404: no configuration error, as the task may be another user's", async () => {
    const { state } = await run({ query: () => jsonResponse(404, { code: 'not-found' }) }, 'task');
    assert.equal(codeOf(state), 'backend-rejected');
    assert.match(failureOf(state).message, /belongs to somebody else/);
  });
});
