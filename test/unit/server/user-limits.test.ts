import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILE_URL, ROUTES, startHarness, submit, type Harness } from './harness.js';

const MINUTE = 60_000;
const ONE_A_MINUTE = { submissions: { requests: 1, seconds: 60 } };
const JSON_BODY = { json: { file_url: FILE_URL } };
const trySubmit = (harness: Harness, user = 'user-ada') =>
  harness.ask('POST /transcriptions', { ...JSON_BODY, user });

describe('rate limit of submissions', () => {
  it('answers 429 with Retry-After above the limit, without calling the service', async (t) => {
    const harness = await startHarness(t, {
      limits: { submissions: { requests: 2, seconds: 90 } },
    });
    await submit(harness);
    await submit(harness);
    const answer = await trySubmit(harness);
    assert.equal(answer.status, 429);
    assert.equal(answer.code, 'too-many-requests');
    assert.equal(answer.headers.get('retry-after'), '45');
    assert.equal(answer.headers.get('content-type'), 'application/problem+json');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match((answer.json as { detail: string }).detail, /submissions per user/);
    assert.equal(harness.service.at(ROUTES.submit).length, 2);
    harness.advance(44_999);
    assert.equal((await trySubmit(harness)).headers.get('retry-after'), '1');
    harness.advance(1);
    await submit(harness);
  });

  it('is 60 at once and 60 an hour by default', async (t) => {
    const harness = await startHarness(t);
    for (let count = 0; count < 60; count++) await submit(harness);
    const answer = await trySubmit(harness);
    assert.equal(answer.code, 'too-many-requests');
    assert.equal(answer.headers.get('retry-after'), '60');
    harness.advance(MINUTE);
    await submit(harness);
    assert.equal((await trySubmit(harness)).status, 429);
  });

  it('is counted per user', async (t) => {
    const harness = await startHarness(t, { limits: ONE_A_MINUTE });
    await submit(harness);
    assert.equal((await trySubmit(harness)).status, 429);
    await submit(harness, { user: 'user-bob' });
  });

  it('applies to concurrent submissions', async (t) => {
    const harness = await startHarness(t, {
      limits: { submissions: { requests: 3, seconds: 60 } },
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => trySubmit(harness)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
    assert.equal(harness.service.at(ROUTES.submit).length, 3);
  });

  it('does not count a refused request', async (t) => {
    const harness = await startHarness(t, { limits: ONE_A_MINUTE });
    const post = 'POST /transcriptions';
    await harness.ask(post, { json: { file_url: 7 } });
    await harness.ask(post, { json: { file_url: 'http://127.0.0.1/' } });
    await harness.ask(post, { text: '{}' });
    await harness.ask(post, { ...JSON_BODY, user: null });
    await harness.ask(post, { ...JSON_BODY, headers: { Origin: 'https://evil.example' } });
    await harness.ask('GET /transcriptions');
    await harness.ask('POST /user-token');
    await submit(harness);
    assert.equal((await trySubmit(harness)).status, 429);
    assert.equal((await harness.ask(post, { json: { file_url: 7 } })).code, 'bad-request');
  });

  it('counts a submission that the service rejected', async (t) => {
    const harness = await startHarness(t, { limits: ONE_A_MINUTE });
    harness.service.on(ROUTES.submit, () => ({ status: 422 }));
    assert.equal((await trySubmit(harness)).status, 422);
    assert.equal((await trySubmit(harness)).status, 429);
  });

  it('is disabled by null', async (t) => {
    const harness = await startHarness(t, { limits: { submissions: null } });
    for (let count = 0; count < 70; count++) await submit(harness);
  });
});

describe('rate limit of queries', () => {
  const limits = { queries: { requests: 2, seconds: 10 } };

  it('is counted separately from submissions, and after the id is opened', async (t) => {
    const harness = await startHarness(t, { limits });
    const sealed = await submit(harness);
    const query = () => harness.ask(`GET /transcriptions/${sealed}`);
    for (let count = 0; count < 5; count++) {
      assert.equal((await harness.ask('GET /transcriptions/unknown')).status, 404);
    }
    assert.equal((await harness.ask(`POST /transcriptions/${sealed}`)).status, 405);
    assert.equal((await query()).status, 200);
    assert.equal((await query()).status, 200);
    const answer = await query();
    assert.equal(answer.code, 'too-many-requests');
    assert.equal(answer.headers.get('retry-after'), '5');
    assert.match((answer.json as { detail: string }).detail, /queries per user/);
    assert.equal(harness.service.at(ROUTES.query).length, 2);
    await submit(harness);
  });

  it('is 600 at once by default', async (t) => {
    // Checking this many events for secrets each time would be slow.
    const harness = await startHarness(t, { onEvent: () => undefined });
    const sealed = await submit(harness);
    const query = () => harness.ask(`GET /transcriptions/${sealed}`);
    for (let count = 0; count < 600; count++) assert.equal((await query()).status, 200);
    assert.equal((await query()).status, 429);
  });
});

describe('rate limit of user tokens', () => {
  it('is 240 at once by default, and refuses the next without calling the service', async (t) => {
    // Checking this many events for secrets each time would be slow.
    const harness = await startHarness(t, { onEvent: () => undefined });
    const ask = () => harness.ask('POST /user-token');
    for (let count = 0; count < 240; count++) assert.equal((await ask()).status, 200);
    const answer = await ask();
    assert.equal(answer.code, 'too-many-requests');
    assert.equal(answer.headers.get('retry-after'), '15');
    assert.match((answer.json as { detail: string }).detail, /userTokens per user/);
    assert.equal(harness.service.at(ROUTES.userToken).length, 240);
    assert.equal((await harness.ask('POST /user-token', { user: 'user-bob' })).status, 200);
    await submit(harness);
  });

  it('does not count a refused request', async (t) => {
    const harness = await startHarness(t, { limits: { userTokens: { requests: 1, seconds: 60 } } });
    const post = 'POST /user-token';
    assert.equal((await harness.ask(post, { json: { user_id: 'eve' } })).status, 400);
    assert.equal((await harness.ask(post, { user: null })).status, 401);
    assert.equal((await harness.ask('GET /user-token')).status, 405);
    assert.equal((await harness.ask(post)).status, 200);
    assert.equal((await harness.ask(post)).status, 429);
  });

  it('is disabled by null', async (t) => {
    const harness = await startHarness(t, {
      limits: { userTokens: null },
      onEvent: () => undefined,
    });
    for (let count = 0; count < 250; count++) {
      assert.equal((await harness.ask('POST /user-token')).status, 200);
    }
  });
});
