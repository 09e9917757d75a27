import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  API_KEY,
  CLIENT_ID,
  CLIENT_SECRET,
  FILE_URL,
  ROUTES,
  startHarness,
  submit,
  type Harness,
} from './harness.js';

/** Changing this HMAC makes browsers delete what they have stored. */
const ADAS_SCOPE = 'bDd_nqePz28GpWLiEYcoSw';

describe('POST user-token', () => {
  it('issues a user token for the user that authorize returns', async (t) => {
    const harness = await startHarness(t);
    for (const asked of [{}, { json: {} }]) {
      const answer = await harness.ask('POST /user-token', asked);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.json, {
        access_token: 'user-token-1',
        token_type: 'bearer',
        expires_in: 86400,
        userKey: ADAS_SCOPE,
      });
    }
    const bob = await harness.ask('POST /user-token', { user: 'user-bob' });
    assert.notEqual((bob.json as { userKey: string }).userKey, ADAS_SCOPE);
    assert.deepEqual(
      harness.service.at(ROUTES.userToken).map(({ body }) => JSON.parse(body) as unknown),
      [{ user_id: 'user-ada' }, { user_id: 'user-ada' }, { user_id: 'user-bob' }],
    );
  });

  it('requests the lifetime set by userTokenSeconds', async (t) => {
    const harness = await startHarness(t, { userTokenSeconds: 900 });
    await harness.ask('POST /user-token');
    assert.deepEqual(JSON.parse(harness.service.at(ROUTES.userToken)[0]?.body ?? ''), {
      user_id: 'user-ada',
      expires_in: 900,
    });
  });

  it('ignores a user or lifetime that the browser sends', async (t) => {
    const harness = await startHarness(t);
    for (const json of [{ user_id: 'user-bob' }, { expires_in: 1 }, [], null, 'x']) {
      const answer = await harness.ask('POST /user-token', { json });
      assert.equal(answer.code, 'bad-request');
    }
    assert.equal(harness.service.received.length, 0);
  });

  it('returns only the three fields of section 2.2 and the user key', async (t) => {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.userToken, () => ({
      json: {
        access_token: 'user-token-1',
        token_type: 'bearer',
        expires_in: 60,
        userKey: 'theirs',
        note: 'raw-service-text',
      },
      headers: { 'X-Internal': 'raw-service-text', 'Set-Cookie': 'raw-service-text=1' },
    }));
    const { json } = await harness.ask('POST /user-token');
    assert.deepEqual(json, {
      access_token: 'user-token-1',
      token_type: 'bearer',
      expires_in: 60,
      userKey: ADAS_SCOPE,
    });
  });
});

describe('POST transcriptions', () => {
  it('submits with the key pair, to the path with a trailing slash, without a bearer token', async (t) => {
    const harness = await startHarness(t);
    const json = {
      file_url: FILE_URL,
      params: {
        transcribe: { language: 'de-CH', model: 'svc-asr-fast', detection_level: 'chapter' },
        vad: { decode_silence: true },
        diarization: { enabled: true, return_embedding: true },
      },
    };
    const answer = await harness.ask('POST /transcriptions', { json });
    assert.equal(answer.status, 200);
    const [received] = harness.service.received;
    assert.equal(received?.path, '/open/partner/ai/transcriptions/');
    assert.equal(received.headers['x-client-id'], CLIENT_ID);
    assert.equal(received.headers['x-client-api-key'], API_KEY);
    assert.equal(received.headers.authorization, undefined);
    assert.equal(received.headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(received.body), json);
  });

  it("forwards only the body of the browser's request", async (t) => {
    const harness = await startHarness(t);
    await submit(harness, { headers: { Cookie: 'session=1', Authorization: 'Bearer browser' } });
    const headers = harness.service.received[0]?.headers ?? {};
    assert.equal(headers.cookie, undefined);
    assert.equal(headers.authorization, undefined);
    assert.equal(headers['x-test-user'], undefined);
  });

  it('answers with a sealed id and an empty data object', async (t) => {
    const harness = await startHarness(t);
    const { json, text } = await harness.ask('POST /transcriptions', {
      json: { file_url: FILE_URL },
    });
    const { transcription_id: sealed, ...rest } = json as { transcription_id: string };
    assert.deepEqual(rest, { status: 'PENDING', data: {} });
    assert.match(sealed, /^[\w-]+\.[\w-]{43}$/);
    assert.ok(!text.includes('"task-1"'));
  });

  const malformed: readonly (readonly [string, unknown])[] = [
    ['a missing file_url', {}],
    ['an empty file_url', { file_url: '' }],
    ['a file_url that is no string', { file_url: 7 }],
    ['a relative file_url', { file_url: '/a.mp3' }],
    ['a file_url with credentials', { file_url: 'https://a:b@files.example.com/' }],
    ['an unknown field', { file_url: FILE_URL, callback_url: 'https://x.example' }],
    ['an unknown group', { file_url: FILE_URL, params: { other: {} } }],
    ['an unknown parameter', { file_url: FILE_URL, params: { vad: { other: true } } }],
    ['an unknown model', { file_url: FILE_URL, params: { transcribe: { model: 'best' } } }],
    ['a wrong language', { file_url: FILE_URL, params: { transcribe: { language: 'deutsch!' } } }],
    ['a wrong level', { file_url: FILE_URL, params: { transcribe: { detection_level: 'word' } } }],
    ['a flag that is no flag', { file_url: FILE_URL, params: { diarization: { enabled: 'yes' } } }],
    ['an array', [{ file_url: FILE_URL }]],
    ['an unknown field __proto__', JSON.parse(`{"file_url":"${FILE_URL}","__proto__":{}}`)],
  ];
  for (const [what, json] of malformed) {
    it(`rejects ${what}`, async (t) => {
      const harness = await startHarness(t);
      const answer = await harness.ask('POST /transcriptions', { json });
      assert.equal(answer.status, 400);
      assert.equal(answer.code, 'bad-request');
      assert.ok((answer.json as { detail: string }).detail.length > 0);
      assert.equal(harness.service.received.length, 0);
    });
  }

  it('rejects a file_url that the service must not fetch', async (t) => {
    const harness = await startHarness(t);
    const answer = await harness.ask('POST /transcriptions', {
      json: { file_url: 'http://169.254.169.254/latest/meta-data' },
    });
    assert.equal(answer.status, 400);
    assert.equal(answer.code, 'file-url-not-allowed');
    assert.equal(harness.service.received.length, 0);
  });
});

describe('GET transcriptions/{id}', () => {
  const query = (harness: Harness, id: string, user = 'user-ada') =>
    harness.ask(`GET /transcriptions/${id}`, { user });

  it('queries the task with the key pair and returns the same sealed id', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    const answer = await query(harness, sealed);
    assert.deepEqual(answer.json, { transcription_id: sealed, status: 'STARTED', data: {} });
    const [received] = harness.service.at(ROUTES.query);
    assert.equal(received?.headers['x-client-id'], CLIENT_ID);
    assert.equal(received.headers['x-client-api-key'], API_KEY);
    assert.equal(received.headers.authorization, undefined);
    assert.equal(received.body, '');
  });

  for (const status of ['PENDING', 'RECEIVED', 'PROGRESS', 'FAILURE', 'REVOKED', 'ODD']) {
    it(`answers ${status} with an empty data object, whatever the service returned`, async (t) => {
      const harness = await startHarness(t);
      const sealed = await submit(harness);
      harness.service.on(ROUTES.query, () => ({
        json: { transcription_id: 'task-1', status, data: { error: 'raw-service-text' } },
      }));
      const answer = await query(harness, sealed);
      assert.deepEqual(answer.json, { transcription_id: sealed, status, data: {} });
    });
  }

  it("answers 404 without calling the service for another user's id or an unsealed id", async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    for (const [id, user] of [
      [sealed, 'user-bob'],
      ['task-1', 'user-ada'],
      [`${sealed}A`, 'user-ada'],
      [sealed.slice(0, -1), 'user-ada'],
      ['%E0%A4%A', 'user-ada'],
      [`${sealed}/more`, 'user-ada'],
    ] as const) {
      const answer = await query(harness, id, user);
      assert.equal(answer.status, 404);
      assert.equal(answer.code, 'not-found');
    }
    assert.equal(harness.service.at(ROUTES.query).length, 0);
  });

  it('opens an id sealed with any of sealingKeys, as they are rotated', async (t) => {
    const [first, second] = ['first-key'.padEnd(32, '1'), 'second-key'.padEnd(32, '2')];
    const instances: Harness[] = [];
    for (const sealingKeys of [
      undefined,
      [first, CLIENT_SECRET],
      [second, first],
      [second],
    ] as const) {
      instances.push(await startHarness(t, { sealingKeys }));
    }
    const opened = await Promise.all(
      instances.map(async (sealing) => {
        const sealed = await submit(sealing);
        const answers = await Promise.all(instances.map((opening) => query(opening, sealed)));
        return answers.map(({ status }) => status);
      }),
    );
    assert.deepEqual(opened, [
      [200, 200, 404, 404],
      [404, 200, 200, 404],
      [404, 404, 200, 200],
      [404, 404, 200, 200],
    ]);
  });

  it('encodes an id of any characters as one path segment', async (t) => {
    const harness = await startHarness(t);
    const id = 'a/b?c=d#e 任';
    harness.service.on(ROUTES.submit, () => ({
      json: { transcription_id: id, status: 'PENDING', data: {} },
    }));
    const sealed = await submit(harness);
    const route = `GET /open/partner/ai/transcriptions/${encodeURIComponent(id)}`;
    harness.service.on(route, () => ({
      json: { transcription_id: id, status: 'PENDING', data: {} },
    }));
    assert.equal((await query(harness, sealed)).status, 200);
    assert.equal(harness.service.at(route).length, 1);
  });
});
