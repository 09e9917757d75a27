/** The backend as a process: who is signed in, what gets out, and how it stops. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createAskApplication } from '../../../demo/backend-command/ask-application.js';
import { readBackendSettings } from '../../../demo/backend-command/settings.js';
import { COOKIE, createBackendWorld, SECRETS } from './world.js';

const FILE = JSON.stringify({ file_url: 'https://files.example.com/a.mp3' });
const ADA = { Cookie: COOKIE };
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('backend command: settings', () => {
  it('names every variable that is missing, and quotes no value', () => {
    const wrong = {
      CLIENT_SECRET: 'secret-1',
      AUTHORIZE_URL: 'http://app.example.com/who',
      WATCH_URL: 'https://user:password@app.example.com/done',
      PORT: 'http',
    };
    assert.throws(
      () => readBackendSettings(wrong),
      ({ message }: Error) => {
        for (const name of [
          ...['SERVICE_URL', 'CLIENT_ID', 'API_KEY', 'AUTHORIZE_URL', 'WATCH_URL'],
          ...['WATCH_SECRET', 'STORAGE', 'PORT'],
        ]) {
          assert.match(message, new RegExp(`^${name} `, 'm'), name);
        }
        assert.doesNotMatch(message, /secret-1|app\.example|password/);
        return true;
      },
    );
  });

  it('names every variable that the handler would refuse, all at once, and quotes no value', async (t) => {
    const { environment } = await createBackendWorld(t);
    const wrong = {
      SERVICE_URL: 'http://wrong.example',
      CLIENT_ID: 'wrong:id',
      CLIENT_SECRET: 'wrong\u0001secret',
      API_KEY: 'wrong key',
      BASE_PATH: 'wrong/path',
      SEALING_KEYS: 'wrong-short',
      ALLOWED_ORIGINS: 'https://*.wrong.example',
      PUBLIC_ORIGIN: 'https://wrong.example/page',
      ALLOWED_FILE_HOSTS: 'https://wrong.example/files',
    };
    for (const [name, value] of Object.entries(wrong)) {
      const read = () => readBackendSettings({ ...environment, [name]: value });
      assert.throws(read, ({ message }: Error) => {
        assert.match(message, new RegExp(`^The backend cannot start.\n${name} [^\n]+\\.$`));
        assert.doesNotMatch(message, /wrong/);
        return true;
      });
    }
    assert.throws(
      () => readBackendSettings({ ...environment, ...wrong, CLIENT_SECRET: 'secret-1', PORT: 'x' }),
      ({ message }: Error) => {
        const named = message.split('\n').map((line) => line.split(' ')[0]);
        const expected = Object.keys(wrong).filter((name) => name !== 'CLIENT_SECRET');
        assert.deepEqual(named, ['The', 'PORT', ...expected]);
        return true;
      },
    );
  });

  it('takes the client secret as a sealing key', async (t) => {
    const { environment } = await createBackendWorld(t);
    const CLIENT_SECRET = 'secret-1';
    const SEALING_KEYS = `${'x'.repeat(32)}, ${CLIENT_SECRET}`;
    const { options } = readBackendSettings({ ...environment, CLIENT_SECRET, SEALING_KEYS });
    assert.deepEqual(options.sealingKeys, ['x'.repeat(32), CLIENT_SECRET]);
  });

  it('asks and posts without https only on the same machine', async (t) => {
    const { environment } = await createBackendWorld(t);
    const read = (AUTHORIZE_URL: string): string =>
      readBackendSettings({ ...environment, AUTHORIZE_URL }).authorizeUrl;
    for (const address of ['http://[::1]:8000/who', 'http://localhost/who', 'https://10.0.0.1/who'])
      assert.equal(read(address), address);
    for (const address of [
      ...[
        'http://10.0.0.1/who',
        'http://0.0.0.0/who',
        'http://[::]/who',
        'http://127.1.example/who',
      ],
      ...[
        'http://127.0.0.1.nip.io/who',
        'http://localhost.example/who',
        'file:///who',
        '//host/who',
      ],
    ]) {
      assert.throws(() => read(address), /^Error: .*\nAUTHORIZE_URL must be https/, address);
    }
  });

  it('listens on loopback unless it is told otherwise', async (t) => {
    const { environment } = await createBackendWorld(t);
    assert.equal(readBackendSettings(environment).host, '127.0.0.1');
  });
});

describe('backend command: who is signed in', () => {
  it('asks the application with the cookie of the visitor, and transcribes', async (t) => {
    const { application, start } = await createBackendWorld(t);
    const { url } = await start();
    const token = await fetch(`${url}/user-token`, { method: 'POST', headers: ADA });
    assert.equal(token.status, 200);
    assert.equal(token.headers.get('audio-transcribe'), '1');
    const [asked] = application.asked;
    assert.equal(asked?.req.url, '/who');
    assert.equal(asked?.req.headers.cookie, COOKIE);
    assert.equal(asked?.req.headers['x-forwarded-uri'], '/api/transcribe/user-token');
    const headers = { ...ADA, ...JSON_TYPE };
    const submitted = await fetch(`${url}/transcriptions`, { method: 'POST', headers, body: FILE });
    assert.equal(submitted.status, 200);
  });

  it('takes 401, 403, a redirect and a web page for “nobody”, and follows no redirect', async (t) => {
    const { application, start } = await createBackendWorld(t);
    const { url } = await start();
    for (const answer of [
      { status: 401 },
      { status: 403 },
      { status: 302, headers: { Location: `${application.url}/sign-in` } },
      { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Sign in</h1>' },
    ]) {
      application.answer = answer;
      const { status } = await fetch(`${url}/user-token`, { method: 'POST', headers: ADA });
      assert.equal(status, 401, JSON.stringify(answer));
    }
    assert.deepEqual(
      application.asked.map(({ req }) => req.url),
      ['/who', '/who', '/who', '/who'],
    );
  });

  it('fails closed while the application fails, and asks again', async (t) => {
    const { application, service, start } = await createBackendWorld(t);
    const { url } = await start();
    for (const answer of [
      { status: 503 },
      { status: 200, body: '{' },
      { status: 200, body: '{"userId":7}' },
      { status: 200, body: `{"userId":"${'x'.repeat(5_000)}"}` },
    ]) {
      application.answer = answer;
      const { status } = await fetch(`${url}/user-token`, { method: 'POST', headers: ADA });
      assert.equal(status, 500, JSON.stringify(answer).slice(0, 60));
    }
    assert.equal(service.received.length, 0);
    application.answer = null;
  });

  it('does not ask for a visitor without credentials, nor for a page of another site', async (t) => {
    const { application, start } = await createBackendWorld(t);
    const { url } = await start();
    const bare = await fetch(`${url}/user-token`, { method: 'POST' });
    assert.equal(bare.status, 401);
    const foreign = { ...ADA, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const refused = await fetch(`${url}/user-token`, { method: 'POST', headers: foreign });
    assert.equal(refused.status, 403);
    assert.equal(application.asked.length, 0);
  });

  it('keeps an answer for five seconds, shares one question, and keeps no refusal', async () => {
    let now = 0;
    let questions = 0;
    let isSignedIn = false;
    const ask = createAskApplication({
      url: 'https://app.example.com/who',
      now: () => now,
      fetch: () => {
        questions += 1;
        return Promise.resolve(
          isSignedIn ? Response.json({ userId: 'user-ada' }) : new Response(null, { status: 401 }),
        );
      },
    });
    const request = (cookie: string, path = '/user-token'): Request =>
      new Request(`https://app.example.com/api/transcribe${path}`, {
        headers: { Cookie: cookie, Authorization: 'Bearer of-the-service' },
      });
    assert.equal(await ask(request('a')), null);
    isSignedIn = true;
    assert.deepEqual(await Promise.all([ask(request('a')), ask(request('a'))]), [
      { userId: 'user-ada' },
      { userId: 'user-ada' },
    ]);
    assert.equal(questions, 2);
    await ask(request('b'));
    assert.equal(questions, 3, 'another cookie is another visitor');
    isSignedIn = false;
    now = 4_999;
    assert.deepEqual(await ask(request('a')), { userId: 'user-ada' });
    now = 5_001;
    assert.equal(await ask(request('a')), null);
  });
});

describe('backend command: operation', () => {
  it('answers /health and /metrics, without ids or secrets, and logs JSON lines', async (t) => {
    const { start, logs } = await createBackendWorld(t);
    const { url } = await start();
    const { origin } = new URL(url);
    await fetch(`${url}/user-token`, { method: 'POST', headers: ADA });
    const headers = { ...ADA, ...JSON_TYPE };
    await fetch(`${url}/transcriptions`, { method: 'POST', headers, body: FILE });
    const health = await fetch(`${origin}/health`);
    assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }]);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    assert.match(metrics, /^audio_transcribe_requests_total\{route="submit",outcome="ok"\} 1$/m);
    assert.match(metrics, /^audio_transcribe_service_calls_total\{route="issue-user-token"/m);
    for (const said of [metrics, ...logs]) {
      for (const secret of [...SECRETS, 'user-ada', 'task-1', 'user-token-1', 'a.mp3']) {
        assert.ok(!said.includes(secret), secret);
      }
    }
    assert.ok(
      logs.every((line) => typeof (JSON.parse(line) as { time: unknown }).time === 'string'),
    );
    assert.equal((await fetch(`${origin}/other`, { headers: ADA })).status, 404);
  });

  it('ends a submission that is under way before it stops, and takes no other', async (t) => {
    const { service, start } = await createBackendWorld(t);
    const running = await start();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const route = 'POST /open/partner/ai/transcriptions/';
    service.on(route, async () => {
      await answered;
      return { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } };
    });
    const arrived = service.next(route);
    const headers = { ...ADA, ...JSON_TYPE };
    const init = { method: 'POST', headers, body: FILE };
    const submitted = fetch(`${running.url}/transcriptions`, init);
    await arrived;
    const closing = running.close();
    await assert.rejects(
      fetch(`${running.url}/transcriptions`, init),
      'a new connection is refused',
    );
    answer();
    assert.equal((await submitted).status, 200);
    await closing;
  });

  it('answers 400 or 404 to malformed requests, and goes on', async (t) => {
    const { start, service } = await createBackendWorld(t);
    const { url } = await start();
    const { port, hostname, origin } = new URL(url);
    for (const head of [
      'GET /api/transcribe/../../etc/passwd HTTP/1.1\r\nHost: a',
      'POST /api/transcribe/user-token HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 0',
      'GET http://evil.example/metrics HTTP/1.1\r\nHost: evil.example',
      'TRACE /health HTTP/1.1\r\nHost: a',
      'nonsense',
    ]) {
      const socket = connect(Number(port), hostname);
      socket.write(`${head}\r\nCookie: ${COOKIE}\r\nConnection: close\r\n\r\n`);
      assert.match(await text(socket), /^HTTP\/1\.1 4\d\d /, head);
    }
    assert.equal(service.received.length, 0);
    assert.equal((await fetch(`${origin}/health`)).status, 200);
  });
});
