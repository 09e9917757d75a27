/** Something that is neither the page, the backend, the service nor the storage host answers. Named after its symptom. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createCheckedBackend,
  type HttpResponse,
  type PartResponse,
} from '../../../../src/engine.js';
import {
  codeOf,
  createScriptedSession,
  PATHS,
  planOf,
  RESULT,
  task,
  uploadedAs,
  type Answers,
} from '../../../support/scripted-session.js';
import { firstWords } from '../../../../src/engine/calls/seen.js';
import { EMPTY_RECORD, recordEvent } from '../../../../src/engine/session/session.js';
import {
  createWorld,
  jsonResponse,
  SILENCE,
  type WorldScript,
} from '../../../support/simulated-world.js';

const MINUTE = 60_000;

const page = (status: number, text: string, redirectedTo?: 'same-origin' | 'other-origin') =>
  ({
    ...jsonResponse(status, undefined, { 'Content-Type': 'text/html; charset=utf-8' }),
    text: () => Promise.resolve(text),
    ...(redirectedTo && { redirectedTo }),
  }) satisfies HttpResponse;

const PAGE = { contentType: 'text/html', errorBody: '<h1>You are offline</h1>' };

const offlinePage = page(200, '<!doctype html><title>x</title><p>You are offline.</p>');
const signInPage = page(200, '<!doctype html><h1>Sign in</h1>', 'same-origin');
const loginForm = page(200, '<html><input type="password"></html>');
const emailFirst = page(200, '<html><input name=email autocomplete="section-a username">');
const codeForm = page(200, "<html><input inputmode=numeric autocomplete='one-time-code'>");
const singleSignOn = page(
  200,
  '<html><body onload="document.forms[0].submit()"><form><input type="hidden" name="SAMLRequest"></form>',
);
const foreignRedirect: HttpResponse = {
  ...jsonResponse(0, undefined),
  redirectedTo: 'other-origin',
};

const merged: NonNullable<Answers['complete']> = ({ body = '' }) =>
  uploadedAs((JSON.parse(body) as { file_md5: string }).file_md5);

/** Transcribes a recording, or shows this task, and records what the person and the developers are told. */
const run = async (answers: Answers, script: WorldScript = {}, shown: string | null = null) => {
  const scripted = createScriptedSession(answers, script);
  const { session, until, world, selectFile } = scripted;
  const told: string[] = [];
  const troubles: unknown[] = [];
  Object.assign(world, { tell: (message: string) => told.push(message) });
  let record = EMPTY_RECORD;
  session.subscribe((_state, _previous, event) => {
    record = recordEvent(record, event, 0);
    if (event.type === 'trouble') troubles.push(event.trouble);
  });
  const startedAt = world.clock.now();
  if (shown === null) selectFile();
  else
    session.dispatch({
      type: 'select',
      source: { kind: 'task', transcriptionId: shown },
      options: {},
    });
  const state = await until('ready', 'failed');
  const count = (path: keyof typeof PATHS): number =>
    world.requests.filter((it) => it === PATHS[path]).length;
  const tookMs = world.clock.now() - startedAt;
  return { ...scripted, state, told, troubles, count, tookMs, record: () => record };
};

describe('an offline page of a service worker', () => {
  it('in place of the upload plan: the upload waits and continues', async () => {
    const plan = jsonResponse(200, {
      FileId: 'f',
      UploadId: 'u',
      ChunkSize: 1_000,
      Parts: [{ PartNumber: 1, PresignedUrl: 'https://storage.test/1' }],
    });
    const { state, told, count } = await run({
      plan: (_request, count) => (count <= 4 ? offlinePage : plan),
    });
    assert.equal(codeOf(state), 'ready');
    assert.equal(count('plan'), 5);
    assert.match(told[0] ?? '', /instead of the service: .*a web page, “You are offline\.”/);
  });

  for (const [what, answer] of [
    ['a web page', { status: 200, etag: null, retryAfter: null, ...PAGE }],
    ['a web page with an ETag of its own', { status: 200, etag: '"p"', retryAfter: null, ...PAGE }],
    ['an empty answer', { status: 200, etag: null, retryAfter: null }],
  ] as const satisfies readonly (readonly [string, PartResponse])[]) {
    it(`in place of the storage host, after a part was stored: ${what}: the part is sent again`, async () => {
      const { state, world, bodies } = await run(
        {},
        {
          part: (number, tries) =>
            number === 3 && tries < 4
              ? answer
              : { status: 200, etag: `"etag-${number}"`, retryAfter: null },
        },
      );
      assert.equal(codeOf(state), 'ready');
      assert.equal(world.sentParts.filter((number) => number === 3).length, 4);
      const [completed] = bodies('complete') as { part_list: { ETag: string }[] }[];
      assert.ok(completed?.part_list.every(({ ETag }) => ETag.startsWith('"etag-')));
    });
  }
});

describe('a session that ends', () => {
  for (const [what, answer] of [
    ['queries are redirected to a sign-in page', signInPage],
    ['queries get a sign-in form', loginForm],
    ['queries get a form that asks for the name first', emailFirst],
    ['queries get a form for a code', codeForm],
    ['queries get the form of a single sign-on', singleSignOn],
    ['a proxy redirects queries to another origin', foreignRedirect],
    ['the handler knows no session', jsonResponse(401, { code: 'no-session' })],
    ['Laravel says 419', page(419, '<html><p>Page Expired</p></html>')],
  ] as const) {
    for (const shown of [null, 'task-1'])
      it(`${what}${shown === null ? '' : ', on a page that shows a task'}: “sign in again”, then the task is shown, without a click`, async () => {
        const { state, troubles, count } = await run(
          { query: (_request, count) => (count <= 20 ? answer : task('SUCCESS', RESULT)) },
          {},
          shown,
        );
        assert.equal(codeOf(state), 'ready');
        assert.deepEqual([...new Set(troubles)], ['retrying', 'signed-out', null]);
        assert.equal(count('submit'), shown === null ? 1 : 0);
      });
  }

  it('while the submission is under way: one task, also if the page was answered for long', async () => {
    const keys = new Set<unknown>();
    const { state } = await run({
      submit: ({ headers }, count) => {
        keys.add(headers['Idempotency-Key']);
        return count <= 200 ? signInPage : task('PENDING');
      },
    });
    assert.equal(codeOf(state), 'ready');
    assert.equal(keys.size, 1);
  });

  it('before the first token: a redirect by a single sign-on proxy is told within 20 s', async () => {
    const scripted = createScriptedSession({ userToken: () => foreignRedirect });
    const { world } = scripted;
    const startedAt = world.clock.now();
    const told = new Promise<number>((resolve) => {
      scripted.session.subscribe((_state, _previous, event) => {
        if (event.type === 'trouble' && event.trouble === 'signed-out') resolve(world.clock.now());
      });
    });
    scripted.selectFile();
    assert.ok((await told) - startedAt <= 20_000);
    scripted.session.dispatch({ type: 'cancel' });
  });
});

describe('nobody is signed in when a recording is chosen', () => {
  const refusal = jsonResponse(401, { code: 'no-session' });

  it('is told at once; after a sign-in elsewhere, coming back to the page is enough', async () => {
    const { session, until, selectFile, world, bodies } = createScriptedSession({
      userToken: (_request, count) =>
        count <= 2
          ? refusal
          : jsonResponse(200, { access_token: 'token', token_type: 'bearer', expires_in: 3600 }),
    });
    selectFile();
    assert.equal(codeOf(await until('failed', 'ready')), 'not-authorized');
    world.show();
    assert.equal(codeOf(await until('failed', 'ready')), 'not-authorized');
    world.show();
    assert.equal(codeOf(await until('failed', 'ready')), 'ready');
    assert.deepEqual([bodies('submit').length, session.getState().name], [1, 'ready']);
  });

  it('a recording that was cancelled stays so', async () => {
    const { session, until, selectFile, world } = createScriptedSession({
      userToken: () => refusal,
    });
    selectFile();
    await until('failed');
    session.dispatch({ type: 'cancel' });
    world.show();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(session.getState().name, 'idle');
  });
});

describe('a wait for a sign-in', () => {
  const lost = new TypeError('connection reset');
  const plan = planOf(5, 100);

  it('goes on after an answer was lost, and after another page, however long it has taken', async () => {
    const { state } = await run({
      plan: (_request, count) => {
        if (count > 60) return plan;
        return count % 9 === 0 ? lost : count % 10 === 0 ? offlinePage : signInPage;
      },
    });
    assert.equal(codeOf(state), 'ready');
  });

  it('ignores the Retry-After of the page: it ends when the person comes back', async () => {
    const page = {
      ...signInPage,
      header: (name: string) => (name === 'Retry-After' ? '900' : signInPage.header(name)),
    };
    const { state, tookMs } = await run({
      plan: (_request, count) => (count <= 3 ? page : plan),
    });
    assert.equal(codeOf(state), 'ready');
    assert.ok(tookMs < MINUTE, String(tookMs));
  });

  for (const call of ['plan', 'complete'] as const)
    it(`401 with the page of a gateway, at the ${call}: one new token helps`, async () => {
      const used = new Set<string | undefined>();
      const page401 = page(401, '<html><h1>401 Authorization Required</h1></html>');
      const answer: NonNullable<Answers['plan']> = (request, count) => {
        const { Authorization } = request.headers;
        used.add(Authorization);
        if (used.size === 1) return page401;
        return call === 'plan' ? plan : merged(request, count);
      };
      const { state, count } = await run({ [call]: answer });
      assert.equal(codeOf(state), 'ready');
      assert.deepEqual([used.size, count('userToken')], [2, 2]);
    });
});

describe('a call that hangs', () => {
  it('in a tab that was hidden: is sent again as soon as the tab is shown', async () => {
    const scripted = createScriptedSession({
      plan: (_request, count) => (count === 1 ? SILENCE : planOf(5, 100)),
    });
    const { world, session, selectFile, until } = scripted;
    world.visible = false;
    selectFile();
    const { clock } = world;
    const startedAt = clock.now();
    const { signal } = new AbortController();
    await clock.sleep(10_000, signal);
    world.show();
    await clock.sleep(30_000, signal);
    assert.equal(world.requests.filter((it) => it === PATHS.plan).length, 1, 'it is young');
    world.show();
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.ok(clock.now() - startedAt < 2 * MINUTE);
    session.dispatch({ type: 'cancel' });
  });
});

describe('a page’s own function', () => {
  it('resolves with the text of a sign-in page: the task is queried further', async () => {
    const world = createWorld();
    const answers: unknown[] = ['<!doctype html><h1>Sign in</h1>', undefined, { id: 1 }];
    const backend = createCheckedBackend(
      {
        submit: () => Promise.reject(new Error('not asked')),
        query: () =>
          Promise.resolve(
            answers.length > 0
              ? answers.shift()
              : { transcription_id: 'task-1', status: 'SUCCESS', data: RESULT },
          ),
      },
      world,
    );
    const { status } = await backend.query('task-1', { signal: new AbortController().signal });
    assert.equal(status, 'SUCCESS');
  });
});

describe('what support sees', () => {
  const secret = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30';
  const block = page(
    200,
    `<html><head><title>Proxy</title></head><body>Blocked: https://partner.test/x?token=${secret}, bob@example.com, ${secret}</body></html>`,
  );

  it('error and diagnostics say who answered, and how, without addresses and tokens', async () => {
    const { state, record } = await run({ plan: () => block });
    assert.ok(state.name === 'failed');
    assert.deepEqual(state.error.seen, {
      ...{ place: 'service', by: 'in-between', status: 200, type: 'text/html' },
      words: 'Blocked: … … …',
    });
    const text = JSON.stringify(record());
    assert.ok(!text.includes(secret) && !text.includes('partner.test'), text);
    const failed = record().entries.at(-1);
    assert.deepEqual(
      [failed?.fact, failed?.detail?.['reason'], failed?.detail?.['place']],
      ['failed', 'answered-by-another', 'service'],
    );
    // The same trouble is recorded once.
    assert.equal(record().entries.filter(({ fact }) => fact === 'trouble').length, 2);
  });

  for (const [what, answers, place] of [
    ['backend', { userToken: () => new TypeError('reset') }, 'backend'],
    ['service', { complete: () => jsonResponse(403, {}) }, 'service'],
  ] as const satisfies readonly (readonly [string, Answers, string])[])
    it(`names the ${what} after no answer, and after a refusal`, async () => {
      const { state } = await run(answers);
      assert.ok(state.name === 'failed');
      assert.equal(state.error.seen?.place, place);
      assert.equal(state.error.seen.by, what === 'backend' ? 'nobody' : 'place');
    });

  it('names the storage host after a refusal of a part', async () => {
    const { state } = await run(
      {},
      { part: () => ({ status: 403, etag: null, retryAfter: null, errorBody: '<Code>x</Code>' }) },
    );
    assert.ok(state.name === 'failed');
    assert.deepEqual(state.error.seen, {
      ...{ place: 'storage', by: 'place', status: 403, type: '', words: '' },
    });
  });

  it('a title is used if the page has no words', () => {
    assert.equal(
      firstWords('<title>Just a moment...</title><script>x</script>'),
      'Just a moment...',
    );
    assert.equal(firstWords('<p>Your IP: 10.1.2.3</p>'), 'Your IP: …');
    assert.equal(firstWords('<p>See sso.example.com/login?next=1</p>'), 'See …');
  });
});

describe('a cache that answers queries', () => {
  const PENDING = { transcription_id: 'task-1', status: 'PENDING', data: {} };

  it('for ever, as a service worker does: the transcript is shown all the same', async () => {
    const { state, count } = await run({
      query: ({ url }) =>
        new URL(url).search === ''
          ? jsonResponse(200, PENDING, { Date: 'Thu, 26 Nov 2026 10:00:00 GMT' })
          : task('SUCCESS', RESULT),
    });
    assert.equal(codeOf(state), 'ready');
    assert.equal(count('query'), 3);
  });

  it('is not suspected of answers with other dates', async () => {
    const searches = new Set<string>();
    const { state } = await run({
      query: ({ url }, count) => {
        searches.add(new URL(url).search);
        const Date = new globalThis.Date(count * 1_000).toUTCString();
        return count < 20 ? jsonResponse(200, PENDING, { Date }) : task('SUCCESS', RESULT);
      },
    });
    assert.equal(codeOf(state), 'ready');
    assert.deepEqual([...searches], ['']);
  });
});

describe('a task that the backend does not know', () => {
  const notFound = jsonResponse(404, { code: 'not-found' });

  it('for some hours, after its submission: it is queried further', async () => {
    const { state } = await run({
      query: (_request, count) => (count <= 300 ? notFound : task('SUCCESS', RESULT)),
    });
    assert.equal(codeOf(state), 'ready');
  });

  it('for a day: ends as recoverable, and the job keeps its task', async () => {
    const { state, tookMs } = await run({ query: () => notFound });
    assert.ok(state.name === 'failed' && state.error.recoverable);
    assert.equal(state.error.failure?.reason, 'task-unknown');
    assert.equal(state.job?.transcriptionId, 'task-1');
    assert.ok(tookMs >= 24 * 60 * MINUTE);
  });

  it('because a gateway answers during a deploy: that is no answer', async () => {
    const { state } = await run({
      query: (_request, count) =>
        count <= 20 ? page(404, '<html><h1>404</h1></html>') : task('SUCCESS', RESULT),
    });
    assert.equal(codeOf(state), 'ready');
  });
});

describe('a completion whose outcome is not known', () => {
  const error = { Code: 'InternalError', Message: 'We encountered an internal error.' };
  for (const [what, answer] of [
    ['504 of a gateway', page(504, '<html><h1>504 Gateway Time-out</h1></html>')],
    ['423 Locked', jsonResponse(423, undefined)],
    ['409', jsonResponse(409, { message: 'still merging' })],
    ['202', jsonResponse(202, {})],
    ['200 with an error of S3', jsonResponse(200, error)],
    ['200 with nothing', jsonResponse(200, undefined)],
    ['no answer', new TypeError('connection reset')],
    ['an offline page', offlinePage],
  ] as const) {
    it(`${what}: is repeated until it is known, and nothing is sent again`, async () => {
      const scripted = await run({
        complete: (request, count) => (count <= 20 ? answer : merged(request, count)),
      });
      assert.equal(codeOf(scripted.state), 'ready');
      assert.equal(scripted.world.sentParts.length, 5);
      assert.equal(scripted.count('plan'), 1);
    });
  }

  it('is told: the service is putting the recording together', async () => {
    const { troubles } = await run({
      complete: (request, count) =>
        count <= 2 ? jsonResponse(423, undefined) : merged(request, count),
    });
    assert.deepEqual([...new Set(troubles)], ['merging', null]);
  });

  it('for an hour: ends as recoverable, and “Try again” asks again without sending a byte', async () => {
    let isBack = false;
    const { state, tookMs, session, until, world } = await run({
      complete: (request, count) =>
        isBack ? merged(request, count) : jsonResponse(409, undefined),
    });
    assert.ok(state.name === 'failed' && state.error.recoverable);
    assert.ok(tookMs >= 60 * MINUTE && tookMs < 70 * MINUTE, String(tookMs));
    isBack = true;
    session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(world.sentParts.length, 5);
  });

  for (const [what, gone] of [
    ['404 that says NoSuchUpload', jsonResponse(404, { error: { Code: 'NoSuchUpload' } })],
    ['200 that says NoSuchUpload', jsonResponse(200, { error: { Code: 'NoSuchUpload' } })],
  ] as const) {
    it(`${what}: everything is uploaded again, at once`, async () => {
      const { state, count, tookMs } = await run({
        complete: (request, number) => (number === 1 ? gone : merged(request, number)),
      });
      assert.equal(codeOf(state), 'ready');
      assert.equal(count('plan'), 2);
      assert.ok(tookMs < MINUTE);
    });
  }
});

describe('an answer of the service that has the fields of the contract, but is wrong', () => {
  for (const [what, answers] of [
    ['a plan without UploadId', { plan: () => jsonResponse(200, { FileId: 'f', Parts: [] }) }],
    ['a completion without DownloadUrl', { complete: () => jsonResponse(200, { FileId: 'f' }) }],
    ['a token without a type', { userToken: () => jsonResponse(200, { access_token: 't' }) }],
  ] as const satisfies readonly (readonly [string, Answers])[]) {
    it(`${what}: ends at once as response-invalid`, async () => {
      const { state, tookMs } = await run(answers);
      assert.equal(codeOf(state), 'response-invalid');
      assert.ok(tookMs < 1_000);
    });
  }

  it('a task without a status: is queried for a while, then ends as response-invalid', async () => {
    const { state, tookMs } = await run({
      query: () => jsonResponse(200, { transcription_id: 'task-1' }),
    });
    assert.equal(codeOf(state), 'response-invalid');
    assert.ok(tookMs >= 15 * MINUTE);
  });
});
